# pg_upgrade with live views: every kind of window, state and input goes on from
# its position, nothing is lost or counted twice. From PostgreSQL in the folder
# CV_OLD_INSTALL (make test-versions), or from the release itself.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

# so small that groups rest in chunks
my $conf = q{
continuous.collected_inline = 64
wal_keep_size = 0
max_wal_size = '32MB'
min_wal_size = '32MB'
};
my $old = CvNode->create('old', conf => $conf, $ENV{CV_OLD_INSTALL} ? (install_path => $ENV{CV_OLD_INSTALL}) : ());
my $new = CvNode->create('new', conf => $conf, start => 0);
my $node = $old;
note('from ' . $old->pg_version . ' to ' . $new->pg_version);

my %views = (
	tumbled => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY tumble(at, '10 minutes'), k, s},
	hopped => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY hop(at, '10 minutes', '30 minutes'), k, s},
	cumulated => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY cumulate(at, '20 minutes', '1 hour'), k, s},
	sessions => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY session(at, '200 seconds'), k, s},
	months => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY tumble(at, '1 month', timezone => 'Europe/London'), k, s},
	lives => q{SELECT k, s, $columns FROM ev GROUP BY k, s},
	joined => q{SELECT window_start, window_end, name, s, $columns FROM ev JOIN names USING (k) GROUP BY tumble(at, '10 minutes'), name, s},
	parts => q{SELECT window_start, window_end, k, s, $columns FROM part GROUP BY tumble(at, '10 minutes'), k, s},
	'"Fin al"' => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY session(at, '200 seconds'), k, s},
	clocked => q{SELECT window_start, window_end, k, s, $columns FROM ev GROUP BY tumble(at, '10 minutes'), k, s});
my %options = (
	'"Fin al"' => 'emit = final',
	clocked => q{watermark_by = k, idle_timeout = '10000 days', emit = final},
	lives => q{state_ttl = '1000 days', event_time = at},
	parts => q{late_rows = keep, notify = parts});
my @views = sort keys %views;
my %is_final = ('"Fin al"' => 1, clocked => 1);

sub sql { return $node->safe_psql('postgres', join(';', @_)); }

sub create_sql
{
	my ($view) = @_;
	my $columns = q{count(*) AS rows, sum(n) AS n, avg(n) AS mean, min(s) AS least, round(stddev(f)::numeric, 9) AS spread, bool_and(f > 1) AS all_large,
	count(DISTINCT a) AS kinds, array_agg(i ORDER BY n, i) AS list, percentile_disc(0.5) WITHIN GROUP (ORDER BY n) AS median, string_agg(s, ',') AS said};
	my $with = exists $options{$view} ? "WITH ($options{$view}) " : '';

	return "$view ${with}AS " . $views{$view} =~ s/\$columns/$columns/r;
}

# rows first .. last, into both inputs, a minute after one another
sub insert_sql
{
	my ($first, $last) = @_;
	my $rows = qq{SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 minute', i % 3,
	CASE WHEN i % 7 > 0 THEN 'key ' || i % 2 END, (i * 7919 % 1009) * 1.01, i * 0.125, ARRAY[i % 5, i]
	FROM generate_series($first, $last) i};
	return "INSERT INTO ev $rows; INSERT INTO part $rows";
}

# every view is what plain SQL says, and has read every row once
sub all_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	my $list = join ', ', map { "('$_'::regclass)" } @views;
	my %plain = map { (split /\|/, $_, 2) } split /;?\s*@\n?/,
	  sql(join '; ', map { "SELECT continuous.sync('$_') \\g /dev/null\nSELECT '$_', continuous.one_shot('$_') || '\@'" } @views);
	my @differences;

	foreach my $view (@views)
	{
		# has none of the rows from before it was added
		my $columns = $view eq 'months' ? 'window_start, window_end, k, s, rows, n, mean, least, spread, all_large, kinds, list, median, said' : '*';
		my $is_due = $is_final{$view} ? "WHERE window_end <= continuous.watermark('$view')" : '';

		push @differences, "SELECT '$view', 'unexpected', d::text FROM (SELECT $columns FROM $view EXCEPT ALL SELECT $columns FROM ($plain{$view}) o $is_due) d",
		  "SELECT '$view', 'missing', d::text FROM (SELECT $columns FROM ($plain{$view}) o $is_due EXCEPT ALL SELECT $columns FROM $view) d";
	}
	is(sql(join ' UNION ALL ', @differences), '', "$name: the views equal plain SQL");
	is(sql(q{SELECT view, rows_read, rows_counted FROM continuous.stats, (SELECT count(*) AS n FROM ev) e
 WHERE rows_read <> n OR rows_counted + rows_too_late <> n}), '', "$name: every row was read once");
	return;
}

