# pg_dump and pg_restore, by all the ways there are: no errors, results there at
# once, every view restored, and, by itself or after one command, as if it had
# never been dumped.  What is left out of a dump harms nothing else.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => "continuous.on_restore = 'wait'");
my $folder = $node->basedir;
my @views = ('c39', 'fin', 's2.hh', 'visits', 'latest');
my $input = 'ts, k, v';

# a program of PostgreSQL, on this server
sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

sub pg_restore
{
	my ($database, @options) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return run_ok([ 'pg_restore', '-e', @options, '-d', $database ], "pg_restore @options: no errors");
}

sub sync_all
{
	my ($database) = @_;
	$node->sync($_, $database) foreach @views;
	return;
}

sub contents
{
	my ($database) = @_;
	return join "\n", map { $node->safe_psql($database, "SELECT '$_', x FROM $_ x ORDER BY x::text") } @views;
}

sub states
{
	my ($database) = @_;
	return $node->safe_psql($database, q{SELECT coalesce(string_agg(DISTINCT state, ' '), '-'), count(*) FROM continuous.stats});
}

$node->safe_psql('postgres', 'CREATE ROLE alice LOGIN; CREATE ROLE admin SUPERUSER; CREATE DATABASE src OWNER alice');
$node->safe_psql('src', 'CREATE EXTENSION pg_continuous; GRANT CREATE ON SCHEMA public TO alice');
$node->safe_psql('src', q{
CREATE SCHEMA s2;
CREATE TABLE c (ts timestamptz, k text, v int) PARTITION BY RANGE (ts);
CREATE TABLE c_1 PARTITION OF c FOR VALUES FROM ('2024-01-01') TO ('2024-05-01 00:20Z');
CREATE TABLE c_2 PARTITION OF c DEFAULT;
CREATE CONTINUOUS VIEW c39 WITH (allowed_lateness = '10 minutes', late_rows = keep) AS
	SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW fin WITH (emit = final) AS
	SELECT window_start, k, sum(v) AS total FROM c GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW s2.hh AS
	SELECT window_start, count(DISTINCT k) AS d, string_agg(k, ',' ORDER BY v) AS l FROM c GROUP BY hop(ts, '5 min', '15 min');
CREATE CONTINUOUS VIEW visits AS
	SELECT window_start, window_end, k, sum(v) FROM c GROUP BY session(ts, '3 min'), k;
CREATE CONTINUOUS VIEW latest WITH (state_ttl = '400 days', event_time = ts) AS SELECT k, max(v), count(*) FROM c GROUP BY k;
}, extra_params => [ '-U', 'alice' ]);
sync_all('src');
$node->safe_psql('src', q{INSERT INTO c SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 minute', 'k' || i % 3, i FROM generate_series(1, 40) i});
$node->safe_psql('src', q{SELECT continuous.sync(view) FROM continuous.view});
$node->safe_psql('src', q{INSERT INTO c VALUES ('2024-05-01 00:01Z', 'k1', 1000)});
sync_all('src');
my $contents = contents('src');
my $groups = $node->safe_psql('src', 'SELECT count(*) FROM c39');
isnt($node->safe_psql('src', 'SELECT count(*) FROM c39_late'), '0', 'there is a late row');

run_ok([ 'pg_dump', '-U', 'alice', '-Fc', '-f', "$folder/by_owner", 'src' ], 'pg_dump as the owner');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/custom", 'src' ], 'pg_dump as superuser');
run_ok([ 'pg_dump', '-Fd', '-j', '2', '-f', "$folder/directory", 'src' ], 'pg_dump -Fd -j');
run_ok([ 'pg_dump', '--inserts', '--role', 'admin', '-f', "$folder/inserts.sql", 'src' ], 'pg_dump --inserts --role');
run_ok([ 'pg_dump', '--clean', '--if-exists', '-f', "$folder/clean.sql", 'src' ], 'pg_dump --clean --if-exists');

my @psql = ('psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d');
my %ways = (
	by_owner => sub { pg_restore($_[0], "$folder/by_owner") },
	no_owner => sub { pg_restore($_[0], '--no-owner', '--no-privileges', '--role', 'admin', '-1', "$folder/custom") },
	directory => sub { pg_restore($_[0], '-j', '4', "$folder/directory") },
	inserts => sub { run_ok([ @psql, $_[0], '-f', "$folder/inserts.sql" ], 'INSERTs: no errors') },
	two_steps => sub {
		pg_restore($_[0], '--schema-only', "$folder/custom");
		is(states($_[0]), '-|0', 'a schema has no continuous views yet');
		pg_restore($_[0], '--data-only', '-j', '2', "$folder/custom");
	},
	disable_triggers => sub {
		pg_restore($_[0], '--schema-only', "$folder/custom");
		pg_restore($_[0], '--data-only', '--disable-triggers', "$folder/custom");
		is($node->safe_psql($_[0], q{SELECT DISTINCT tgenabled FROM pg_trigger WHERE tgfoid = 'continuous.refuse_update'::regproc}), 'A', 'triggers that keep inputs append-only fire always again');
	},
	clean => sub {
		$node->set_enabled(1);
		pg_restore($_[0], "$folder/custom");
		sync_all($_[0]);
		$node->safe_psql($_[0], q{INSERT INTO c VALUES ('2024-05-01 00:39Z', 'k5', 1)});
		sync_all($_[0]);
		is(states($_[0]), 'running|5', 'views are followed');
		run_ok([ @psql, $_[0], '-f', "$folder/clean.sql" ], '--clean over followed views: no errors');
		sync_all($_[0]);
		$node->set_enabled(0);
		pg_restore($_[0], '--clean', '--if-exists', "$folder/custom");
	});

# taken up by one command
foreach my $how ('by_owner', 'no_owner')
{
	$node->safe_psql('postgres', "CREATE DATABASE $how");
	$ways{$how}->($how);
	is(states($how), 'restored|5', "$how: all views are restored");
	is(contents($how), $contents, "$how: results are there");
	$node->psql($how, 'UPDATE c SET v = 0', stderr => \my $err);
	like($err, qr/append-only/, "$how: the input is append-only");
	$node->safe_psql($how, 'SELECT continuous.resume(view) FROM continuous.view');
	$node->safe_psql($how, q{INSERT INTO c VALUES ('2024-05-01 00:40:30Z', 'k1', 7)});
	sync_all($how);
	is($node->safe_psql($how, q{SELECT s, n FROM c39 WHERE k = 'k1' ORDER BY window_start DESC LIMIT 1}), '47|2', "$how: the view goes on");
	is($node->safe_psql($how, q{SELECT max, count FROM latest WHERE k = 'k1'}), '1000|16', "$how: so does that without windows");
	is($node->safe_psql($how, 'SELECT count(*) FROM c39_late'), '1', "$how: late rows are those of the dump");
}

# taken up by themselves, however much there is between the view and its rows
$node->append_conf('postgresql.conf', "continuous.on_restore = 'reanchor'");
$node->reload;
foreach my $how (grep { !/owner/ } sort keys %ways)
{
	$node->set_enabled(0);
	$node->safe_psql('postgres', "CREATE DATABASE $how");
	$ways{$how}->($how);
	is(states($how), 'restored|5', "$how: all views are restored");
	is(contents($how), $contents, "$how: results are there");
	$node->safe_psql($how, q{INSERT INTO c VALUES ('2024-05-01 00:40:30Z', 'k1', 7)}) if $how !~ /two_steps|disable_triggers/;
	$node->set_enabled(1);
	# without windows, and loaded into a schema that was there, rows that are
	# there when the view is taken up count as counted
	$node->sync('latest', $how);
	$node->safe_psql($how, q{INSERT INTO c VALUES ('2024-05-01 00:40:30Z', 'k1', 7)}) if $how =~ /two_steps|disable_triggers/;
	sync_all($how);
	is(states($how), 'running|5', "$how: all views go on by themselves");
	$node->safe_psql($how, q{SELECT continuous.advance_watermark('fin', '2024-05-02Z')});
	$node->sync('fin', $how);
	$node->oracle_ok("TABLE $_", $node->safe_psql($how, "SELECT continuous.one_shot('$_')"), "$how: $_ is what its rows give", $how) foreach @views;
}
$node->append_conf('postgresql.conf', "continuous.on_restore = 'wait'");
$node->reload;

# not what it should be: told from a mistake
$node->psql('by_owner', 'DROP TRIGGER c39_append_only ON c', stderr => \my $err);
like($err, qr/keeps "c" append-only/, 'outside of a restore the trigger stays');
$node->psql('by_owner', q{SET check_function_bodies = off; SET search_path = ''; DROP TRIGGER c39_append_only ON public.c}, extra_params => [ '-U', 'alice' ], stderr => \$err);
like($err, qr/keeps "c" append-only/, '... and its owner cannot take the view apart');

# what a dump leaves out
my %parts = (
	'without the schema of one view' => [ [ '-N', 's2' ], 'restored|4', 'SELECT count(*) FROM pg_namespace WHERE nspname = \'s2\'', '0' ],
	'without two views' => [ [ map { ('-T', $_) } 'fin*', 'visits*' ], 'restored|3', q{SELECT count(*) FROM c39}, $groups ],
	'without late rows' => [ [ '-T', 'c39_late' ], 'restored|5', q{SELECT count(*) FROM c39}, $groups ]);
my $n = 0;
foreach my $what (sort keys %parts)
{
	my ($options, $states, $query, $answer) = @{ $parts{$what} };
	my $database = 'part' . ++$n;

	run_ok([ 'pg_dump', '-Fc', @$options, '-f', "$folder/$database", 'src' ], "pg_dump $what");
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	pg_restore($database, "$folder/$database");
	is(states($database), $states, "$what: the others are restored");
	is($node->safe_psql($database, $query), $answer, "$what: with their results");
	is($node->safe_psql($database, q{SELECT count(*) FROM continuous.views}), substr($states, -1), "$what: views are listed");
	$node->safe_psql($database, q{SELECT continuous.rebuild('latest')});
	$node->sync('latest', $database);
	run_ok([ 'pg_dump', '-Fc', '-f', "$folder/$database.again", $database ], "$what: can be dumped in turn");
}
$node->psql('part1', q{SELECT continuous.resume('c39')}, stderr => \$err);
like($err, qr/belongs to it is missing/, 'a view whose late table is missing says so') if $parts{'without late rows'};

# a schema, a table, a view without the extension: ordinary tables and views
foreach my $case (
	[ 'one_schema', [ '-n', 'public' ], [ '-n', 'public' ], 'SELECT count(*) FROM c39', $groups ],
	[ 'one_view', [ '-t', 'c39', '-t', 'c39_results' ], [ '-t', 'c39', '-t', 'c39_results' ], 'SELECT count(*) FROM c39', $groups ],
	[ 'one_input', [ '-t', 'c', '-t', 'c_?' ], [], 'UPDATE c SET v = v + 1 WHERE v = 1; SELECT count(*) FROM c', '41' ])
{
	my ($database, $dump, undef, $query, $answer) = @$case;

	run_ok([ 'pg_dump', '-Fc', @$dump, '-f', "$folder/$database", 'src' ], "pg_dump @$dump");
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, 'CREATE EXTENSION pg_continuous; DROP SCHEMA public');
	$node->safe_psql($database, 'CREATE SCHEMA public') if $database ne 'one_schema';
	pg_restore($database, "$folder/$database");
	is($node->safe_psql($database, $query), $answer, "@$dump: is there, and an ordinary one");
	is(states($database), '-|0', "@$dump: no view is continuous");
}

# who may not write continuous.view cannot restore it: said, and nothing is lost
$node->safe_psql('postgres', 'CREATE DATABASE poor OWNER alice');
$node->safe_psql('poor', 'CREATE EXTENSION pg_continuous; ALTER SCHEMA public OWNER TO alice');
my ($out, $errors);
IPC::Run::run([ 'pg_restore', '-U', 'alice', '-h', $node->host, '-p', $node->port, '-d', 'poor', "$folder/by_owner" ], '>', \$out, '2>', \$errors);
like($errors, qr/permission denied for table view/, 'an owner who is no superuser cannot restore what makes views continuous');
is($node->safe_psql('poor', 'SELECT count(*) FROM c39'), $groups, '... only the tables and views');

# another cluster, first without the library: all of it, roles included
my $other = CvNode->create('other', start => 0, preload => 0, conf => "shared_preload_libraries = ''");
$other->start;
$node->safe_psql('postgres', "DROP DATABASE $_") foreach sort keys %ways;
run_ok([ 'pg_dumpall', '-f', "$folder/all.sql" ], 'pg_dumpall');
IPC::Run::run([ 'psql', '-X', '-q', '-h', $other->host, '-p', $other->port, '-d', 'postgres', '-f', "$folder/all.sql" ], '>', \$out, '2>', \$errors);
like($errors, qr/WARNING:  pg_continuous is not preloaded/, 'a cluster without the library warns');
unlike($errors, qr/ERROR:(?!  role "\w+" already exists)/, '... and has no errors');
is($other->safe_psql('src', 'SELECT x FROM c39 x ORDER BY x::text'), $node->safe_psql('src', 'SELECT x FROM c39 x ORDER BY x::text'), 'results can be read without the library');
$other->psql('src', q{SELECT continuous.sync('c39')}, stderr => \$err);
like($err, qr/not preloaded.*shared_preload_libraries/s, 'sync() says what is missing');
$other->append_conf('postgresql.conf', q{
shared_preload_libraries = 'pg_continuous'
continuous.on_restore = 'wait'
max_worker_processes = 16
});
$other->restart;
is($other->safe_psql('src', q{SELECT string_agg(DISTINCT state, ' '), count(*) FROM continuous.stats}), 'restored|5', 'another cluster: all views are restored');
$other->safe_psql('src', "SELECT continuous.resume('$_')") foreach @views;
$other->safe_psql('src', q{INSERT INTO c VALUES ('2024-05-01 00:40:30Z', 'k1', 7)}, extra_params => [ '-U', 'alice' ]);
$other->sync($_, 'src') foreach @views;
is($other->safe_psql('src', q{SELECT s, n FROM c39 WHERE k = 'k1' ORDER BY window_start DESC LIMIT 1}), '47|2', '... and go on');
$other->stop;

$node->stop;
done_testing();
