# What owners and superusers do to the tables of a view: most of it changes
# nothing, some makes the view wait or stop, nothing disturbs its neighbour, and
# all rows are there when it has been put right.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => 'allow_in_place_tablespaces = on');
my $day = 1;
$node->create_events('neighbour');
$node->safe_psql('postgres', q{
CREATE TABLE ev (ts timestamptz, k int, v int);
CREATE CONTINUOUS VIEW v WITH (allowed_lateness = '0 s', late_rows = keep) AS
SELECT window_start, k, count(*) AS n, sum(v) AS total, string_agg(v::text, ',' ORDER BY v) AS list FROM ev GROUP BY tumble(ts, '1 hour'), k;
CREATE CONTINUOUS VIEW h AS
SELECT window_start, k, count(*) AS n, array_agg(v ORDER BY v) AS list FROM ev GROUP BY hop(ts, '1 hour', '2 hours'), k;
CREATE VIEW h_plain AS
SELECT h.window_start, k, count(*) AS n, array_agg(v ORDER BY v) AS list
  FROM ev, LATERAL continuous.hop(ts, '1 hour', '2 hours') w, LATERAL (SELECT lower(w) AS window_start) h GROUP BY 1, 2});

# each day closes the windows of the one before
sub insert_day
{
	my ($more) = @_;
	$node->safe_psql('postgres', sprintf(q{
INSERT INTO ev SELECT timestamptz '2024-05-01Z' + interval '%d days' + i * interval '10 minutes', i %% 3, i FROM generate_series(1, 70) i}, $day++) . ($more // ''));
	return;
}

sub complete_ok
{
	my ($name) = @_;
	$node->sync($_) for qw(v h);
	$node->oracle_ok('TABLE v', q{SELECT date_bin('1 hour', ts, '2000-01-03Z'), k, count(*), sum(v), string_agg(v::text, ',' ORDER BY v) FROM ev WHERE v >= 0 GROUP BY 1, 2}, $name);
	return;
}

sub neighbour_ok
{
	my ($name) = @_;
	$node->insert_events('neighbour', $day * 10 + 1, $day * 10 + 10);
	return $node->events_ok('neighbour', "the neighbour, with $name");
}

insert_day();
complete_ok('before');

# what changes nothing
$node->safe_psql('postgres', q{CREATE TABLESPACE place LOCATION ''});
for my $table (qw(v_results v_collected v_late h_results h_state h_collected))
{
	my ($pk) = $node->safe_psql('postgres', "SELECT indexrelid::regclass FROM pg_index WHERE indrelid = '$table'::regclass AND indisprimary");
	my $column = $node->safe_psql('postgres', "SELECT attname FROM pg_attribute WHERE attrelid = '$table'::regclass AND attnum > 0 AND attlen = -1 ORDER BY attnum DESC LIMIT 1");
	$node->safe_psql('postgres', $_) for "VACUUM FULL $table", "REINDEX TABLE $table", "REINDEX TABLE CONCURRENTLY $table", qq{
ALTER TABLE $table SET (fillfactor = 20, autovacuum_enabled = off);
ALTER TABLE $table REPLICA IDENTITY FULL;
ALTER TABLE $table ALTER $column SET STORAGE EXTERNAL;
ALTER TABLE $table ALTER $column SET COMPRESSION pglz;
ALTER TABLE $table SET TABLESPACE place;
ALTER TABLE $table DISABLE TRIGGER ALL;
CREATE INDEX ON $table USING hash ($column);
COMMENT ON TABLE $table IS 'changed';
ANALYZE $table},
	  $pk ? "CLUSTER $table USING $pk; ALTER INDEX $pk RENAME TO ${pk}_renamed; ALTER INDEX ${pk}_renamed SET TABLESPACE place; ALTER TABLE $table REPLICA IDENTITY USING INDEX ${pk}_renamed" : ();
	$node->safe_psql('postgres', "ALTER TABLE $table ENABLE ROW LEVEL SECURITY; ALTER TABLE $table FORCE ROW LEVEL SECURITY") if $table =~ /results|late/;
	insert_day();
	complete_ok("storage, indexes and the like of $table");
}
$node->safe_psql('postgres', qq{ALTER TABLE v_results ADD COLUMN twice bigint GENERATED ALWAYS AS (n * 2) STORED});

# what says no to a row: the view waits
my @faults = (
	[ 'a CHECK constraint', 'ALTER TABLE v_results ADD CONSTRAINT c CHECK (total < 100) NOT VALID', 'ALTER TABLE v_results DROP CONSTRAINT c', qr/violates check constraint/ ],
	[ 'a CHECK constraint of late rows', q{ALTER TABLE v_late ADD CONSTRAINT c CHECK (row_data IS NULL) NOT VALID}, 'ALTER TABLE v_late DROP CONSTRAINT c', qr/violates check constraint/ ],
	[ 'a unique index', 'CREATE UNIQUE INDEX uniq ON v_results ((n - n)) WHERE window_start > (SELECT_MAX)', 'DROP INDEX uniq', qr/duplicate key value/ ],
	[ 'an index over an expression that fails', 'CREATE INDEX fails ON v_results ((1 / (n - n))) WHERE window_start > (SELECT_MAX)', 'DROP INDEX fails', qr/division by zero/ ],
	[ 'a generated column that fails', 'ALTER TABLE v_results ADD COLUMN fails bigint GENERATED ALWAYS AS (CASE WHEN window_start > (SELECT_MAX) THEN 1 / (n - n) END) STORED', 'ALTER TABLE v_results DROP COLUMN fails', qr/division by zero/ ],
	[ 'a foreign key', 'CREATE TABLE keys (k int PRIMARY KEY); ALTER TABLE v_results ADD CONSTRAINT f FOREIGN KEY (k) REFERENCES keys NOT VALID', 'INSERT INTO keys VALUES (0), (1), (2), (77)', qr/violates foreign key constraint/ ],
	[ 'an exclusion constraint', 'ALTER TABLE v_results ADD CONSTRAINT e EXCLUDE USING gist (tstzrange(window_start, window_end) WITH &&) WHERE (window_start > (SELECT_MAX))', 'ALTER TABLE v_results DROP CONSTRAINT e', qr/violates exclusion constraint/ ],
	[ 'NOT NULL', 'ALTER TABLE v_results ALTER total SET NOT NULL', 'ALTER TABLE v_results ALTER total DROP NOT NULL', qr/violates not-null constraint/, 'NULL' ],
	[ 'a publication without replica identity', 'CREATE PUBLICATION p FOR TABLE v_results; ALTER TABLE v_results REPLICA IDENTITY NOTHING', 'ALTER TABLE v_results REPLICA IDENTITY FULL', qr/does not have a replica identity/ ],
	[ 'a trigger that raises', q{CREATE FUNCTION raises() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$; CREATE TRIGGER raises AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION raises()}, 'DROP TRIGGER raises ON v_results', qr/not now/ ],
	[ 'a statement trigger that raises', q{CREATE TRIGGER raises AFTER UPDATE OR INSERT ON v_results EXECUTE FUNCTION raises()}, 'ALTER TABLE v_results DISABLE TRIGGER raises', qr/not now/ ]);
for my $fault (@faults)
{
	my ($name, $break, $mend, $error, $value) = @$fault;
	$node->sync($_) for qw(v h);
	my $max = $node->safe_psql('postgres', 'SELECT max(window_start) FROM v');
	$break =~ s/\(SELECT_MAX\)/timestamptz '$max'/;
	$node->safe_psql('postgres', $break);
	# an update of a row that is there, new ones, and a late row
	$node->safe_psql('postgres', 'INSERT INTO ev SELECT max(ts), 1, 1 FROM ev WHERE v >= 0');
	insert_day(qq{; INSERT INTO ev SELECT max(ts), 1, 1 FROM ev WHERE v >= 0; INSERT INTO ev VALUES ('2024-05-01Z', 1, -1)});
	if (defined $value)
	{
		$node->safe_psql('postgres', qq{INSERT INTO ev SELECT max(ts), 77, NULL FROM ev});
	}
	$node->wait_for_state('v', 'retrying');
	like($node->stat_of('v', 'error'), $error, "$name: the view waits");
	neighbour_ok($name);
	$node->safe_psql('postgres', $mend);
	$node->safe_psql('postgres', q{ALTER VIEW neighbour_view SET (allowed_lateness = '1 day')});
	if (defined $value)
	{
		$node->sync('v');
		is($node->safe_psql('postgres', 'SELECT n FROM v WHERE k = 77'), '1', "$name: goes on when mended");
		$node->safe_psql('postgres', 'DELETE FROM ev WHERE k = 77 OR v < 0');
		$node->safe_psql('postgres', q{SELECT continuous.rebuild(view) FROM continuous.views WHERE input = 'ev'::regclass});
	}
	complete_ok("$name: goes on when mended") unless defined $value;
}

# what a superuser does while the library is not there
$node->sync('neighbour_view');
$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$node->restart;
$node->safe_psql('postgres', $_) for 'ALTER TABLE v_results DROP CONSTRAINT ' . $node->safe_psql('postgres', q{SELECT conname FROM pg_constraint WHERE conrelid = 'v_results'::regclass AND contype = 'p'}),
  'ALTER TABLE h_state SET UNLOGGED', 'DELETE FROM h_results WHERE k = 1', 'TRUNCATE h_collected';
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_continuous'");
$node->restart;
insert_day();
$node->wait_for_state($_, 'stopped') for qw(v h);
like($node->stat_of('v', 'error'), qr/result table "v_results" has no primary key \(window_start, cv_key\)/, 'the primary key is gone');
like($node->stat_of('h', 'error'), qr/cannot write to table "h_state" because it is not logged. Use ALTER TABLE ... SET LOGGED/, 'a table is not logged');
neighbour_ok('tables without keys');
$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$node->restart;
$node->safe_psql('postgres', $_) for 'ALTER TABLE h_state SET LOGGED', 'ALTER TABLE v_results ADD PRIMARY KEY (window_start, cv_key)';
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_continuous'");
$node->restart;
$node->safe_psql('postgres', q{SELECT continuous.resume('v'), continuous.resume('h')});
complete_ok('with its key again');
insert_day();
$node->safe_psql('postgres', q{SELECT continuous.rebuild('h')});
complete_ok('rows that were removed by hand do not disturb');
$node->oracle_ok('TABLE h', 'TABLE h_plain', 'rebuild() brings back what was removed by hand');

$node->stop;
done_testing();
