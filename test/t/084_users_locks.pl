# Locks that users hold for long, on all that a batch needs; and case C12: many
# writers, readers, and every command of ours, all at once.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', conf => q{
deadlock_timeout = '200ms'
max_prepared_transactions = 10});
my $day = 1;
$node->create_events('neighbour');
$node->safe_psql('postgres', q{
CREATE TABLE ev (ts timestamptz, k int, v int) PARTITION BY LIST (k);
CREATE TABLE ev_0 PARTITION OF ev FOR VALUES IN (0);
CREATE TABLE ev_1 PARTITION OF ev DEFAULT;
CREATE TABLE dim (k int PRIMARY KEY, name text);
CREATE TABLE allowed (k int);
CREATE TABLE looked_up (k int);
CREATE TABLE written (k int);
INSERT INTO dim SELECT k, 'k' || k FROM generate_series(0, 2) k;
INSERT INTO allowed SELECT generate_series(0, 2);
INSERT INTO looked_up SELECT generate_series(0, 2);
CREATE FUNCTION is_there(k int) RETURNS bool STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN EXISTS (SELECT FROM public.looked_up l WHERE l.k = is_there.k); END $$;
CREATE CONTINUOUS VIEW v WITH (allowed_lateness = '0 s', late_rows = keep) AS
SELECT window_start, d.name, count(*) AS n, string_agg(v::text, ',' ORDER BY v) AS list
  FROM ev LEFT JOIN dim d USING (k) WHERE ev.k IN (SELECT a.k FROM allowed a) AND is_there(ev.k) GROUP BY tumble(ts, '1 hour'), d.name;
CREATE CONTINUOUS VIEW f WITH (emit = final) AS
SELECT window_start, count(*) AS n FROM ev GROUP BY tumble(ts, '1 day');
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.written VALUES (new.n); RETURN NULL; END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON v_results FOR EACH ROW EXECUTE FUNCTION note()});

sub insert_day
{
	$node->safe_psql('postgres', sprintf q{
INSERT INTO ev SELECT timestamptz '2024-05-01Z' + interval '%d days' + i * interval '20 minutes', i %% 3, i FROM generate_series(1, 60) i}, $day++);
	return;
}

sub complete_ok
{
	my ($name) = @_;
	$node->sync($_) for qw(v f);
	$node->oracle_ok('TABLE v', q{SELECT date_bin('1 hour', ts, '2000-01-03Z'), name, count(*), string_agg(v::text, ',' ORDER BY v) FROM ev JOIN dim USING (k) GROUP BY 1, 2}, $name);
	return;
}

sub neighbour_ok
{
	my ($name) = @_;
	$node->insert_events('neighbour', $day * 10 + 1, $day * 10 + 10);
	return $node->events_ok('neighbour', "the neighbour, with $name");
}

# locks under which rows can be inserted: the view waits for them, others do not
for my $lock (
	'LOCK TABLE v_collected IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE v_late IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE f_state IN SHARE MODE',
	'LOCK TABLE dim IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE allowed IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE looked_up IN ACCESS EXCLUSIVE MODE',
	'LOCK TABLE written IN ACCESS EXCLUSIVE MODE', 'TRUNCATE written', 'ALTER TABLE v_results ADD COLUMN twice bigint GENERATED ALWAYS AS (n * 2) STORED',
	'REINDEX TABLE v_results', 'LOCK TABLE v_definition IN ACCESS EXCLUSIVE MODE',
	q{SELECT continuous.pause('v')}, q{SELECT continuous.rebuild('v')}, q{SELECT continuous.recompute('v')}, q{ALTER VIEW v SET (allowed_lateness = '1 s')},
	'CREATE OR REPLACE FUNCTION is_there(k int) RETURNS bool STABLE LANGUAGE sql AS $$ SELECT true $$', 'DROP VIEW v',
	'LOCK TABLE continuous.position IN ACCESS EXCLUSIVE MODE', 'LOCK TABLE continuous.status IN ACCESS EXCLUSIVE MODE')
{
	my $session = $node->background_psql('postgres');
	$node->sync($_) for qw(v f);
	$session->query_safe("BEGIN; SET LOCAL client_min_messages = error; $lock");
	insert_day() unless $lock =~ /DROP VIEW|_definition/;
	neighbour_ok($lock) unless $lock =~ /continuous\.(position|status)/;
	$session->query_safe('ROLLBACK');
	$session->quit;
	insert_day();
	complete_ok("afterwards: $lock");
}

