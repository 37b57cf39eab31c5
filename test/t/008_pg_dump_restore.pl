# pg_dump and pg_restore: no errors by any way; a restored view does not guess
# where it was, and goes on after one command; DROP VIEW takes all along.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = wait\n");
my $folder = $node->basedir;
my @views = ('c39', 'fin', 'pv', 'cv', '"We ird"."V"');
my $list = join ', ', map { "'$_'" } @views;

# a program of PostgreSQL, on this server
sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

sub sync_all
{
	my ($database) = @_;
	$node->sync($_, $database) foreach @views;
	return;
}

$node->safe_psql('postgres', 'CREATE DATABASE src');
$node->safe_psql('src', q{
CREATE EXTENSION pg_continuous;
CREATE SCHEMA "We ird";
CREATE ROLE reader;
CREATE TABLE c (ts timestamptz, k text, v int);
CREATE TABLE p (ts timestamptz, v int) PARTITION BY RANGE (ts);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE parent (ts timestamptz, v int);
CREATE TABLE child () INHERITS (parent);
CREATE TABLE regions (k text PRIMARY KEY);
INSERT INTO regions VALUES ('x');
CREATE CONTINUOUS VIEW c39 WITH (allowed_lateness = '10 minutes', late_rows = keep) AS
	SELECT window_start, k, sum(v) AS s, count(*) AS n, stddev(v) AS sd FROM c GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW fin WITH (emit = final) AS
	SELECT window_start, k, sum(v) AS total FROM c GROUP BY tumble(ts, '5 minutes'), k HAVING count(*) > 0 ORDER BY 1;
CREATE CONTINUOUS VIEW pv AS SELECT window_start, count(*) FROM p GROUP BY tumble(ts, '1 day');
CREATE CONTINUOUS VIEW cv AS SELECT window_start, count(*) FROM parent GROUP BY tumble(ts, '1 day');
CREATE CONTINUOUS VIEW "We ird"."V" WITH (security_barrier) AS
	SELECT window_start AS "A b", k AS "group", sum(v) AS "s""x" FROM c GROUP BY tumble(ts, '5 minutes'), k;
CREATE VIEW over AS SELECT window_start, k, s, total FROM c39 JOIN fin USING (window_start, k);
ALTER TABLE c39_results ADD FOREIGN KEY (k) REFERENCES regions, ADD COLUMN twice bigint GENERATED ALWAYS AS (s * 2) STORED;
CREATE INDEX ON c39_results (k);
GRANT SELECT ON c39 TO reader;
INSERT INTO c VALUES ('2024-05-01 00:01Z', 'x', 1);
INSERT INTO c VALUES ('2024-05-01 00:31Z', 'x', 2);
INSERT INTO p VALUES ('2024-05-01 00:31Z', 2), ('2025-05-01 00:31Z', 2);
INSERT INTO child VALUES ('2024-05-01 00:31Z', 2);
});
sync_all('src');
$node->safe_psql('src', 'ALTER VIEW c39 RENAME TO c39_x; ALTER VIEW c39_x RENAME TO c39');

run_ok([ 'pg_dump', '-f', "$folder/plain.sql", 'src' ], 'pg_dump');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/custom", 'src' ], 'pg_dump -Fc');

