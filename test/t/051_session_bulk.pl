# Many sessions against plain SQL with lag(): a backfill, one large transaction
# after the other, in any order of time and in that of time, with memory for a
# small part of them (in motion, and at rest); then with rows that join what
# rests in the tables only.  Nothing is too late, so the order must not matter.
# The input is a large one, so indexes by key are made behind the backfill, when
# they are needed, or, while somebody locks the results, not at all.
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
$node->safe_psql('postgres', q{
CREATE TABLE ev (id int, at timestamptz, k int, n numeric, filler text);
CREATE FUNCTION plain(gap interval, by_key bool, upto timestamptz)
RETURNS TABLE (window_start timestamptz, window_end timestamptz, k int, n bigint, total numeric, last int) LANGUAGE sql AS $$
SELECT min(at), max(at) + gap, k, count(*), sum(n), max(id)
  FROM (SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY k ORDER BY at) AS session
		  FROM (SELECT id, at, k, n, coalesce(at - lag(at) OVER (PARTITION BY k ORDER BY at) >= gap, true) AS begins
				  FROM (SELECT id, at, CASE WHEN by_key THEN k END AS k, n FROM ev) s) s) s
 GROUP BY k, session HAVING max(at) + gap <= upto;
$$;
});

# rows of a transaction: about one a second, of 500 customers; in the order of
# time, or not
sub insert_rows
{
	my ($first, $last, $is_shuffled) = @_;
	my $order = $is_shuffled ? 'hashint4(i)' : 'i';
	$node->safe_psql('postgres', qq{
INSERT INTO ev SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '700 ms', abs(hashint4(i)) % 500, (i % 97) * 1.01, repeat('.', 600)
  FROM generate_series($first, $last) i ORDER BY $order});
	return;
}

my %views = (
	shown => { gap => '10 minutes', by_key => 1, options => q{emit = 'update'} },
	brief => { gap => '3 seconds', by_key => 1, options => q{emit = 'update', watermark_delay = '1 minute'} },
	hidden => { gap => '10 minutes', by_key => 1, options => q{emit = 'final', watermark_delay = '1 hour'} },
	total => { gap => '701 ms', by_key => 0, options => q{emit = 'update'} },
	single => { gap => '700 ms', by_key => 0, options => q{emit = 'final'} });

sub create_view
{
	my ($name) = @_;
	my $view = $views{$name};
	my ($column, $key) = $view->{by_key} ? ('k', ', k') : ('NULL::int AS k', '');
	$node->safe_psql('postgres', qq{
BEGIN;
CREATE CONTINUOUS VIEW $name WITH (allowed_lateness = '100 days', $view->{options}) AS
SELECT window_start, window_end, $column, count(*) AS n, sum(n) AS total, max(id) AS last FROM ev GROUP BY session(at, interval '$view->{gap}')$key;
SELECT continuous.pause('$name');
COMMIT});
	return;
}

sub check_views
{
	my ($what) = @_;
	foreach my $name (sort keys %views)
	{
		$node->sync($name);
		my $by_key = $views{$name}{by_key} ? 'true' : 'false';
		my $upto = $views{$name}{options} =~ /final/ ? "continuous.watermark('$name')::timestamptz" : q{'infinity'};
		$node->oracle_ok("TABLE $name", "SELECT * FROM plain('$views{$name}{gap}', $by_key, $upto)", "$what: $name");
		$node->counters_ok($name, $node->safe_psql('postgres', 'SELECT count(*) FROM ev'), "$what: rows of $name");
	}
	return;
}

# a backfill, out of order and in order
insert_rows(5_001, 10_000, 1);
insert_rows(10_001, 20_000, 0);
create_view($_) foreach sort keys %views;
my $locker = $node->background_psql('postgres', on_error_stop => 1);
$locker->query_safe($_) foreach 'BEGIN', 'LOCK TABLE brief_results IN SHARE UPDATE EXCLUSIVE MODE';
$node->safe_psql('postgres', 'SELECT continuous.resume(view) FROM continuous.views');
check_views('backfill');
my $tables = q{SELECT string_agg(relid::regclass::text, ' ' ORDER BY relid::regclass::text) FROM continuous.view, unnest(ARRAY[results, state]) AS relid
 WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = relid AND pg_get_indexdef(indexrelid) LIKE '%(cv_key, window_start)')};
is($node->safe_psql('postgres', $tables), 'brief_results', 'indexes by key are there, but for a table that is locked');
cmp_ok($node->stat_of('shown', 'state_bytes'), '<=', 1024 * 1024, 'the state area keeps to its limit');

# through the WAL: newer ones, then older ones that go in between and before
insert_rows(20_001, 25_000, 0);
insert_rows(25_001, 28_000, 1);
check_views('newer rows');
$node->safe_psql('postgres', q{
INSERT INTO ev SELECT -30000 - i, timestamptz '2024-06-03 01:30Z' + i * interval '61 s' + interval '350 ms', i % 500, i FROM generate_series(1, 20) i});
check_views('rows where memory is short, without an index');
is($node->safe_psql('postgres', $tables), 'brief_results', 'it is locked still');
$locker->query_safe('COMMIT');
$locker->quit;
$node->safe_psql('postgres', 'SELECT continuous.pause(view) FROM continuous.views');
insert_rows(1 + 1000 * $_, 1000 + 1000 * $_, $_ % 2) foreach reverse 0 .. 4;
$node->safe_psql('postgres', q{
INSERT INTO ev SELECT -i, timestamptz '2024-06-03 00:00Z' + i * interval '13 s' + interval '350 ms', i % 500, i FROM generate_series(1, 1500) i});
$node->safe_psql('postgres', 'SELECT continuous.resume(view) FROM continuous.views');
check_views('older rows');
is($node->safe_psql('postgres', $tables), '', 'indexes by key are all there');

# what memory has lost is in the tables
$node->stop('immediate');
$node->start;
$node->safe_psql('postgres', q{
INSERT INTO ev SELECT -10000 - i, timestamptz '2024-06-03 00:00Z' + i * interval '31 s' + interval '180 ms', i % 500, i FROM generate_series(1, 600) i});
check_views('after a crash');

# everything is one session in the end
$node->safe_psql('postgres', q{
INSERT INTO ev SELECT -20000 - i, timestamptz '2024-06-03 00:00Z' + i * interval '5 minutes', 7, i FROM generate_series(0, 100) i});
check_views('a long session');
is($node->safe_psql('postgres', 'SELECT count(*) FROM shown WHERE k = 7'), 1, 'one is left of many');

done_testing();
