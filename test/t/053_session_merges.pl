# One row after the other joins a session with all that come after it in time,
# newest first, while rows of other keys make the batch write what it has: what
# the session takes over with each row may be all that there is, so nothing
# must walk or copy it by steps that grow with it.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
continuous.state_memory = '256MB'
continuous.batch_memory = '64MB'
});
$node->safe_psql('postgres', q{
CREATE TABLE ev (at timestamptz, k int);
CREATE CONTINUOUS VIEW joined WITH (max_future = 'none', allowed_lateness = '10000 days') AS
SELECT window_start, window_end, k, count(*) AS n FROM ev GROUP BY session(at, interval '1 second'), k;
INSERT INTO ev SELECT timestamptz '2024-06-03 00:00Z' + i * interval '1.5 seconds', 1 FROM generate_series(1, 150000) i;
});
$node->sync('joined');
is($node->safe_psql('postgres', 'SELECT count(*) FROM joined'), 150_000, 'sessions apart');

$node->safe_psql('postgres', q{
INSERT INTO ev
SELECT timestamptz '2024-06-03 00:00Z' + i * interval '1.5 seconds' + interval '0.75 seconds', 1 FROM generate_series(150000, 1, -1) i
UNION ALL
SELECT timestamptz '2023-06-03 00:00Z' + i * interval '1 second', i FROM generate_series(2, 500000) i;
});
$node->sync('joined');
is($node->safe_psql('postgres', 'SELECT n, window_end - window_start FROM joined WHERE k = 1'),
	'300000|2 days 14:30:00.25', 'they are one');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM joined WHERE k <> 1'), '499999|499999', 'others are what they are');

done_testing();