my %restores = (
	plain => [ [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/plain.sql", '-d' ] ],
	parallel => [ [ 'pg_restore', '-j', '4', "$folder/custom", '-d' ] ],
	sections => [ map { [ 'pg_restore', "--section=$_", "$folder/custom", '-d' ] } qw(pre-data data post-data) ],
	again => [ [ 'pg_restore', "$folder/custom", '-d' ], [ 'pg_restore', '--clean', '--if-exists', "$folder/custom", '-d' ] ],
);
my $results = q{SELECT (SELECT array_agg(x ORDER BY window_start) FROM c39 x), (SELECT array_agg(x ORDER BY window_start) FROM fin x),
	(SELECT array_agg(x ORDER BY window_start) FROM pv x), (SELECT array_agg(x) FROM cv x), (SELECT array_agg(x) FROM "We ird"."V" x)};

my $comments = q{SELECT c.relname, objsubid, description FROM pg_description d JOIN pg_class c ON c.oid = d.objoid
	WHERE d.classoid = 'pg_class'::regclass AND c.relnamespace IN ('public'::regnamespace, '"We ird"'::regnamespace) ORDER BY 1, 2};

foreach my $how (sort keys %restores)
{
	my $database = "by_$how";
	my ($out, $err);

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	run_ok([ @$_, $database ], "$how: $_->[0] restores without an error") foreach @{ $restores{$how} };
	is($node->safe_psql($database, "SELECT string_agg(DISTINCT state, ' '), count(*) FROM continuous.stats"), 'restored|5', "$how: all views are restored");
	is($node->safe_psql($database, "SELECT count(*) FROM continuous.views, continuous.explain(view) line WHERE line ~ 'waits for continuous.resume'"), 5, "$how: explain() says what they wait for");
	is($node->safe_psql($database, $results), $node->safe_psql('src', $results), "$how: results are there");
	is($node->safe_psql($database, $comments), $node->safe_psql('src', $comments), "$how: comments are there");
	$node->psql($database, q{\set VERBOSITY verbose
SELECT continuous.sync('c39')}, stderr => \$err);
	like($err, qr/55000.*restored.*rebuild/s, "$how: sync() says what to do");

	# not yet followed: counted by rebuild(), not by resume()
	$node->safe_psql($database, q{INSERT INTO c VALUES ('2024-05-01 00:02Z', 'x', 4)});
	$node->safe_psql($database, q{SELECT continuous.rebuild('c39'), continuous.rebuild('pv'), continuous.rebuild('cv'), continuous.rebuild('"We ird"."V"')});
	$node->safe_psql($database, q{SELECT continuous.resume('fin')});
	$node->safe_psql($database, q{INSERT INTO c VALUES ('2024-05-01 00:32Z', 'x', 8)});
	$node->safe_psql($database, q{INSERT INTO p VALUES ('2025-05-01 00:31Z', 2)});
	$node->safe_psql($database, q{INSERT INTO child VALUES ('2024-05-01 00:33Z', 2)});
	sync_all($database);
	is($node->safe_psql($database, 'SELECT s, n, twice FROM c39_results ORDER BY window_start'), "5|2|10\n10|2|20", "$how: rebuild() counts what is there");
	is($node->safe_psql($database, 'SELECT total FROM fin'), '1', "$how: resume() does not");
	$node->oracle_ok('SELECT total FROM fin_state', 'SELECT 10', "$how: ... but goes on from the state that was saved", $database);
	is($node->safe_psql($database, 'SELECT sum(count) FROM pv'), '3', "$how: partitions");
	is($node->safe_psql($database, 'SELECT sum(count) FROM cv'), '2', "$how: children");
	$node->psql($database, 'UPDATE c SET v = 0', stderr => \$err);
	like($err, qr/append-only/, "$how: the input is append-only");
	is($node->safe_psql($database, q{SELECT count(*) FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc AND tgrelid = 'c'::regclass}), '3', "$how: one trigger a view");
	$node->psql($database, 'DROP TABLE c39_results', stderr => \$err);
	like($err, qr/belongs to continuous view/, "$how: what belongs to a view is guarded again");

	$node->safe_psql($database, 'DROP VIEW c39, "We ird"."V" CASCADE; DROP VIEW fin, pv, cv');
	is($node->safe_psql($database, q{SELECT count(*) FROM pg_class WHERE relname ~ '_(results|definition|late|state)$'}), '0', "$how: DROP VIEW leaves no member behind");
	is($node->safe_psql($database, q{SELECT count(*) FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc}), '0', "$how: ... and no trigger");
	is($node->safe_psql($database, 'SELECT (SELECT count(*) FROM continuous.view) + (SELECT count(*) FROM continuous.position) + (SELECT count(*) FROM continuous.status)'), '0', "$how: ... and no row of the catalog");
}

# an owner cannot make anything else of a view before it is taken up again
$node->safe_psql('postgres', 'CREATE ROLE alice LOGIN; CREATE DATABASE tampered');
run_ok([ 'pg_restore', "$folder/custom", '-d', 'tampered' ], 'restored for somebody who tampers');
$node->safe_psql('tampered', q{
ALTER TABLE c OWNER TO alice;
ALTER VIEW fin OWNER TO alice;
GRANT CREATE ON SCHEMA public TO alice;
});
foreach my $statement (
	q{INSERT INTO fin_results SELECT * FROM fin_results},
	q{UPDATE fin_state SET cv_state = '\xdeadbeef'},
	q{TRUNCATE fin_state},
	q{CREATE OR REPLACE VIEW fin_definition AS SELECT 1},
	q{ALTER TABLE fin_results ADD COLUMN x int},
	q{DROP VIEW fin_definition CASCADE},
	q{DROP TABLE fin_state})
{
	my $err;
	my $code = $node->psql('tampered', $statement, extra_params => [ '-U', 'alice' ], stderr => \$err);
	isnt($code, 0, "refused: $statement");
	like($err, qr/belongs to (a )?continuous view/, '... for it belongs to the view');
}
foreach my $change (
	q{ALTER TABLE fin_results ADD COLUMN x int},
	q{ALTER TABLE fin_results DROP CONSTRAINT fin_results_pkey},
	q{ALTER TABLE fin_state DROP COLUMN k},
	q{ALTER TABLE fin_results OWNER TO CURRENT_USER},
	q{CREATE OR REPLACE VIEW fin_definition AS SELECT NULL::timestamptz AS window_start, NULL::text AS k, NULL::bigint AS total},
	q{CREATE OR REPLACE VIEW fin_definition AS SELECT lower(continuous.tumble(ts, '5 min')) AS window_start, k, sum(v) AS total FROM (SELECT * FROM c) x GROUP BY continuous.tumble(ts, '5 min'), k},
	q{CREATE OR REPLACE VIEW fin_definition AS SELECT lower(continuous.tumble(ts, make_interval(mins => 5))) AS window_start, k, sum(v) AS total FROM c GROUP BY continuous.tumble(ts, make_interval(mins => 5)), k})
{
	my $err;
	my $code = $node->psql('tampered', "BEGIN; $change; SELECT continuous.resume('fin')", stderr => \$err);
	isnt($code, 0, "not taken up again after: $change");
	like($err, qr/cannot be taken up again|query of a continuous view|must be a table named in FROM/, '... with the reason');
}
$node->safe_psql('tampered', q{SELECT continuous.resume('fin')}, extra_params => [ '-U', 'alice' ]);
$node->sync('fin', 'tampered');

# dropped before anything was done about them
$node->safe_psql('postgres', 'CREATE DATABASE dropped');
run_ok([ 'pg_restore', "$folder/custom", '-d', 'dropped' ], 'restored once more');
$node->safe_psql('dropped', 'DROP VIEW over, c39, "We ird"."V", fin, pv; DROP TABLE parent CASCADE');
is($node->safe_psql('dropped', q{SELECT count(*) FROM pg_class WHERE relname ~ '_(results|definition|late|state)$'}), '0', 'views that were not adopted are dropped with all');
is($node->safe_psql('dropped', q{SELECT count(*) FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc}), '0', '... triggers included');
is($node->safe_psql('dropped', 'SELECT count(*) FROM continuous.view'), '0', '... and their catalog rows');

$node->stop;
done_testing();
