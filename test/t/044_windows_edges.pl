# hop(), cumulate() and session() with what else a view can have: partitions, a
# clock for each value of a column, rows that fail, rows that go, retention.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.state_memory = '1MB'");
my @views = qw(hops hops_final steps visits visits_final);

sub create_views
{
	my ($with) = @_;
	$with = defined $with ? ", $with" : '';
	$node->safe_psql('postgres', qq{
CREATE VIEW hops WITH (continuous$with) AS SELECT window_start, window_end, k, count(*) AS n, sum(10 / v) AS total FROM ev GROUP BY continuous.hop(ts, '3 minutes', '10 minutes'), k;
CREATE VIEW hops_final WITH (continuous, emit = final$with) AS SELECT window_start, window_end, k, count(*) AS n, sum(10 / v) AS total FROM ev GROUP BY continuous.hop(ts, '5 minutes', '10 minutes'), k;
CREATE VIEW steps WITH (continuous$with) AS SELECT window_start, window_end, k, count(*) AS n, sum(10 / v) AS total FROM ev GROUP BY continuous.cumulate(ts, '5 minutes', '20 minutes'), k;
CREATE VIEW visits WITH (continuous$with) AS SELECT window_start, window_end, k, count(*) AS n, sum(10 / v) AS total FROM ev GROUP BY continuous.session(ts, '1 minute'), k;
CREATE VIEW visits_final WITH (continuous, emit = final$with) AS SELECT window_start, window_end, k, count(*) AS n, sum(10 / v) AS total FROM ev GROUP BY continuous.session(ts, '1 minute'), k;
});
	$node->sync($_) foreach @views;
	return;
}

# the plain query, of the rows that were ever there, in table twin
sub views_ok
{
	my ($name, $where) = @_;
	$node->sync($_) foreach @views;
	foreach my $view (@views)
	{
		my $plain = $node->safe_psql('postgres', "SELECT rtrim(continuous.one_shot('$view'), E'; \\n')");
		$plain =~ s/\bFROM (?:public\.)?ev(?: (ev_\d+))?\b/'FROM twin ' . ($1 || 'ev')/ge;
		my $condition = $where // 'true';
		$condition .= " AND window_end <= continuous.watermark('$view')" if $view =~ /final/;
		$node->oracle_ok("TABLE $view", "SELECT * FROM ($plain) p WHERE $condition", "$name: $view");
	}
	return;
}

# the same row in both; first .. last, v of the failing ones is 0
sub insert_events
{
	my ($first, $last, $failing) = @_;
	$failing //= 'false';
	my $rows = "SELECT timestamptz '2024-06-03 00:00Z' + i * 41 % 5003 * interval '1 second', 'k' || i % 3, CASE WHEN $failing THEN 0 ELSE 1 + i % 9 END FROM generate_series($first, $last) i";
	$node->safe_psql('postgres', "BEGIN; INSERT INTO ev $rows; INSERT INTO twin SELECT * FROM ($rows) r (ts, k, v) WHERE v <> 0; COMMIT");
	return;
}

sub clean_up { $node->safe_psql('postgres', 'DROP VIEW ' . join(', ', @views) . '; DROP TABLE ev, twin'); return; }

# rows that fail are counted in no window, and are kept
$node->safe_psql('postgres', 'CREATE TABLE ev (ts timestamptz, k text, v int); CREATE TABLE twin (LIKE ev)');
create_views('on_error = skip');
insert_events(1, 300);
insert_events(301, 600, 'i % 100 = 7');
insert_events(601, 900, 'i < 650');
views_ok('on_error = skip');
foreach my $view (@views)
{
	is($node->stat_of($view, "rows_read || ' ' || rows_failed"), '900 52', "$view: failed rows are counted");
	is($node->safe_psql('postgres', "SELECT count(*) FROM ${view}_late WHERE reason = 'error' AND error LIKE '%division by zero%'"), '52', '... and kept');
}

# rows that were consumed may go; those of a session that goes on, too
$node->safe_psql('postgres', 'DELETE FROM ev WHERE v % 2 = 0; VACUUM ev');
insert_events(901, 1200);
views_ok('after DELETE');
$node->safe_psql('postgres', 'TRUNCATE ev');
insert_events(1201, 1500);
views_ok('after TRUNCATE');
$node->safe_psql('postgres', 'VACUUM FULL ev');
insert_events(1501, 1600);
views_ok('after VACUUM FULL');

# one by one stopped by an error, put right, and gone on
$node->safe_psql('postgres', "ALTER VIEW $_ RESET (on_error)") foreach @views;
$node->safe_psql('postgres', "BEGIN; INSERT INTO ev VALUES ('2024-06-03 00:00Z', 'k1', 0); COMMIT");
$node->wait_for_state($_, 'stopped') foreach @views;
$node->safe_psql('postgres', 'TRUNCATE ev; SELECT continuous.resume(v::regclass) FROM unnest(ARRAY[' . join(', ', map { "'$_'" } @views) . ']) v');
insert_events(1601, 1700);
views_ok('stopped by an error, and resumed');
clean_up();

