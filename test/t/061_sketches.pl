# Sketches of the extensions hll and tdigest are aggregates that can be combined:
# in all kinds of windows, over batches and a restart, they say what they say
# when all rows come at once, and windows can be put together on reading.
use strict;
use warnings FATAL => 'all';

use CvNode;
use Test::More;

my $node = CvNode->create('main');
sub run_sql { $node->safe_psql('postgres', $_[0]); return; }

my %WINDOWS = (
	tumble => q{tumble(at, interval '20 minutes')},
	hop => q{hop(at, interval '5 minutes', interval '15 minutes')},
	cumulate => q{cumulate(at, interval '5 minutes', interval '15 minutes')},
	session => q{session(at, interval '2 minutes')});
my $AGGREGATES = q{count(*) AS n, hll_add_agg(hll_hash_bigint(visitor)) AS visitors, hll_union_agg(seen) AS seen, hll_add_agg(hll_hash_text(page), 13) AS pages,
	tdigest(ms, 100) AS ms, tdigest_percentile(ms, 100, 0.99) AS p99, tdigest_percentile(ms, 100, ARRAY[0.05, 0.5]) AS several, tdigest(parts) AS parts};

run_sql(q{
CREATE EXTENSION hll;
CREATE EXTENSION tdigest;
CREATE TABLE hits (at timestamptz, page text, visitor bigint, ms float8, seen hll, parts tdigest);
CREATE FUNCTION hits(batch int) RETURNS SETOF hits LANGUAGE sql AS $$
SELECT timestamptz '2024-06-01Z' + batch * interval '10 minutes' + i * interval '0.2 seconds', nullif('page ' || i % 3, 'page 2'),
	   nullif((i * 7919) % (batch * 1000), 5), nullif((i * 7919 % 1000 + batch * 100) / 10.0, 50), hll_add(hll_empty(), hll_hash_integer(i % 100)),
	   (SELECT tdigest(v, 50) FROM generate_series(1, i % 10) v)
  FROM generate_series(1, 1500) i $$;
});
run_sql("CREATE CONTINUOUS VIEW $_ AS SELECT window_start, window_end, page, $AGGREGATES FROM hits GROUP BY $WINDOWS{$_}, page") foreach sort keys %WINDOWS;

# The rows of a batch are 5 minutes, 10 minutes after those before: sessions of
# their own, until a row for each minute comes between.
sub check
{
	my ($when) = @_;
	foreach my $name (sort keys %WINDOWS)
	{
		$node->sync($name);
		my $plain = $node->safe_psql('postgres', "SELECT continuous.one_shot('$name')");
		$node->oracle_ok("SELECT window_start, window_end, page, n, visitors::text, seen::text, pages::text, tdigest_count(ms), tdigest_count(parts) FROM $name",
			"SELECT window_start, window_end, page, n, visitors::text, seen::text, pages::text, tdigest_count(ms), tdigest_count(parts) FROM ($plain) q",
			"$when: sketches of $name are those of plain SQL");
		is($node->safe_psql('postgres', qq{
SELECT window_start, $name.page FROM $name JOIN (SELECT window_start, window_end, page, percentile_cont(ARRAY[0.99, 0.05, 0.5]) WITHIN GROUP (ORDER BY ms) AS exact
	FROM (SELECT lower(w) AS window_start, upper(w) AS window_end, page, ms FROM hits_of_$name) h GROUP BY 1, 2, 3) e USING (window_start, window_end)
 WHERE $name.page IS NOT DISTINCT FROM e.page
   AND NOT (abs(p99 - exact[1]) < 1.5 AND abs(several[1] - exact[2]) < 1.5 AND abs(several[2] - exact[3]) < 3 AND abs((SELECT tdigest_percentile(d, 0.5) FROM (SELECT $name.ms AS d) x) - exact[3]) < 3)}), '', "$when: percentiles of $name are close to the exact ones");
	}
	return;
}

# each row with its windows
run_sql(q{
CREATE VIEW hits_of_tumble AS SELECT hits.*, continuous.tumble(at, interval '20 minutes') AS w FROM hits;
CREATE VIEW hits_of_hop AS SELECT hits.*, w FROM hits, continuous.hop(at, interval '5 minutes', interval '15 minutes') w;
CREATE VIEW hits_of_cumulate AS SELECT hits.*, w FROM hits, continuous.cumulate(at, interval '5 minutes', interval '15 minutes') w;
CREATE VIEW hits_of_session AS SELECT hits.*, continuous.sessionize(at, interval '2 minutes') OVER (PARTITION BY page ORDER BY at) AS w FROM hits;
});

run_sql('INSERT INTO hits SELECT * FROM hits(1)');
check('one batch');
foreach my $batch (2 .. 4)
{
	run_sql("INSERT INTO hits SELECT * FROM hits($batch)");
	$node->sync($_) foreach sort keys %WINDOWS;
}
check('several batches');
$node->restart;
run_sql(q{INSERT INTO hits SELECT at, page, 1, 50, hll_empty(), NULL
  FROM generate_series(timestamptz '2024-06-01 00:15:30Z', '2024-06-01 00:20Z', interval '1 minute') at, unnest(ARRAY['page 0', 'page 1', NULL]) page});
check('a restart, and sessions that are joined');

# on reading
$node->oracle_ok('SELECT page, hll_union_agg(visitors)::text FROM tumble GROUP BY page', 'SELECT page, hll_add_agg(hll_hash_bigint(visitor))::text FROM hits GROUP BY page',
	'sketches of windows are put together on reading');
is($node->safe_psql('postgres', q{
SELECT max(abs(g.p - e.p)) < 1.5 FROM (SELECT page, tdigest_percentile(ms, 0.95) AS p FROM tumble GROUP BY page) g
	JOIN (SELECT page, percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) AS p FROM hits GROUP BY page) e ON g.page IS NOT DISTINCT FROM e.page}), 't', 'so are digests');

$node->stop;
done_testing();
