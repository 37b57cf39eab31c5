# What is set for databases, roles and the whole server is meant for sessions of
# users: the worker goes by its own settings, and those captured at CREATE.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $next = 1;
$node->safe_psql('postgres', q{
CREATE ROLE owner LOGIN;
CREATE ROLE nobody LOGIN;
GRANT CREATE, USAGE ON SCHEMA public TO owner;
SET SESSION AUTHORIZATION owner;
CREATE TABLE ev (ts timestamptz, k text, v float8);
CREATE TABLE dim (k text PRIMARY KEY, name text);
INSERT INTO dim VALUES ('k0', 'zero'), ('k1', 'one');
CREATE FUNCTION shown(ts timestamptz, v float8) RETURNS text STABLE LANGUAGE plpgsql AS $$
BEGIN
	RETURN ts || ' ' || v || ' ' || E'\\001'::bytea::text || ' ' || session_user || ' ' || current_user;
END $$;
CREATE CONTINUOUS VIEW v AS
SELECT window_start, d.name, count(*) AS n, max(shown(ts, v)) AS shown, string_agg(DISTINCT v::text, ' ') AS list
  FROM ev LEFT JOIN dim d USING (k) GROUP BY tumble(ts, '1 hour'), d.name;
CREATE TABLE seen (setting text);
CREATE TABLE broken (a int);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM public.broken) THEN
		RAISE 'broken';
	END IF;
	INSERT INTO public.seen VALUES (current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only') || ' ' || session_user || ' ' || current_user);
	RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION note()});

my %settings = (
	statement_timeout => '1ms', lock_timeout => '1ms', idle_in_transaction_session_timeout => '1ms', transaction_timeout => '1ms',
	deadlock_timeout => '1ms', idle_session_timeout => '1ms', default_transaction_isolation => 'serializable', default_transaction_read_only => 'on',
	default_transaction_deferrable => 'on', session_replication_role => 'replica', search_path => 'nowhere', row_security => 'off', DateStyle => 'German',
	TimeZone => 'Asia/Kolkata', extra_float_digits => '-15', bytea_output => 'escape', exit_on_error => 'on', restrict_nonsystem_relation_kind => 'view, foreign-table',
	enable_seqscan => 'off', jit => 'on', jit_above_cost => 0, synchronous_commit => 'on', max_parallel_workers_per_gather => 4, quote_all_identifiers => 'on',
	default_tablespace => 'pg_default', work_mem => '64kB', client_min_messages => 'error', transform_null_equals => 'on', xmloption => 'document', role => 'nobody');
# a server that grants any transaction 1 ms, also that of a connection that begins, grants nobody one
my %in_file = map { $_ => 1 } grep { !/^(role|exit_on_error|transaction_timeout)$/ } keys %settings;
my $known = join '|', map { lc } split /\n/, $node->safe_psql('postgres', q{SELECT name FROM pg_settings UNION ALL SELECT 'role'});

# what sessions of this test need, whatever is set for others
my $own = q{-c default_transaction_read_only=off -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0 -c deadlock_timeout=1s -c search_path=public }
  . q{-c default_transaction_isolation=read\\ committed -c TimeZone=UTC -c DateStyle=ISO -c session_replication_role=origin -c bytea_output=hex -c extra_float_digits=1 -c role=none -c exit_on_error=off -c row_security=on}
  . ($known =~ /transaction_timeout\b.*\|transaction_timeout|\|transaction_timeout/ ? ' -c transaction_timeout=0' : '')
  . ($known =~ /restrict_nonsystem_relation_kind/ ? ' -c restrict_nonsystem_relation_kind=' : '');

sub check
{
	my ($name) = @_;
	local $ENV{PGOPTIONS} = $own;
	$node->safe_psql('postgres', qq{
SET SESSION AUTHORIZATION owner;
INSERT INTO ev SELECT timestamptz '2024-05-01 00:00Z' + i * interval '1 second', 'k' || i % 3, i / 3.0 FROM generate_series($next, $next + 9) i});
	$next += 10;
	$node->sync('v');
	$node->oracle_ok('TABLE v', q{
SELECT date_bin('1 hour', ts, '2000-01-03Z'), d.name, count(*), max(ts || ' ' || v || ' ' || E'\\\\001'::bytea::text || ' owner owner'), string_agg(DISTINCT v::text, ' ')
  FROM ev LEFT JOIN dim d USING (k) GROUP BY 1, 2}, $name);
	is($node->safe_psql('postgres', 'SELECT DISTINCT setting FROM seen'), 'read committed off owner owner', '... and so in triggers of the results');
	return;
}

check('nothing set');
for my $scope ('SYSTEM', 'DATABASE postgres', 'ROLE postgres', 'ROLE owner', 'ROLE ALL', 'ROLE postgres IN DATABASE postgres')
{
	my @names = grep { $known =~ /(^|\|)\L$_\E(\||$)/ && ($scope ne 'SYSTEM' || $in_file{$_}) } sort keys %settings;
	local $ENV{PGOPTIONS} = $own;
	$node->safe_psql('postgres', join "\n", map { "ALTER $scope SET $_ = '$settings{$_}';" } @names);
	$node->restart;
	if ($scope eq 'DATABASE postgres')
	{
		$node->safe_psql('postgres', q{INSERT INTO broken VALUES (1); INSERT INTO ev VALUES ('2024-05-01', 'k1', 0)});
		$node->wait_for_state('v', 'retrying');
		$node->safe_psql('postgres', 'DELETE FROM broken');
	}
	check("settings of $scope");
	$node->safe_psql('postgres', $scope eq 'SYSTEM' ? 'ALTER SYSTEM RESET ALL' : "ALTER $scope RESET ALL");
}
# while it runs
{
	local $ENV{PGOPTIONS} = $own;
	$node->restart;
	$node->safe_psql('postgres', join "\n", map { "ALTER SYSTEM SET $_ = '$settings{$_}';" } grep { $in_file{$_} && $known =~ /(^|\|)\L$_\E(\||$)/ } sort keys %settings);
	$node->reload;
	check('settings that are reloaded');
}
# an owner's code cannot end the worker by what is set for it
for my $setting (grep { $known =~ /(^|\|)$_(\||$)/ } 'exit_on_error', 'transaction_timeout')
{
	local $ENV{PGOPTIONS} = $own;
	my $value = $setting eq 'exit_on_error' ? 'on' : '1ms';
	$node->safe_psql('postgres', qq{
CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS \$\$
BEGIN
	IF EXISTS (SELECT FROM public.broken) THEN
		PERFORM set_config('$setting', '$value', false);
		PERFORM 1 FROM generate_series(1, 100000);
		RAISE 'broken';
	END IF;
	INSERT INTO public.seen VALUES ('read committed off ' || session_user || ' ' || current_user);
	RETURN NULL;
END \$\$;
INSERT INTO broken VALUES (1);
INSERT INTO ev VALUES ('2024-05-01', 'k1', 0)});
	$node->wait_for_state('v', 'retrying');
	is($node->safe_psql('postgres', q{SELECT error FROM continuous.stats}), qq{parameter "$setting" cannot be changed now}, "$setting is the worker's own");
	$node->safe_psql('postgres', 'DELETE FROM broken');
	check("... $setting");
}
unlike(slurp_file($node->logfile), qr/pg_continuous worker.* exited with exit code 1/, 'no worker died of it');

$node->stop;
done_testing();
