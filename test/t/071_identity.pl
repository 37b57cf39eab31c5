# What a database says of sessions does not make the worker anybody else, and an
# extension that is installed where others were first takes nothing of theirs.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib "$FindBin::RealBin/../perl";

use CvNode;
use Test::More;

my $node = CvNode->create('main');

# the settings of a database, by its owner who is no superuser
$node->safe_psql('postgres', q{
CREATE ROLE db_owner LOGIN;
CREATE ROLE alice NOLOGIN CONNECTION LIMIT 0;
CREATE ROLE bob;
CREATE DATABASE hostile OWNER db_owner});
$node->safe_psql('hostile', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE orders (ts timestamptz, k text, v int);
GRANT SELECT, TRIGGER ON orders TO alice, bob;
GRANT CREATE, USAGE ON SCHEMA public TO alice, bob;
CREATE TABLE log (id serial, who text);
GRANT ALL ON log, log_id_seq TO PUBLIC;
SET SESSION AUTHORIZATION alice;
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO public.log (who) VALUES (format('%s %s %s %s %s', current_user, session_user, current_setting('is_superuser'), current_setting('role'), current_setting('row_security')));
	RETURN NULL; END $$;
CREATE CONTINUOUS VIEW v AS SELECT window_start, k, sum(v) AS s FROM orders GROUP BY tumble(ts, '5 min'), k;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION note();
RESET SESSION AUTHORIZATION;
INSERT INTO orders VALUES ('2026-01-01', 'x', 1)});
$node->sync('v', 'hostile');
# none of these makes a session somebody else's, but for that of who sets them
my %hostile = (role => 'db_owner', session_authorization => 'db_owner', row_security => 'off', search_path => 'evil',
	default_transaction_read_only => 'on', default_transaction_isolation => 'serializable', statement_timeout => '1');
$node->safe_psql('hostile', 'SET SESSION AUTHORIZATION db_owner; ' . join('; ', map { "ALTER DATABASE hostile SET $_ = '$hostile{$_}'" } sort keys %hostile));
$node->restart;
my $connection = $node->connstr('hostile') . q{ options='-c statement_timeout=0 -c default_transaction_read_only=off -c search_path=public'};
sub ask
{
	return $node->safe_psql('hostile', "SET SESSION AUTHORIZATION DEFAULT; SET role = none; $_[0]", connstr => $connection);
}
is($node->safe_psql('hostile', 'SELECT current_user', connstr => $connection), 'db_owner', 'the settings are in force');
ask(q{INSERT INTO orders VALUES ('2026-01-01', 'x', 2)});
ask(q{SELECT continuous.sync('v')});
is(ask('SELECT DISTINCT who FROM log'), 'alice alice off none on',
	'whatever the database sets: a batch is its owner, and nobody else');
$node->safe_psql('postgres', 'ALTER DATABASE hostile RESET ALL');

# owners that come and go
$node->safe_psql('hostile', 'ALTER VIEW v OWNER TO bob; DELETE FROM log');
$node->safe_psql('hostile', "INSERT INTO orders VALUES ('2026-01-01', 'x', 4)");
$node->sync('v', 'hostile');
is($node->safe_psql('hostile', 'SELECT DISTINCT who FROM log'), 'bob bob off none on', 'the next batch is the new owner');
$node->safe_psql('hostile', 'REASSIGN OWNED BY bob TO alice; DELETE FROM log');
$node->safe_psql('hostile', "INSERT INTO orders VALUES ('2026-01-01', 'x', 8)");
$node->sync('v', 'hostile');
is($node->safe_psql('hostile', 'SELECT DISTINCT who FROM log'), 'alice alice off none on', 'also after REASSIGN OWNED');
like(($node->psql('hostile', 'DROP ROLE alice'))[0], qr/^3$/, 'a role that owns a view cannot be dropped');
$node->safe_psql('hostile', 'ALTER ROLE alice SUPERUSER; DELETE FROM log');
$node->safe_psql('hostile', "INSERT INTO orders VALUES ('2026-01-01', 'x', 16)");
$node->sync('v', 'hostile');
$node->safe_psql('hostile', 'ALTER ROLE alice NOSUPERUSER');
$node->safe_psql('hostile', "INSERT INTO orders VALUES ('2026-01-01', 'x', 32)");
$node->sync('v', 'hostile');
is($node->safe_psql('hostile', 'SELECT who FROM log ORDER BY id'), "alice alice on none on\nalice alice off none on", 'a role that stops being a superuser is none in the next batch');
is($node->safe_psql('hostile', 'SELECT s FROM v'), '63', 'no row is lost, or counted twice');
$node->safe_psql('hostile', 'DROP OWNED BY alice CASCADE');
is($node->safe_psql('hostile', "SELECT (SELECT count(*) FROM continuous.view) + (SELECT count(*) FROM pg_trigger WHERE tgrelid = 'orders'::regclass)"), '0', 'DROP OWNED takes all of a view with it');
$node->safe_psql('hostile', 'DROP OWNED BY bob; DROP TABLE orders');

