# ALTER EXTENSION UPDATE beside live views, to versions made up for it.  What the
# library does not know of harms nothing; tables of another version than the
# library's stop the views with an error that says so, in this database alone,
# and nobody else's statements; the update itself always works, and views go on.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my ($extensions) = run_command([ 'pg_config', '--sharedir' ]);
$extensions .= '/extension';
my @scripts;

# a version's script, in the copy of PostgreSQL that the tests have
sub add_script
{
	my ($from, $to, $text) = @_;
	my $file = "$extensions/pg_continuous--$from--$to.sql";

	open my $handle, '>', $file or die "cannot write $file: $!";
	print $handle $text;
	close $handle;
	push @scripts, $file;
	return;
}

END { unlink @scripts }

# compatible; then each table with a column more
my %tables = map { $_ => 1 } qw(view generation position clock status file_change);
add_script('0.2', 'test_same', q{
CREATE FUNCTION continuous.test_version() RETURNS text LANGUAGE sql AS $$ SELECT 'same' $$;
ALTER TABLE continuous.status SET (fillfactor = 60);
});
add_script('test_same', '0.2', 'DROP FUNCTION continuous.test_version();');
foreach my $table (sort keys %tables)
{
	add_script('0.2', "test_$table", "ALTER TABLE continuous.$table ADD COLUMN test_more int;");
	# as if it had never been there: a column that is dropped leaves its place
	add_script("test_$table", '0.2', qq{
SET LOCAL allow_system_table_mods = on;
DELETE FROM pg_attribute WHERE attrelid = 'continuous.$table'::regclass AND attname = 'test_more';
UPDATE pg_class SET relnatts = relnatts - 1 WHERE oid = 'continuous.$table'::regclass;
});
}

my $node = CvNode->create('main');
$node->create_events('t');
$node->insert_events('t', 1, 500);
$node->events_ok('t', 'the first version');
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION pg_continuous');
$node->create_orders('other');

# a script that only adds something, while rows come in
my $first = 501;
foreach my $version ('test_same', '0.2')
{
	my $session = $node->background_psql('postgres');
	my $last = $first + 199;

	$session->query_until(qr/inserted/, 'BEGIN; ' . CvNode::events_sql(undef, 't', $first, $last) . "\n\\echo inserted\n");
	$node->safe_psql('postgres', "ALTER EXTENSION pg_continuous UPDATE TO '$version'");
	$session->query_until(qr/committed/, "COMMIT;\n\\echo committed\n");
	$session->quit;
	$node->insert_events('t', $last + 1, $last + 100);
	$first = $last + 101;
	$node->events_ok('t', "updated to $version");
}
is($node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_continuous'}), '0.2', 'back at the first version');

# the library is older than the tables
$node->create_events('u', with => q{watermark_by = key, idle_timeout = '1000 days'});
$node->insert_events('u', 1, 100);
$node->sync('u_view');
foreach my $table (sort keys %tables)
{
	my ($code, $err);
	my $log_end = $node->log_end;

	$node->safe_psql('postgres', "ALTER EXTENSION pg_continuous UPDATE TO 'test_$table'");
	# statements of others, DDL and writes, in the database and elsewhere
	$node->safe_psql('postgres', q{
CREATE TABLE others (a int); INSERT INTO others VALUES (1); UPDATE others SET a = 2; ALTER TABLE others ADD COLUMN b int DEFAULT random();
CREATE INDEX ON others (a); TRUNCATE others; DROP TABLE others});
	$node->insert_events('t', $first, $first + 99);
	$node->insert_events('u', $first, $first + 99);
	$first += 100;
	is($node->safe_psql('postgres', 'SELECT count(*) > 0 FROM t_view'), 't', "$table: results can be read");
	$code = $node->psql('postgres', 'UPDATE t SET value = 0', stderr => \$err);
	isnt($code, 0, "$table: the input is append-only");
	$node->psql('postgres', q{\set VERBOSITY verbose
CREATE CONTINUOUS VIEW more WITH (late_rows = keep) AS SELECT window_start, count(*) AS n FROM t GROUP BY tumble(at, '1 hour')}, stderr => \$err);
	like($err, qr/F0000.*another version.*update the extension/s, "$table: CREATE says what is the matter") if $table =~ /view|position/;
	$node->psql('postgres', 'VACUUM FULL t', stderr => \$err) if $table eq 'file_change';
	$node->psql('postgres', q{
CREATE OR REPLACE CONTINUOUS VIEW t_view AS
SELECT window_start, key, count(*) AS n, sum(value) AS total, min(id) AS first, max(id) AS last, max(value) AS more FROM t GROUP BY tumble(at, interval '1 hour'), key},
		stderr => \$err) if $table eq 'generation';
	like($err, qr/another version/, "$table: so do statements that need it") if $table =~ /file_change|generation/;
	if ($table =~ /view|position|status|clock/)
	{
		$node->wait_for_log(qr/another version than its library/, $log_end);
		pass("$table: the worker says so, too");
	}
	$node->insert_orders(1 + $first * 10, $first * 10 + 100, 'other');
	$node->sync('revenue', 'other');
	$node->safe_psql('postgres', 'DROP VIEW IF EXISTS more') if $table !~ /view/;

	$node->safe_psql('postgres', "ALTER EXTENSION pg_continuous UPDATE TO '0.2'");
	$node->events_ok('t', "$table: the view goes on");
	$node->events_ok('u', "$table: so does one with clocks");
}

is($node->psql('postgres', 'SELECT 1'), 0, 'the server is well');
$node->stop;
done_testing();