# the input itself, also in a transaction that is prepared
for my $lock ('TRUNCATE ev_0', 'ALTER TABLE ev ADD COLUMN note text', 'ALTER TABLE ev DETACH PARTITION ev_0', 'DROP TABLE ev CASCADE', 'LOCK TABLE ev_1 IN ACCESS EXCLUSIVE MODE')
{
	insert_day();
	$node->safe_psql('postgres', "BEGIN; SET LOCAL client_min_messages = error; $lock; PREPARE TRANSACTION 'held'");
	neighbour_ok("$lock, prepared");
	$node->safe_psql('postgres', q{ROLLBACK PREPARED 'held'});
	insert_day();
	complete_ok("afterwards: $lock, prepared");
}
$node->safe_psql('postgres', 'DROP VIEW v, f');

# C12
$node->safe_psql('postgres', q{
CREATE TABLE c12 (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW c12_v WITH (watermark_delay = '0 s', allowed_lateness = '1 hour') AS
SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c12 GROUP BY tumble(ts, interval '5 minutes'), k;
CREATE TABLE faults (what text);
CREATE PROCEDURE write() LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 200 LOOP
		INSERT INTO c12 VALUES ('2024-05-01 00:01Z', 'k' || (i % 2), 1);
		COMMIT;
	END LOOP;
END $$;
-- what has been there before a sync is in the view after it; sums never go down, but by a rebuild
CREATE PROCEDURE watch(rounds int) LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
	last bigint := 0;
	now bigint;
BEGIN
	FOR i IN 1 .. rounds LOOP
		SELECT count(*) INTO before FROM c12;
		COMMIT;
		PERFORM continuous.sync('c12_v');
		COMMIT;
		SELECT coalesce(sum(n), 0) INTO now FROM c12_v;
		COMMIT;
		IF now < before OR now < last THEN
			INSERT INTO faults VALUES (format('%s rows, then sync(), shows %s after %s', before, now, last));
		END IF;
		last := now;
		IF EXISTS (SELECT FROM c12_v GROUP BY window_start, k HAVING count(*) > 1) THEN
			INSERT INTO faults VALUES ('two rows for a group');
		END IF;
		COMMIT;
	END LOOP;
END $$});
my @sessions;
for my $statements (('CALL write();') x 8, ('CALL watch(40);') x 2,
	join('', map { qq{SELECT continuous.recompute('c12_v'); ALTER VIEW c12_v SET (allowed_lateness = '$_ hours'); SELECT count(*) FROM continuous.stats; } } 1 .. 15),
	join('', map { "CREATE CONTINUOUS VIEW other AS SELECT window_start, count(*) AS n FROM c12 GROUP BY tumble(ts, '1 hour'); DROP VIEW other; " } 1 .. 15),
	join('', map { q{SELECT continuous.resume('c12_v'); VACUUM c12; VACUUM FULL c12_v_results; REINDEX TABLE CONCURRENTLY c12_v_results; ANALYZE c12_v_results; } } 1 .. 5))
{
	my ($out, $err) = ('', '');
	push @sessions, { run => IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres'), map { ('-c', $_) } 'SET client_min_messages = error', $statements =~ /\S[^;]*;/g ],
			'<', '/dev/null', '>', \$out, '2>', \$err), err => \$err };
}
for my $session (@sessions)
{
	$session->{run}->finish;
	is(${ $session->{err} }, '', 'a session had no error');
}
$node->sync('c12_v');
is($node->safe_psql('postgres', 'SELECT k, s, n FROM c12_v ORDER BY k'), "k0|800|800\nk1|800|800", 'C12: each row counted once');
is($node->safe_psql('postgres', 'TABLE faults'), '', 'C12: nothing was ever missing, doubled or taken back');
$node->counters_ok('c12_v', 1600, 'C12: counters');
unlike(slurp_file($node->logfile), qr/deadlock detected/, 'no deadlock');

$node->stop;
done_testing();
