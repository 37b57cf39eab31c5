# What a worker keeps of a view between batches is as good as read anew: the
# place of its position, whose row somebody else may move, and what its
# definition and the rights on its input were made of.
use strict;
use warnings FATAL => 'all';

use CvNode;
use Test::More;

my $node = CvNode->create('main', conf => 'autovacuum = off');
my $next = 1;

# batches, without a look at anybody's position in between
sub run_batches
{
	my ($n, $settings) = @_;
	$node->safe_psql('postgres', ($settings // '') . qq{
DO \$\$
BEGIN
	FOR i IN $next .. $next + $n - 1 LOOP
		INSERT INTO ev VALUES (i);
		COMMIT;
		WHILE (SELECT max(last) FROM v) IS DISTINCT FROM i LOOP
			COMMIT;
		END LOOP;
	END LOOP;
END \$\$});
	$next += $n;
	return;
}

$node->safe_psql('postgres', q{
CREATE TABLE ev (id int, at timestamptz DEFAULT '2024-06-03Z');
CREATE CONTINUOUS VIEW v AS
SELECT window_start, count(*) AS n, max(id) AS last FROM ev GROUP BY tumble(at, '1 hour')});

# its row
run_batches(150);
is($node->safe_psql('postgres', q{SELECT pg_relation_size('continuous.position') / 8192}), '1',
	'the position stays on its page');
ok($node->poll_query_until('postgres', q{SELECT n_tup_upd = 149 FROM pg_stat_user_tables WHERE relid = 'v_results'::regclass}),
	'statistics of the last batches are told, though none comes after them');

$node->safe_psql('postgres', q{
CREATE TABLE filler AS TABLE continuous.position;
INSERT INTO continuous.position
SELECT (json_populate_record(f, json_build_object('view', 4000000000 + i))).* FROM filler f, generate_series(1, 100) i;
CREATE CONTINUOUS VIEW w AS SELECT window_start, count(*) AS n FROM ev GROUP BY tumble(at, '1 hour')});
$node->sync('w');
is($node->safe_psql('postgres', q{SELECT split_part(trim('(' FROM ctid::text), ',', 1)::int > 0 FROM continuous.position WHERE view = 'w'::regclass}), 't',
	'the position of another view is on a later page');
$node->safe_psql('postgres', $_)
  for q{DELETE FROM continuous.position WHERE view >= 4000000000}, 'VACUUM FULL continuous.position', 'INSERT INTO ev VALUES (0)';
$node->sync('w');
$node->oracle_ok('SELECT n FROM w', 'SELECT count(*) FROM ev', 'it goes on when that page is gone');

# commits that are not on disk when they call; the view's own interval is short
$node->safe_psql('postgres', $_)
  for q{ALTER VIEW v SET (flush_interval = '10 ms')}, q{ALTER SYSTEM SET continuous.flush_interval = '1 h'}, 'SELECT pg_reload_conf()';
$node->sync('v');
run_batches(4, q{SET synchronous_commit = off; SET statement_timeout = '25s';});
pass('they do not wait for a poll each');
$node->safe_psql('postgres', $_) for 'ALTER SYSTEM RESET ALL', 'SELECT pg_reload_conf()';

# the owner of the database, whom a policy may name
$node->safe_psql('postgres', q{
CREATE ROLE ann;
GRANT USAGE, CREATE ON SCHEMA public TO ann;
SET ROLE ann;
CREATE TABLE rls (id int, at timestamptz DEFAULT '2024-06-03Z');
CREATE CONTINUOUS VIEW seen AS SELECT window_start, count(*) AS n, sum(id) AS total FROM rls GROUP BY tumble(at, '1 hour');
CREATE POLICY owners ON rls TO pg_database_owner USING (true);
ALTER TABLE rls ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
RESET ROLE;
INSERT INTO rls VALUES (1)});
$node->sync('seen');
is($node->safe_psql('postgres', 'SELECT sum(n) FROM seen'), '', 'no policy shows a row');
$node->safe_psql('postgres', $_) for 'ALTER DATABASE postgres OWNER TO ann', 'INSERT INTO rls VALUES (2)';
$node->sync('seen');
is($node->safe_psql('postgres', 'SELECT n, total FROM seen'), '1|2', 'that of the owner of the database, once he is');
$node->safe_psql('postgres', $_) for 'ALTER DATABASE postgres OWNER TO CURRENT_USER', 'INSERT INTO rls VALUES (4)';
$node->sync('seen');
is($node->safe_psql('postgres', 'SELECT n, total FROM seen'), '1|2', 'and no longer');

done_testing();
