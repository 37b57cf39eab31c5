# Results that take long to finish are flushed less often, so that finishing
# takes a tenth of the worker's time at most; whoever waits in sync() does not
# wait for that. The bound from below is exact; the other one only has to tell
# sync() from the longest time that a flush can be put off.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');

# busy for as long as the smallest input says, in milliseconds
$node->safe_psql('postgres', q{
CREATE FUNCTION work(xs int[]) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	till timestamptz := clock_timestamp() + xs[1] * interval '1 millisecond';
BEGIN
	WHILE clock_timestamp() < till LOOP END LOOP;
	RETURN array_length(xs, 1);
END $$;
CREATE AGGREGATE hard(int) (sfunc = array_append, stype = int[], finalfunc = work, initcond = '{}');
CREATE TABLE ev (at timestamptz, x int);
CREATE CONTINUOUS VIEW v AS SELECT window_start, hard(DISTINCT x) AS n FROM ev GROUP BY tumble(at, '1 hour');
INSERT INTO ev VALUES ('2024-06-03 00:00Z', 200);
});
$node->sync('v');
my $first = $node->safe_psql('postgres', 'SELECT _updated_at FROM v_results');
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 00:00Z', 1200)});
$node->poll_query_until('postgres', 'SELECT n = 2 FROM v') or die 'no flush';
is($node->safe_psql('postgres', "SELECT _updated_at - '$first' >= interval '2 seconds' FROM v_results"), 't',
	'a flush is put off by nine times of what finishing took');

$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 01:00Z', 1200)});
$node->sync('v');
my $second = $node->safe_psql('postgres', 'SELECT max(_updated_at) FROM v_results');
$node->safe_psql('postgres', q{INSERT INTO ev VALUES ('2024-06-03 01:00Z', 1300)});
$node->sync('v');
is($node->safe_psql('postgres', "SELECT max(_updated_at) - '$second' < interval '10 seconds' FROM v_results"), 't',
	'but not for sync()');

$node->stop;
done_testing();