# what must be carried over as it is, also by servers that only move files
sub carried
{
	return sql(q{SELECT v.view, p.generation, p.phase, p.consumed_lsn, p.watermark, p.newest, p.sealed, p.rows_read, p.rows_counted, p.flushes, p.next_collection, p.collected_bytes, md5(p.detail)
  FROM continuous.position p JOIN continuous.view v ON v.view = p.view ORDER BY v.view::text}, 'SELECT * FROM continuous.clock ORDER BY view, number',
		'SELECT * FROM continuous.generation ORDER BY view, number');
}

$old->safe_psql('postgres', q{
CREATE TABLE ev (i int, at timestamptz, k int, s text, n numeric, f float8, a int[]);
CREATE TABLE part (LIKE ev) PARTITION BY LIST (k);
CREATE TABLE part_0 PARTITION OF part FOR VALUES IN (0);
CREATE TABLE part_rest PARTITION OF part DEFAULT;
CREATE TABLE names (k int PRIMARY KEY, name text);
INSERT INTO names VALUES (0, 'zero'), (1, 'one'), (2, 'two');
});
sql('CREATE CONTINUOUS VIEW ' . create_sql($_)) foreach @views;
sql(insert_sql(1, 100));
all_ok('before');
# a second generation of aggregates, and rows that are frozen and that are not
$views{months} =~ s/\$columns/\$columns, max(f) AS top/;
sql('CREATE OR REPLACE CONTINUOUS VIEW ' . create_sql('months'));
sql('VACUUM FREEZE ev, part');
sql(insert_sql(101, 150));
sql('BEGIN; ' . insert_sql(1001, 1100) . '; ROLLBACK');
all_ok('with a second generation of aggregates');

# rows that nobody has read when the old server ends
$old->set_enabled(0);
sql(insert_sql(151, 200), 'BEGIN; SAVEPOINT a; ' . insert_sql(1001, 1010) . '; ROLLBACK TO a; ' . insert_sql(201, 210) . '; COMMIT', 'VACUUM FREEZE part_0');
my $before = carried();
$old->append_conf('postgresql.conf', 'continuous.enabled = on');
$old->stop;

my ($old_bin, $new_bin) = map { $_->config_data('--bindir') } $old, $new;
chdir $new->basedir or die "cannot enter " . $new->basedir;
$new->append_conf('postgresql.conf', 'continuous.enabled = on');
command_ok(['pg_upgrade', '--no-sync', '-d', $old->data_dir, '-D', $new->data_dir, '-b', $old_bin, '-B', $new_bin,
	'-s', $new->host, '-p', $old->port, '-P', $new->port, '--retain'], 'pg_upgrade');
my @logs = glob($new->data_dir . '/pg_upgrade_output.d/*/log/*');
cmp_ok(scalar @logs, '>', 0, 'pg_upgrade has left logs');
is(join('', map { slurp_file($_) =~ /(pg_continuous (?:worker|launcher)[^\n]*)/ ? "$_: $1" : '' } @logs), '', 'no process of ours ran meanwhile');

$node = $new;
$new->append_conf('postgresql.conf', 'continuous.enabled = off');
$new->start;
is(carried(), $before, 'positions, clocks and generations are what they were');
is(sql(q{SELECT string_agg(DISTINCT state, ' ') FROM continuous.stats}), 'not running', 'no view was restored');
$new->append_conf('postgresql.conf', 'continuous.enabled = on');
$new->reload;
all_ok('upgraded');
sql(insert_sql(211, 300));
all_ok('and goes on');
$new->restart;
sql(insert_sql(301, 310));
all_ok('restarted');
sql(q{SELECT continuous.rebuild('sessions')}, q{DROP VIEW "Fin al"}, q{DELETE FROM ev WHERE i = 1});
isnt($new->psql('postgres', 'UPDATE ev SET n = 0'), 0, 'the input is still append-only');
$node->sync('sessions');
$new->stop;
done_testing();
