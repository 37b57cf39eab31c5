# Overlapping windows, made of slices, against plain SQL: late for one window
# and in time for the next, whatever the flush interval, the memory, restarts
# and changes of emit.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
wal_keep_size = '512MB'
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
});
srand(42);

sub one_of { return $_[ int(rand(@_)) ]; }
sub chance { return rand() < $_[0]; }

sub run_sql { $node->safe_psql('postgres', join(";\n", @_)); return; }
sub ask { return $node->safe_psql('postgres', $_[0]); }

run_sql(
	'CREATE FUNCTION keep_last(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$SELECT coalesce($2, $1)$$',
	'CREATE AGGREGATE last(text) (SFUNC = keep_last, STYPE = text, COMBINEFUNC = keep_last)',
	'CREATE FUNCTION add_all(int[], int[]) RETURNS int[] IMMUTABLE LANGUAGE plpgsql AS $$BEGIN $1 := $1 || $2; RETURN $1; END$$',
	'CREATE FUNCTION add_one(int[], int) RETURNS int[] IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN $1 || $2; END$$',
	'CREATE AGGREGATE all_of(int) (SFUNC = add_one, STYPE = int[], COMBINEFUNC = add_all, INITCOND = \'{}\')');

# ---- views, and which windows there are for plain SQL ---------------------

my %WINDOWS = (
	hop => { call => q{hop(at, interval '3 minutes', interval '10 minutes')}, time => 'at',
		windows => q{SELECT ws, ws + interval '10 minutes' FROM generate_series(timestamptz '2024-06-01 00:00Z', '2024-06-04 00:00Z', interval '3 minutes') ws} },
	hop_even => { call => q{hop(at, interval '5 minutes', interval '30 minutes', origin => timestamptz '2024-06-01 00:01Z')}, time => 'at',
		windows => q{SELECT ws, ws + interval '30 minutes' FROM generate_series(timestamptz '2024-06-01 00:01Z', '2024-06-04 00:00Z', interval '5 minutes') ws} },
	hop_apart => { call => q{hop(at, interval '5 minutes', interval '5 minutes')}, time => 'at',
		windows => q{SELECT ws, ws + interval '5 minutes' FROM generate_series(timestamptz '2024-06-01 00:00Z', '2024-06-04 00:00Z', interval '5 minutes') ws} },
	cumulate => { call => q{cumulate(at, interval '10 minutes', interval '1 hour')}, time => 'at',
		windows => q{SELECT s, s + n * interval '10 minutes' FROM generate_series(timestamptz '2024-06-01 00:00Z', '2024-06-04 00:00Z', interval '1 hour') s, generate_series(1, 6) n} },
	months => { call => q{hop(day, interval '1 month', interval '3 months', timezone => 'Europe/London')}, time => 'day',
		windows => q{SELECT (timestamp '2000-01-01' + n * interval '1 month') AT TIME ZONE 'Europe/London', (timestamp '2000-01-01' + (n + 3) * interval '1 month') AT TIME ZONE 'Europe/London' FROM generate_series(270, 700) n} },
	days => { call => q{hop(day, interval '1 day', interval '3 days', timezone => 'Europe/London')}, time => 'day',
		windows => q{SELECT (timestamp '2024-02-01' + n * interval '1 day') AT TIME ZONE 'Europe/London', (timestamp '2024-02-01' + (n + 3) * interval '1 day') AT TIME ZONE 'Europe/London' FROM generate_series(-500, 3600) n} });

my @EXACT = (
	'count(*)', 'count(x)', 'sum(n)', 'avg(n)', 'sum(x)', 'avg(x)', 'min(x)', 'max(n)', 'min(label)', 'max(label)',
	'sum(n::bigint)', 'avg(n::bigint)', 'sum(n::smallint)', 'sum(n::float8)', 'avg((n % 8)::float8)', 'sum(n::float4)', 'bool_and(n % 7 <> 0)', 'bool_or(x IS NULL)',
	'bit_or(n)', 'bit_xor(n)', 'var_samp(n)', 'stddev_pop(x)', 'round(variance(x), 6)', 'regr_count(n, x)',
	'sum(n) FILTER (WHERE n % 2 = 1)', 'sum(n * interval \'1 minute\')', 'max(n * interval \'1 hour\')', 'min(at)', 'sum(x * 1e35)',
	'(SELECT array_agg(u ORDER BY u) FROM unnest(all_of(n)) u)');

