# Far more groups than fit in the state area, in the memory of a batch and of
# the queue: slower, never wrong.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
continuous.queue_memory = '1MB'
});
$node->safe_psql('postgres', q{
CREATE TABLE ev (id int, ts timestamptz, k int, label text);
CREATE VIEW plain AS
SELECT date_bin('1 hour', ts, '2000-01-03Z') AS window_start, k, count(*) AS n, sum(id) AS total, max(label) AS label
  FROM ev GROUP BY 1, 2;
});
my $view = q{
SELECT window_start, k, count(*) AS n, sum(id) AS total, max(label) AS label
  FROM ev GROUP BY tumble(ts, interval '1 hour'), k};
my $final = q{CREATE CONTINUOUS VIEW late_shown WITH (emit = 'final', watermark_delay = '4 hours') AS} . $view;

$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW v AS $view; $final");

# 40,000 groups in five windows, each touched by many transactions
sub insert_rows
{
	my ($first, $last) = @_;
	$node->safe_psql('postgres', qq{
INSERT INTO ev SELECT i, timestamptz '2024-06-03 00:00Z' + (i % 5) * interval '1 hour', i % 8009, 'label ' || i
  FROM generate_series($first, $last) i});
}
for my $part (0 .. 9)
{
	insert_rows(1 + 10_000 * $part, 10_000 * ($part + 1));
	$node->sync('v') if $part % 3 == 0;
}
$node->sync($_) for qw(v late_shown);
$node->oracle_ok('TABLE v', 'TABLE plain', '40,000 groups in 1 MB of state');
$node->counters_ok('v', 100_000, 'every row was read once');
cmp_ok($node->stat_of('v', 'state_bytes'), '<=', 1024 * 1024, 'the state area keeps to its limit');
$node->oracle_ok('TABLE late_shown', q{SELECT * FROM plain WHERE window_start + interval '1 hour' <= continuous.watermark('late_shown')},
	'emit = final: what is closed is published, the rest waits outside of memory');

# all of it once more, from the tables
$node->restart;
insert_rows(100_001, 120_000);
$node->safe_psql('postgres', q{INSERT INTO ev VALUES (0, '2024-06-03 10:00Z', 0, 'clock')});
$node->sync($_) for qw(v late_shown);
$node->oracle_ok('TABLE v', 'TABLE plain', 'after a restart, states come from the result table');
$node->oracle_ok('TABLE late_shown', q{SELECT * FROM plain WHERE window_start < '2024-06-03 05:00Z'},
	'emit = final: published at the close, complete');

# a backfill in one go
$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW v2 AS $view");
$node->sync('v2');
$node->oracle_ok('TABLE v2', 'TABLE plain', 'backfill of 40,000 groups in 1 MB');
$node->counters_ok('v2', 120_001, 'the backfill read every row once');

$node->stop;
done_testing();
