# watermark_by: one clock a value; the slowest that is neither idle nor behind
# holds the watermark. Values fall idle by commit times; when there is nothing to
# consume, by the wall clock, which is held here, so nothing waits for a time.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");

sub sql { return $node->safe_psql('postgres', join(';', @_)); }

# put(table, 'source time [value]', ...) -- rows of 2024-05-01, in one transaction
sub put
{
	my ($table, @rows) = @_;
	my @values = map {
		my ($source, $time, $value) = split ' ';
		$source = "'$source'" if $source ne 'NULL';
		$time = "2024-05-01 ${time}Z" if $time =~ /^\d\d:/;
		sprintf "(%s, '%s', %d)", $source, $time, $value // 1 } @rows;
	sql("INSERT INTO $table (src, at, v) VALUES " . join(', ', @values));
	$node->sync("${table}_view");
	return;
}

# what W is: a time of day
sub watermark
{
	my ($view) = @_;
	return sql("SELECT regexp_replace(watermark::text, '^2024-05-01 (.*)\\+00\$', '\\1') FROM continuous.stats WHERE view = '$view'::regclass");
}

sub watermark_is
{
	my ($view, $time, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return is(watermark($view), $time, $name);
}

# clocks_are(view, clocks, name) -- 'a 00:01 holds, b 00:00 idle, c 00:00 behind'
sub clocks_are
{
	my ($view, $clocks, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return is(sql(qq{
SELECT string_agg(concat_ws(' ', coalesce(value, 'NULL'), to_char(event_time AT TIME ZONE 'UTC', 'HH24:MI'),
		CASE WHEN is_idle THEN 'idle' WHEN holds THEN 'holds' ELSE 'behind' END), ', ' ORDER BY value)
  FROM continuous.clocks('$view')}), $clocks, $name);
}

# the wall clock is where the commit times are, and stands
sub clock_now
{
	$node->set_clock(sql(q{SELECT clock_timestamp()}));
	return;
}

# ... and here it has gone on, to last_seen + idle_timeout (an hour) + more
sub clock_at
{
	my ($view, $value, $more) = @_;
	$node->set_clock(sql("SELECT last_seen + interval '1 hour' + interval '$more' FROM continuous.clocks('$view') WHERE coalesce(value, 'NULL') = '$value'"));
	return;
}

# create(name, options) -- table NAME and view NAME_view
sub create
{
	my ($name, $with, %options) = @_;
	my $type = $options{type} // 'text';
	sql("CREATE TABLE $name (src $type, at timestamptz, v int)") unless $options{no_table};
	sql("CREATE CONTINUOUS VIEW ${name}_view WITH (watermark_by = src, idle_timeout = '1 hour'$with) AS SELECT window_start, sum(v) AS s FROM $name WHERE v > 0 GROUP BY tumble(at, interval '1 minute')");
	$node->sync("${name}_view");
	return;
}

clock_now();

create('t', q{, watermark_delay = '10 s', allowed_lateness = '0 s'});
is(sql(q{SELECT count(*) FROM continuous.clocks('t_view')}), '0', 'no rows, no clocks');
put('t', 'a 00:10', 'b 00:20', 'a 00:05');
watermark_is('t_view', '00:09:50', 'the slower of two, less watermark_delay');
clocks_are('t_view', 'a 00:10 holds, b 00:20 holds', 'both hold it');
put('t', 'b 00:40');
watermark_is('t_view', '00:09:50', 'the fast one alone moves nothing');
put('t', 'a 00:20', 'c 00:00 0');
watermark_is('t_view', '00:19:50', 'the slow one does');
clocks_are('t_view', 'a 00:20 holds, b 00:40 holds', 'a row that does not pass makes no clock');
put('t', 'c 2999-01-01');
clocks_are('t_view', 'a 00:20 holds, b 00:40 holds', 'a row in the future makes none either');
put('t', 'a 2999-01-01', 'b 00:40');
watermark_is('t_view', '00:19:50', '... and moves none');

# a new source
put('t', 'c 00:15');
watermark_is('t_view', '00:19:50', 'a new source with an old time does not hold W');
clocks_are('t_view', 'a 00:20 holds, b 00:40 holds, c 00:15 behind', '... it is behind');
put('t', 'a 00:30');
watermark_is('t_view', '00:29:50', 'W goes on without it');
put('t', 'c 00:29');
clocks_are('t_view', 'a 00:30 holds, b 00:40 holds, c 00:29 behind', 'it has not caught up');
put('t', 'c 00:30');
put('t', 'a 00:39');
watermark_is('t_view', '00:29:50', 'it has, and holds W like others');
put('t', 'c 00:36', 'NULL 00:38');
watermark_is('t_view', '00:35:50', 'W goes on with it');
clocks_are('t_view', 'a 00:39 holds, b 00:40 holds, c 00:36 holds, NULL 00:38 holds', 'NULL is a value');
put('t', 'a 00:50', 'b 00:50', 'c 00:50');
watermark_is('t_view', '00:37:50', '... and can hold W');

# by the wall clock, a quiet one falls idle without any data: here the slowest
clock_at('t_view', 'NULL', '0');
watermark_is('t_view', '00:37:50', 'after exactly idle_timeout it is not idle');
clock_at('t_view', 'NULL', '1 microsecond');
watermark_is('t_view', '00:49:50', 'then W moves to the slowest that is left');
clocks_are('t_view', 'a 00:50 holds, b 00:50 holds, c 00:50 holds, NULL 00:38 idle', '... as the row says');
$node->restart;
$node->sync('t_view');
clocks_are('t_view', 'a 00:50 holds, b 00:50 holds, c 00:50 holds, NULL 00:38 idle', '... also after a restart');
put('t', 'NULL 2999-01-01', 'NULL 00:55 0');
clocks_are('t_view', 'a 00:50 holds, b 00:50 holds, c 00:50 holds, NULL 00:38 idle', 'neither a row in the future nor one that does not pass wakes it');
put('t', 'NULL 00:39');
watermark_is('t_view', '00:49:50', 'one that returns behind W does not hold it');
clocks_are('t_view', 'a 00:50 holds, b 00:50 holds, c 00:50 holds, NULL 00:39 behind', '... it is behind');
is($node->stat_of('t_view', 'rows_too_late'), '2', '... and its row is judged by the rule');
put('t', 'a 00:52', 'b 00:52', 'c 00:52');
put('t', 'NULL 00:53');
put('t', 'a 00:58', 'b 00:58', 'c 00:58');
watermark_is('t_view', '00:52:50', 'when it has caught up it does');

# what seems idle at the start was not watched
$node->restart;
$node->sync('t_view');
clock_at('t_view', 'b', '50 minutes');
clocks_are('t_view', 'a 00:58 holds, b 00:58 holds, c 00:58 holds, NULL 00:53 holds', 'after a restart all have idle_timeout again');

# all idle, one by one: then W goes on as with one clock
clock_now();
put('t', 'a 01:00');
put('t', 'b 01:10');
clock_at('t_view', 'b', '-1 microsecond');
watermark_is('t_view', '01:09:50', 'W has come to the last one that is not idle');
clock_at('t_view', 'b', '90 seconds');
like(watermark('t_view'), qr/^01:1[01]:/, 'all are idle: W goes on with the clock');
clocks_are('t_view', 'a 01:00 idle, b 01:10 idle, c 00:58 idle, NULL 00:53 idle', '... as the rows say');
my $before = watermark('t_view');
$node->set_clock(sql(q{SELECT last_seen + interval '61 minutes 50 seconds' FROM continuous.clocks('t_view') WHERE value = 'b'}));
is(watermark('t_view'), sql("SELECT interval '$before' + interval '20 seconds'"), '... as fast as the clock');
clock_now();
put('t', 'c 01:20');
watermark_is('t_view', '01:19:50', 'one that returns takes W with it');
clocks_are('t_view', 'a 01:00 idle, b 01:10 idle, c 01:20 holds, NULL 00:53 idle', 'the others stay idle');

# an open transaction may have rows of whoever seems quiet
my $open = $node->background_psql('postgres');
$open->query_safe(q{BEGIN; INSERT INTO t VALUES ('c', '2024-05-01 01:21Z', 1)});
clock_at('t_view', 'c', '1 hour');
clocks_are('t_view', 'a 01:00 idle, b 01:10 idle, c 01:20 holds, NULL 00:53 idle', 'nobody falls idle by the clock while one is open');
$open->query_safe('COMMIT');
$node->sync('t_view');
watermark_is('t_view', '01:20:50', 'its row counts');
$open->quit;

clock_now();
# advance_watermark(): all are behind then
sql(q{SELECT continuous.advance_watermark('t_view', '2024-05-01 02:00Z')});
put('t', 'a 01:40', 'b 01:41');
watermark_is('t_view', '02:00:00', 'W moved by hand');
clocks_are('t_view', 'a 01:40 behind, b 01:41 behind, c 01:21 idle, NULL 00:53 idle', 'they have to catch up');
# a shorter watermark_delay lets them
put('t', 'b 02:00:05');
clocks_are('t_view', 'a 01:40 behind, b 02:00 behind, c 01:21 idle, NULL 00:53 idle', 'not yet');
sql(q{ALTER VIEW t_view SET (watermark_delay = '1 s')});
put('t', 'a 01:41');
watermark_is('t_view', '02:00:04', 'a shorter watermark_delay, and it has');
sql(q{ALTER VIEW t_view SET (watermark_delay = '10 s')});
put('t', 'b 02:00:12');
watermark_is('t_view', '02:00:04', 'with a longer one it is behind again');
put('t', 'b 02:00:15');
watermark_is('t_view', '02:00:05', 'until it has caught up');

# rename, rebuild, replace, drop
sql('ALTER TABLE t RENAME COLUMN src TO source; ALTER TABLE t RENAME COLUMN source TO "s r c"');
sql(q{INSERT INTO t VALUES ('b', '2024-05-01 02:10Z', 1)});
$node->sync('t_view');
watermark_is('t_view', '02:09:50', 'a column that was renamed is the same');
sql(q{ALTER TABLE t RENAME COLUMN "s r c" TO src});
sql(q{DELETE FROM t WHERE src <> 'a' OR src IS NULL OR at > '2025-01-01'; SELECT continuous.rebuild('t_view')});
$node->sync('t_view');
clocks_are('t_view', 'a 01:41 holds', 'rebuild() forgets clocks of rows that are gone');
watermark_is('t_view', '01:40:50', '... and begins anew');
is(sql('SELECT count(*) FROM continuous.clock'), '1', '... and their rows');

# privileges
sql('CREATE ROLE monitor; CREATE ROLE reader; GRANT pg_read_all_stats TO monitor; GRANT SELECT ON t_view TO reader');
is(sql(q{SET ROLE monitor; SELECT value FROM continuous.clocks('t_view')}) =~ s/\s//gr, 'a', 'who may read all stats may see the clocks');
my ($code, $out, $err) = $node->psql('postgres', q{SET ROLE reader; SELECT * FROM continuous.clocks('t_view')});
like($err, qr/must be owner of view t_view/, 'who may read the view may not: it does not show the column');
is(sql(q{SELECT count(*) FROM continuous.clocks('cv_tick_view')}), '0', 'a view without watermark_by has none');
($code, $out, $err) = $node->psql('postgres', q{SELECT * FROM continuous.clocks('t')});
like($err, qr/"t" is not a continuous view/, 'nor has a table');
sql('DROP VIEW t_view');
is(sql('SELECT count(*) FROM continuous.clock'), '0', 'DROP VIEW leaves nothing');

# backfill, with a device that is silent since 2020: everything counts as one
# transaction, so it holds W until idle_timeout is over
clock_now();
sql(q{CREATE TABLE back (src text, at timestamptz, v int)},
	q{INSERT INTO back SELECT 'x' || i % 3, timestamptz '2024-05-01 00:00Z' + i * interval '1 second', 1 FROM generate_series(1, 3600) i},
	q{INSERT INTO back VALUES ('old', '2020-01-01 00:00Z', 1)});
create('back', q{, allowed_lateness = '0 s'}, no_table => 1);
is(sql(q{SELECT watermark = '2020-01-01 00:00Z' FROM continuous.stats WHERE view = 'back_view'::regclass}), 't', 'after a backfill the oldest holds W');
is($node->stat_of('back_view', 'rows_counted'), '3601', 'nothing in a backfill is late');
put('back', 'x0 01:00:01', 'x1 01:00:02', 'x2 01:00:03');
clock_at('back_view', 'old', '1 microsecond');
watermark_is('back_view', '01:00:01', 'when it falls idle W moves to the slowest that is left');

# values by the equality of their type; tables without clocks are none the wiser
create('num', '', type => 'numeric');
put('num', '1.0 00:10', '1.00 00:11', '1 00:12', '2 00:20');
clocks_are('num_view', '1.0 00:12 holds, 2 00:20 holds', '1.0, 1.00 and 1 are one value');
sql(q{CREATE TYPE mood AS ENUM ('sad', 'glad')});
create('enums', '', type => 'mood');
put('enums', 'sad 00:10', 'glad 00:11');
clocks_are('enums_view', 'glad 00:11 holds, sad 00:10 holds', 'an enum');
create('arrays', '', type => 'text[]');
put('arrays', '{a,NULL} 00:10', '{b} 00:11', '{a,NULL} 00:12');
clocks_are('arrays_view', '{a,NULL} 00:12 holds, {b} 00:11 holds', 'an array');
sql(q{CREATE COLLATION lax (provider = icu, locale = 'und-u-ks-level2', deterministic = false)});
create('texts', '', type => 'text COLLATE lax');
my $long = 'x' x 10000;
put('texts', 'ab 00:10', 'AB 00:12', "$long 00:20");
is(sql(q{SELECT string_agg(left(value, 3) || ' ' || to_char(event_time AT TIME ZONE 'UTC', 'HH24:MI'), ', ' ORDER BY event_time) FROM continuous.clocks('texts_view')}), 'ab 00:12, xxx 00:20', 'by the collation of the column, and of any length');
$node->restart;
put('texts', 'Ab 00:21', "$long 00:22", 'aB 00:23');
is(sql(q{SELECT string_agg(left(value, 3) || ' ' || to_char(event_time AT TIME ZONE 'UTC', 'HH24:MI'), ', ' ORDER BY event_time) FROM continuous.clocks('texts_view')}), 'xxx 00:22, ab 00:23', '... also after they were loaded');

# one clock a partition
sql(q{CREATE TABLE parts (src text, at timestamptz, v int) PARTITION BY LIST (src)},
	map { "CREATE TABLE parts_$_ PARTITION OF parts FOR VALUES IN ('$_')" } qw(a b));
sql(q{CREATE CONTINUOUS VIEW parts_view WITH (watermark_by = tableoid, idle_timeout = '1 hour') AS SELECT window_start, sum(v) AS s FROM parts GROUP BY tumble(at, interval '1 minute')});
$node->sync('parts_view');
put('parts', 'a 00:10', 'b 00:20');
watermark_is('parts_view', '00:10:00', 'the slower partition');
is(sql(q{SELECT string_agg(value::oid::regclass::text, ', ' ORDER BY event_time) FROM continuous.clocks('parts_view')}), 'parts_a, parts_b', '... by its tableoid');
sql(q{CREATE TABLE parts_c PARTITION OF parts FOR VALUES IN ('c')});
put('parts', 'c 00:05', 'a 00:15');
watermark_is('parts_view', '00:15:00', 'a new partition with old rows does not hold it');

my ($dump) = run_command([ 'pg_dump', '-d', $node->connstr('postgres') ]);
unlike($dump, qr/continuous\.clock\b/, 'clocks mean nothing elsewhere: they are not dumped');

# 10,000 values, and one more
create('many', q{, flush_interval = '1 ms'});
sql(q{INSERT INTO many SELECT i, timestamptz '2024-05-01 00:00Z' + i * interval '1 second', 1 FROM generate_series(1, 10000) i});
$node->sync('many_view');
watermark_is('many_view', '00:00:01', '10000 values');
sql(q{INSERT INTO many SELECT i, timestamptz '2024-05-01 03:00Z' + i * interval '1 second', 1 FROM generate_series(1, 10000) i});
$node->sync('many_view');
watermark_is('many_view', '03:00:01', '... all go on');
$node->restart;
sql(q{INSERT INTO many VALUES (10000, '2024-05-01 06:00Z', 1)});
$node->sync('many_view');
is(sql(q{SELECT count(*) FROM continuous.clocks('many_view')}), '10000', '... and are known after a restart');
sql(q{INSERT INTO many VALUES (10001, '2024-05-01 06:00Z', 1)});
$node->wait_for_state('many_view', 'stopped');
is($node->stat_of('many_view', 'error'), 'the column of watermark_by has more than 10000 values. Use a column that names sources, partitions or devices, and make the view anew; or increase continuous.max_clocks.', 'one more stops the view');
is(sql(q{SELECT sqlstate FROM continuous.status WHERE view = 'many_view'::regclass}), '54000', 'program_limit_exceeded');
is(sql(q{SELECT count(*) FROM continuous.clocks('many_view')}), '10000', 'nothing of that batch is left');
sql('DROP VIEW many_view');
# also where groups were written early, for want of memory
sql(q{ALTER SYSTEM SET continuous.batch_memory = '1MB'});
$node->restart;
sql(q{CREATE TABLE spilled (src int, at timestamptz, v int)},
	q{CREATE CONTINUOUS VIEW spilled_view WITH (watermark_by = src, idle_timeout = '1 hour') AS SELECT window_start, src, v, sum(v) AS s FROM spilled GROUP BY tumble(at, interval '1 minute'), src, v});
$node->sync('spilled_view');
sql(q{INSERT INTO spilled SELECT CASE WHEN i <= 60000 THEN i % 9999 ELSE i END, timestamptz '2024-05-01 00:00Z', i FROM generate_series(1, 60010) i});
$node->wait_for_state('spilled_view', 'stopped');
like($node->stat_of('spilled_view', 'error'), qr/more than 10000 values/, 'one more after a spill stops the view, too');
sql('DROP VIEW spilled_view', q{ALTER SYSTEM RESET continuous.batch_memory});
$node->restart;

# crashes: clocks are what the last flush saved, and no row is lost to them
create('crash', q{, allowed_lateness = '0 s'});
my $minute = 0;
for my $point (qw(batch_before_write batch_before_position batch_before_commit batch_after_commit batch_after_install))
{
	for my $action (qw(error kill kill_server))
	{
		my $log_end = $node->log_end;
		my @rows = map { $minute++; sprintf "('s%d', '2024-05-01 %02d:%02dZ', 1)", $minute % 3, $minute / 60, $minute % 60 } 1 .. 9;
		$node->arm_debug_point($point, $action);
		# the first three go alone, the others meet what comes of it
		for my $part (0 .. 2)
		{
			my $insert = 'INSERT INTO crash VALUES ' . join(', ', @rows[3 * $part .. 3 * $part + 2]);
			eval { $node->psql('postgres', $insert) };
			last if $action ne 'error' && $part == 0;
		}
		$node->wait_for_debug_point($point, $log_end);
		if ($action eq 'kill') { $node->wait_for_recovery($log_end) }
		elsif ($action eq 'kill_server') { $node->start_after_kill }
		sql('DELETE FROM crash; INSERT INTO crash VALUES ' . join(', ', @rows));
		$node->sync('crash_view');
		is(sql(q{SELECT string_agg(value || ' ' || to_char(event_time AT TIME ZONE 'UTC', 'HH24:MI'), ', ' ORDER BY value) FROM continuous.clocks('crash_view')}),
			join(', ', map { my $source = $_; my ($last) = grep { $_ % 3 == $source } reverse 1 .. $minute; sprintf 's%d %02d:%02d', $source, $last / 60, $last % 60 } 0 .. 2),
			"$action at $point: clocks show the newest times");
		is(watermark('crash_view'), sprintf('%02d:%02d:00', ($minute - 2) / 60, ($minute - 2) % 60), "$action at $point: W is the slowest");
	}
}

# by the real clock: a value falls idle without any data, and then the other
$node->set_clock(undef);
create('real', '');
put('real', 'a 00:10');
put('real', 'b 00:20');
sql(q{ALTER VIEW real_view SET (idle_timeout = '200 ms')});
ok($node->poll_query_until('postgres', q{SELECT watermark > '2024-05-01 00:20Z' FROM continuous.stats WHERE view = 'real_view'::regclass}), 'W goes on by itself');
clocks_are('real_view', 'a 00:10 idle, b 00:20 idle', '... when all are idle');

$node->stop;
done_testing();