my @views = (
	{ name => 'plain', window => 'hop', lateness => '0 s', delay => '0 s', emit => 'update', flush => '0 s' },
	{ name => 'slow', window => 'hop', lateness => '0 s', delay => '0 s', emit => 'update', flush => '1 hour' },
	{ name => 'final', window => 'hop', lateness => '0 s', delay => '0 s', emit => 'final', flush => '0 s' },
	{ name => 'slow_final', window => 'hop', lateness => '5 minutes', delay => '1 minute', emit => 'final', flush => '1 hour' },
	{ name => 'wide', window => 'hop_even', lateness => '10 minutes', delay => '0 s', emit => 'update', flush => '1 ms', aggregates => \@EXACT },
	{ name => 'wide_final', window => 'hop_even', lateness => '1 hour', delay => '2 minutes', emit => 'final', flush => '1 hour', aggregates => \@EXACT },
	{ name => 'grows', window => 'cumulate', lateness => '0 s', delay => '0 s', emit => 'update', flush => '1 hour' },
	{ name => 'grows_final', window => 'cumulate', lateness => '15 minutes', delay => '0 s', emit => 'final', flush => '0 s' },
	{ name => 'in_order', window => 'hop_apart', lateness => '0 s', delay => '0 s', emit => 'update', flush => '1 hour', aggregates => ['last(label)'] },
	{ name => 'skips', window => 'hop', lateness => '0 s', delay => '0 s', emit => 'update', flush => '1 hour', skip => 1,
		aggregates => [ 'count(*)', 'sum(10 / (n % 7))' ] },
	{ name => 'by_month', window => 'months', lateness => '20 days', delay => '0 s', emit => 'final', flush => '0 s' },
	{ name => 'by_day', window => 'days', lateness => '1 day', delay => '12 hours', emit => 'update', flush => '1 hour' });

run_sql(
	'CREATE TABLE ev (id int, tx int, at timestamptz, day timestamptz, k numeric, n int, x numeric, label text)',
	'CREATE TABLE advances (no numeric, w timestamptz)',
	map { "CREATE TABLE win_$_ (ws, we) AS $WINDOWS{$_}{windows}; CREATE INDEX ON win_$_ (ws); ANALYZE win_$_" } sort keys %WINDOWS);