# C34: mallory was there first, with each name that an installation makes
$node->safe_psql('postgres', 'CREATE ROLE mallory LOGIN; CREATE DATABASE taken; CREATE DATABASE plain; GRANT CREATE ON DATABASE taken TO mallory');
$node->safe_psql('plain', 'CREATE EXTENSION pg_continuous');
is($node->safe_psql('plain', q{
	SELECT string_agg(DISTINCT pg_identify_object(classid, objid, 0)::text, ' ')
	  FROM pg_depend, LATERAL pg_identify_object(classid, objid, 0) o
	 WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_continuous') AND deptype = 'e'
	   AND coalesce(o.schema, '') <> 'continuous' AND o.identity NOT LIKE '%continuous.%'}),
	'("event trigger",,pg_continuous_refuse_rewrite,pg_continuous_refuse_rewrite) (schema,,continuous,continuous)',
	'outside of schema continuous there are an event trigger and the schema only');
my @made = split /\n/, $node->safe_psql('plain', q{
	SELECT format('CREATE TABLE public.%I (x int)', relname) FROM pg_class WHERE relnamespace = 'continuous'::regnamespace AND relkind IN ('r', 'v')
	 UNION ALL
	SELECT format('CREATE FUNCTION public.%I(%s) RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN ALTER ROLE mallory SUPERUSER; RAISE ''ran''; END $f$', proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid))
	  FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname !~ '^relation_' AND pg_get_function_result(oid) !~ 'record|event_trigger'});
cmp_ok(scalar @made, '>', 30, 'there are names to take');
$node->safe_psql('taken', 'GRANT CREATE ON SCHEMA public TO mallory');
$node->safe_psql('taken', join(";\n", 'SET SESSION AUTHORIZATION mallory', @made, 'CREATE SCHEMA continuous', (map { my $s = $_; $s =~ s/public\./continuous./; $s } @made)));
my ($code, undef, $error) = $node->psql('taken', 'CREATE EXTENSION pg_continuous');
like($error, qr/schema "continuous" already exists/, 'a schema that was there is an error');
is($node->safe_psql('taken', q{SELECT count(*) FROM pg_extension WHERE extname = 'pg_continuous'}), '0', 'and nothing is installed');
$node->safe_psql('taken', 'SET client_min_messages = error; DROP SCHEMA continuous CASCADE; ALTER DATABASE taken SET search_path = public, pg_catalog;'
	. 'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC, mallory; ALTER DEFAULT PRIVILEGES GRANT ALL ON SCHEMAS TO PUBLIC, mallory; ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO mallory');
$node->safe_psql('taken', 'CREATE EXTENSION pg_continuous');
is($node->safe_psql('taken', q{
	SELECT count(*) FROM pg_class c, aclexplode(relacl) a WHERE relnamespace = 'continuous'::regnamespace AND grantee <> relowner AND NOT (grantee = 0 AND privilege_type = 'SELECT')
	 UNION ALL
	SELECT count(*) FROM pg_namespace, aclexplode(nspacl) WHERE nspname = 'continuous' AND grantee <> nspowner AND NOT (grantee = 0 AND privilege_type = 'USAGE')}), "0\n0",
	'default privileges of who installs it give nobody a right to write');
$node->safe_psql('taken', q{
CREATE TABLE public.events (ts timestamptz, v int);
CREATE CONTINUOUS VIEW public.e AS SELECT window_start, count(*) AS n FROM events GROUP BY tumble(ts, '5 min');
INSERT INTO events VALUES ('2026-01-01', 1)});
$node->safe_psql('taken', q{SELECT continuous.sync('public.e')});
$node->safe_psql('taken', q{TABLE continuous.stats; TABLE continuous.views; TABLE continuous.progress; TABLE continuous.columns; SELECT continuous.recompute('public.e'); SELECT continuous.one_shot('public.e')});
is($node->safe_psql('taken', 'SELECT n FROM public.e'), '1', 'a view works beside look-alikes that come first in the path');
is($node->safe_psql('taken', q{SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'}), 'f', 'no function of hers has run');

# DROP EXTENSION leaves nothing, and it can be made again
my $left = q{
	SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = 'continuous') + (SELECT count(*) FROM pg_event_trigger) + (SELECT count(*) FROM pg_trigger WHERE tgrelid = 'events'::regclass)
		 + (SELECT count(*) FROM pg_class WHERE relname ~ '^e(_|$)') + (SELECT count(*) FROM pg_proc WHERE probin LIKE '%pg_continuous%') + (SELECT count(*) FROM pg_depend d WHERE refclassid = 'pg_extension'::regclass AND NOT EXISTS (SELECT FROM pg_extension WHERE oid = refobjid))
		 + (SELECT count(*) FROM pg_init_privs WHERE classoid = 'pg_class'::regclass AND NOT EXISTS (SELECT FROM pg_class WHERE oid = objoid))};
$node->safe_psql('taken', 'SET client_min_messages = error; DROP EXTENSION pg_continuous CASCADE');
is($node->safe_psql('taken', $left), '0', 'DROP EXTENSION leaves no object behind');
$node->poll_query_until('taken', "SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = 'taken' AND backend_type LIKE '%continuous%'");
pass('and no worker');
$node->safe_psql('taken', q{CREATE EXTENSION pg_continuous; CREATE CONTINUOUS VIEW public.e AS SELECT window_start, count(*) AS n FROM events GROUP BY tumble(ts, '5 min')});
$node->safe_psql('taken', q{SELECT continuous.sync('public.e')});
is($node->safe_psql('taken', 'SELECT n FROM public.e'), '1', 'made again, it works');

done_testing();