# partitions, attached with rows and detached; a clock for each shop
$node->safe_psql('postgres', q{
CREATE TABLE ev (ts timestamptz, k text, v int) PARTITION BY LIST (k);
CREATE TABLE ev_0 PARTITION OF ev FOR VALUES IN ('k0');
CREATE TABLE ev_1 (v int, ts timestamptz, k text);
CREATE TABLE ev_2 PARTITION OF ev FOR VALUES IN ('k2');
CREATE TABLE twin (ts timestamptz, k text, v int)});
$node->safe_psql('postgres', q{ALTER TABLE ev ATTACH PARTITION ev_1 FOR VALUES IN ('k1')});
create_views("watermark_by = k, idle_timeout = '1000 days', allowed_lateness = '1 minute', late_rows = keep");
$node->safe_psql('postgres', q{
INSERT INTO ev VALUES ('2024-06-03 01:00Z', 'k0', 1), ('2024-06-03 00:00Z', 'k1', 1);
INSERT INTO ev VALUES ('2024-06-03 02:00Z', 'k0', 1);
INSERT INTO ev VALUES ('2024-06-03 00:02Z', 'k1', 1);
INSERT INTO ev VALUES ('2024-06-03 00:05Z', 'k2', 1);
INSERT INTO twin TABLE ev});
views_ok('one partition is far ahead: nothing of the others is late');
is($node->stat_of($_, "rows_too_late || ' ' || late_windows || ' ' || (watermark AT TIME ZONE 'UTC')"), '0 0 2024-06-03 00:02:00', "$_: the slowest clock counts") foreach @views;
$node->safe_psql('postgres', q{
ALTER TABLE ev DETACH PARTITION ev_2;
INSERT INTO ev VALUES ('2024-06-03 03:00Z', 'k0', 1), ('2024-06-03 00:31Z', 'k1', 1);
INSERT INTO twin VALUES ('2024-06-03 03:00Z', 'k0', 1), ('2024-06-03 00:31Z', 'k1', 1)});
views_ok('a partition less');
# its value still has its clock
is($node->stat_of($_, "watermark AT TIME ZONE 'UTC'"), '2024-06-03 00:05:00', "$_: its value holds the watermark") foreach @views;
$node->safe_psql('postgres', q{
INSERT INTO ev_2 VALUES ('2024-06-03 00:40Z', 'k2', 1);
ALTER TABLE ev ATTACH PARTITION ev_2 FOR VALUES IN ('k2');
INSERT INTO twin VALUES ('2024-06-03 00:40Z', 'k2', 1)});
views_ok('attached again with a new row');
is($node->stat_of($_, "watermark AT TIME ZONE 'UTC'"), '2024-06-03 00:31:00', "$_: ... and moves on with it") foreach @views;
$node->restart;
$node->safe_psql('postgres', q{
INSERT INTO ev VALUES ('2024-06-03 00:35Z', 'k1', 1), ('2024-06-03 00:30:30Z', 'k1', 2);
INSERT INTO twin VALUES ('2024-06-03 00:35Z', 'k1', 1), ('2024-06-03 00:30:30Z', 'k1', 2)});
views_ok('after a restart');
is($node->stat_of($_, "watermark AT TIME ZONE 'UTC'"), '2024-06-03 00:35:00', "$_: clocks survive") foreach @views;
clean_up();

# retention: by the end of each window
$node->safe_psql('postgres', 'CREATE TABLE ev (ts timestamptz, k text, v int); CREATE TABLE twin (LIKE ev)');
create_views("retention = '30 minutes', allowed_lateness = '30 minutes'");
insert_events(1, 400);
$node->safe_psql('postgres', q{SELECT continuous.advance_watermark(v::regclass, '2024-06-03 01:23:20Z') FROM unnest(ARRAY['hops', 'hops_final', 'steps', 'visits', 'visits_final']) v});
$node->sync($_) foreach @views;
# removed by the batch behind the one that moved the watermark, at the latest
$node->poll_query_until('postgres', "SELECT count(*) = 0 FROM $_ WHERE window_end <= '2024-06-03 00:53:20Z'") or die "retention of $_" foreach @views;
views_ok('retention', q{window_end > '2024-06-03 00:53:20Z'});
is($node->safe_psql('postgres', "SELECT count(*) FROM ${_}_state WHERE window_end <= '2024-06-03 00:53:20Z'"), '0', "$_: no state is left of them") foreach qw(hops hops_final steps visits_final);
clean_up();

# windows that overlap, sessions without end: a million windows over one slice
# cost as many rows, not a million of them in memory
$node->safe_psql('postgres', q{
CREATE TABLE ev (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW fine AS SELECT window_start, window_end, count(*) AS n FROM ev GROUP BY hop(ts, '1 second', '1000 seconds');
CREATE CONTINUOUS VIEW endless AS SELECT window_start, window_end, count(*) AS n FROM ev GROUP BY session(ts, '1 day')});
$node->sync($_) foreach qw(fine endless);
$node->safe_psql('postgres', q{INSERT INTO ev SELECT timestamptz '2024-06-03 00:00Z' + i * interval '1 hour' FROM generate_series(1, 50) i});
$node->safe_psql('postgres', q{INSERT INTO ev SELECT timestamptz '2024-07-03 00:00Z' + i * interval '1 hour' FROM generate_series(1, 50) i});
$node->sync($_) foreach qw(fine endless);
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM fine'), '100000|100000', 'a thousand windows of each row');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM endless'), '2|100', 'a session that goes on');

$node->stop;
done_testing();