sub create_views
{
	foreach my $view (@views)
	{
		my @list = @{ $view->{aggregates} // [ 'count(*)', 'sum(n)', 'max(label)' ] };
		my $number = 0;
		$view->{list} = join(', ', map { my $agg = $_; $number++; "$agg AS a$number" } @list);
		run_sql("CREATE CONTINUOUS VIEW $view->{name} WITH (watermark_delay = '$view->{delay}', allowed_lateness = '$view->{lateness}', emit = $view->{emit}, "
			  . "flush_interval = '$view->{flush}', max_future = none" . ($view->{skip} ? ', on_error = skip' : '')
			  . ") AS SELECT window_start, window_end, k, $view->{list} FROM ev WHERE n <> 13 GROUP BY $WINDOWS{$view->{window}}{call}, k");
	}
	return;
}

# Rows and the windows they are in, into the table pairs.  A row is judged by the
# watermark from before its own transaction, for each window on its own.
my $is_one_transaction = 0;

sub find_pairs
{
	my ($view) = @_;
	my $time = $WINDOWS{ $view->{window} }{time};
	my $passes = 'n <> 13' . ($view->{skip} ? ' AND n % 7 <> 0' : '');
	my $tx = $is_one_transaction ? '0' : 'tx';
	my $advances = $time eq 'at' && !$is_one_transaction ? 'UNION ALL SELECT no, w FROM advances' : '';
	run_sql(qq{
DROP TABLE IF EXISTS moves, pairs;
CREATE TABLE moves AS
SELECT $tx AS no, max($time) - interval '$view->{delay}' AS w FROM ev WHERE $passes GROUP BY 1 $advances;
CREATE TABLE pairs AS
WITH before AS MATERIALIZED
	(SELECT no, max(max(w)) OVER (ORDER BY no ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS w FROM moves GROUP BY no)
SELECT e.*, ws, we, coalesce(we + interval '$view->{lateness}' > w, true) AS in_time, coalesce(w >= we, false) AS is_closed
  FROM (SELECT id, $tx AS tx, at, day, k, n, x, label FROM ev WHERE $passes) e JOIN before ON no = tx
	   JOIN win_$view->{window} ON ws <= $time AND ws > $time - interval '100 days' AND we > $time});
	return;
}

sub check
{
	my ($when) = @_;
	foreach my $view (@views)
	{
		my $name = $view->{name};
		find_pairs($view);
		my $closed = $view->{emit} eq 'final' ? 'AND we <= (SELECT max(w) FROM moves)' : '';
		my $list = $view->{list} =~ s/last\(label\)/last(label ORDER BY tx, CASE WHEN tx > 0 THEN at END, id)/r;
		# to the last digit
		my $columns = join(', ', map { "a$_\::text" } 1 .. @{ $view->{aggregates} // [ 1 .. 3 ] });
		$node->oracle_ok("SELECT window_start, window_end, k, $columns FROM $name",
			"SELECT ws, we, k, $columns FROM (SELECT ws, we, k, $list FROM pairs WHERE in_time $closed GROUP BY ws, we, k) p", "$when: $name equals plain SQL");
		$node->oracle_ok("SELECT window_start, window_end, k, _corrections FROM ${name}_results",
			"SELECT ws, we, k, (count(*) FILTER (WHERE is_closed))::int FROM pairs WHERE in_time $closed GROUP BY ws, we, k", "$when: corrections of $name");
		$node->oracle_ok("SELECT rows_read, rows_filtered, rows_failed, rows_counted, rows_too_late, late_windows, corrections FROM continuous.stats WHERE view = '$name'::regclass",
			"WITH per_row AS (SELECT id, bool_or(in_time) AS counts, bool_or(in_time AND is_closed) AS corrects, count(*) FILTER (WHERE NOT in_time) AS late FROM pairs GROUP BY id)
			SELECT (SELECT count(*) FROM ev), (SELECT count(*) FROM ev WHERE n = 13), " . ($view->{skip} ? '(SELECT count(*) FROM ev WHERE n <> 13 AND n % 7 = 0)' : '0::bigint') . ",
				   count(*) FILTER (WHERE counts), count(*) FILTER (WHERE NOT counts), coalesce(sum(late), 0)::bigint, count(*) FILTER (WHERE corrects) FROM per_row", "$when: counters of $name");
		# what is sealed has no slices any more
		is(ask("SELECT count(*) FROM ${name}_state WHERE window_end <= (SELECT continuous.watermark('$name')) - interval '$view->{lateness}'"), '0', "$when: sealed slices of $name are gone");
	}
	is(ask("SELECT count(*) FROM plain p FULL JOIN slow s ON p.window_start = s.window_start AND p.k IS NOT DISTINCT FROM s.k WHERE p.k::text IS DISTINCT FROM s.k::text"),
		'0', "$when: keys are written alike, however batches are cut");
	return;
}

# ---- transactions ---------------------------------------------------------

my ($id, $tx, $clock) = (0, -1, 100_000);

sub random_transaction
{
	my @rows;
	$tx++;
	$clock += int(rand(400));
	foreach (1 .. 1 + int(rand(6)))
	{
		$id++;
		my $at = $clock - int(chance(0.6) ? rand(120) : chance(0.7) ? rand(1200) : rand(9000));
		my $day = $clock - int(chance(0.6) ? rand(100) : rand(3000));
		push @rows, "($id, $tx, timestamptz '2024-06-01 00:00Z' + $at * interval '1 s' + $id * interval '1 us', timestamptz '2024-02-01 00:00Z' + ($day - 99000) * interval '1 hour', "
		  . one_of('NULL', '1.0', '1.00', '2', '2.0', '3') . ', ' . int(rand(60)) . ', ' . one_of('NULL', '1.25', '7', '0.001') . ", 'label $id')";
	}
	return 'INSERT INTO ev VALUES ' . join(', ', @rows);
}

# more groups than memory holds
sub bulk_transaction
{
	my ($n) = @_;
	my $first = $id + 1;
	$id += $n;
	$tx++;
	my $from = $clock - 3000;
	return "INSERT INTO ev SELECT $first + g, $tx, timestamptz '2024-06-01 00:00Z' + ($from + g * 7919 % 3000) * interval '1 s' + g * interval '1 us', "
	  . "timestamptz '2024-02-01 00:00Z' + ($from - 99000 + g * 7919 % 3000) * interval '1 hour', g % 600, g % 60, g / 8.0, 'label ' || g FROM generate_series(0, $n - 1) g";
}

sub sync_all { $node->sync($_->{name}) foreach @views; return; }

# what is there at creation is one transaction; another goes through in the
# order of places, not of times, so that no order is asked of it
run_sql(random_transaction());
create_views();
sync_all();

sub kill_worker
{
	my $log_end = $node->log_end;
	kill 9, $node->wait_for_worker;
	$node->wait_for_recovery($log_end);
	return;
}

my @rounds = (
	[ 'transactions one by one', sub { } ],
	[ 'a restart', sub { $node->restart; } ],
	[ 'a killed worker', \&kill_worker ],
	[ 'more groups than memory holds', sub { run_sql(bulk_transaction(2000)) foreach 1 .. 2; } ],
	[ 'a backlog', sub { $node->set_enabled(0); run_sql(random_transaction()) foreach 1 .. 40; $node->set_enabled(1); } ],
	[ 'an immediate stop', sub { $node->stop('immediate'); $node->start; } ],
	[ 'emit changed', sub {
		foreach my $view (@views)
		{
			$view->{emit} = $view->{emit} eq 'final' ? 'update' : 'final';
			run_sql("ALTER VIEW $view->{name} SET (emit = $view->{emit})");
		} } ],
	[ 'a watermark by hand', sub {
		my $w = "timestamptz '2024-06-01 00:00Z' + ($clock + 700) * interval '1 s'";
		run_sql("INSERT INTO advances VALUES ($tx + 0.5, $w)", map { "SELECT continuous.advance_watermark('$_->{name}', $w)" } grep { $WINDOWS{ $_->{window} }{time} eq 'at' } @views); } ],
	[ 'emit changed back', sub {
		foreach my $view (@views)
		{
			$view->{emit} = $view->{emit} eq 'final' ? 'update' : 'final';
			run_sql("ALTER VIEW $view->{name} SET (emit = $view->{emit})");
		} } ],
	[ 'more groups again', sub { run_sql(bulk_transaction(2000)); $node->restart; } ]);

foreach my $round (@rounds)
{
	my ($title, $event) = @$round;
	foreach (1 .. 8) { run_sql(random_transaction()); }
	$event->();
	foreach (1 .. 5) { run_sql(random_transaction()); }
	sync_all();
	check($title);
}

# from the start, with all the rows there are: they are one transaction now
foreach my $view (@views)
{
	next if $view->{skip} || $view->{name} eq 'in_order';
	run_sql("DROP VIEW $view->{name}");
}
@views = grep { !$_->{skip} && $_->{name} ne 'in_order' } @views;
create_views();
sync_all();
$is_one_transaction = 1;
check('a backfill of all');

# a backfill closes many windows: in steps, each with a watermark of its own
run_sql('CREATE TABLE many (at timestamptz, k int, n int)',
	q{INSERT INTO many SELECT timestamptz '2024-06-01 00:00Z' + g % 4 * interval '5 minutes' + g * interval '1 ms', g / 4, g FROM generate_series(0, 159999) g},
	q{CREATE CONTINUOUS VIEW steps WITH (emit = final) AS SELECT window_start, k, count(*), sum(n) FROM many GROUP BY hop(at, interval '5 minutes', interval '10 minutes'), k});
$node->sync('steps');
$node->oracle_ok('TABLE steps', q{
SELECT ws, k, count(*), sum(n) FROM many JOIN generate_series(timestamptz '2024-05-31 23:55Z', '2024-06-01 00:15Z', interval '5 minutes') ws ON ws <= at AND ws > at - interval '10 minutes'
 WHERE ws + interval '10 minutes' <= (SELECT max(at) FROM many) GROUP BY 1, 2}, 'windows that a backfill closes are published');
ok(ask(q{SELECT count(DISTINCT _updated_at) FROM steps_results}) > 1, '... in steps');

$node->stop;
done_testing();
