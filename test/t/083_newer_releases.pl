# What newer releases have added to SQL, under a view: virtual columns of inputs
# and results (18; stored ones before), generated columns that change (17),
# MERGE of rows that have no match (17), temporal keys (18).
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
my $virtual = $version >= 180000 ? 'VIRTUAL' : 'STORED';

sub sql { return $node->safe_psql('postgres', join(';', @_)); }

# refused_ok(statement, message)
sub refused_ok
{
	my ($statement, $message) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	my ($code, $out, $err) = $node->psql('postgres', $statement);

	isnt($code, 0, "refused: $statement");
	like($err, $message, '... and why');
	return;
}

# ---- columns that are computed: time, keys, arguments, WHERE; of partitions that
# have them at other places ----
sql(qq{
CREATE ROLE alice;
GRANT CREATE ON SCHEMA public TO alice;
CREATE TABLE ev (ts timestamp, k text, v int, twice int GENERATED ALWAYS AS (v * 2) $virtual,
	at timestamp GENERATED ALWAYS AS (ts + interval '1 hour') $virtual, kk text GENERATED ALWAYS AS (k || '!') $virtual)
	PARTITION BY RANGE (ts);
CREATE TABLE ev_low PARTITION OF ev FOR VALUES FROM (MINVALUE) TO ('2024-01-01 00:30');
CREATE TABLE ev_high (gone int, kk text GENERATED ALWAYS AS (k || '!') $virtual, at timestamp GENERATED ALWAYS AS (ts + interval '1 hour') $virtual,
	twice int GENERATED ALWAYS AS (v * 2) $virtual, v int, k text, ts timestamp);
ALTER TABLE ev_high DROP COLUMN gone;
ALTER TABLE ev ATTACH PARTITION ev_high FOR VALUES FROM ('2024-01-01 00:30') TO (MAXVALUE);
GRANT SELECT (twice, at, kk, v), TRIGGER ON ev TO alice;
GRANT TRIGGER ON ev_low, ev_high TO alice;
SET ROLE alice;
CREATE CONTINUOUS VIEW tumbled AS SELECT window_start, kk, sum(twice) AS s, count(*) FILTER (WHERE twice > 10) AS n FROM ev WHERE twice <> 6 GROUP BY tumble(at, '5 minutes'), kk;
CREATE CONTINUOUS VIEW sessions WITH (emit = final) AS SELECT window_start, window_end, kk, max(twice) AS top FROM ev GROUP BY session(at, '50 seconds'), kk;
CREATE CONTINUOUS VIEW lives WITH (state_ttl = '4000 days', event_time = at) AS SELECT kk, sum(twice) AS s, array_agg(twice ORDER BY at) AS list FROM ev GROUP BY kk;
CREATE CONTINUOUS VIEW clocked WITH (watermark_by = kk, idle_timeout = '4000 days') AS SELECT window_start, kk, sum(twice) AS s FROM ev GROUP BY tumble(at, '5 minutes'), kk;
CREATE CONTINUOUS VIEW kept WITH (late_rows = keep, on_error = skip) AS SELECT window_start, kk, sum(100 / twice) AS s FROM ev GROUP BY tumble(at, '5 minutes'), kk;
ALTER TABLE tumbled_results ADD COLUMN half bigint GENERATED ALWAYS AS (s / 2) $virtual;
CREATE INDEX ON tumbled_results (s);
RESET ROLE;
});
my @views = qw(tumbled sessions lives clocked kept);
$node->sync($_) foreach @views;
my $rows = q{INSERT INTO ev (ts, k, v) SELECT timestamp '2024-01-01' + i * interval '1 minute', 'k' || i %% 3, i FROM generate_series(%s) i};
sql(sprintf $rows, $_) foreach '1, 40', '41, 60';
sub views_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	foreach my $view (@views)
	{
		$node->sync($view);
		my $plain = sql("SELECT continuous.one_shot('$view')") =~ s/;\s*$//r;

		$plain = "SELECT * FROM ($plain) o WHERE window_end <= continuous.watermark('$view')::timestamp" if $view eq 'sessions';
		$node->oracle_ok("SELECT * FROM $view", $plain, "$name: $view");
	}
	return;
}
views_ok('computed columns');
is(sql('SELECT count(*) FROM tumbled_results WHERE half IS DISTINCT FROM s / 2'), '0', 'a computed column of the results');
sql(q{INSERT INTO ev (ts, k, v) VALUES ('2020-01-01', 'secret', 5), ('2024-01-01 01:00', 'k1', 0)});
$node->sync('kept');
my $data = $virtual eq 'VIRTUAL' ? '"v": 5' : '"kk": "secret!", "twice": 10';
my $failed = $virtual eq 'VIRTUAL' ? '"v": 0' : '"kk": "k1!", "twice": 0';
is(sql(q{SELECT reason, row_data - 'at' FROM kept_late ORDER BY reason}), "error|{$failed}\ntoo late|{$data}", 'what is kept of late rows: what is stored of the columns that the owner may read');
# plain SQL knows of no late rows, and fails where one does
sql(q{DELETE FROM ev WHERE k = 'secret' OR v = 0}, map { "SELECT continuous.rebuild('$_')" } @views);
views_ok('rebuilt');

# ---- what is computed in another way from now on ----
sql(q{
CREATE TABLE d (ts timestamp, v int, twice int GENERATED ALWAYS AS (v * 2) STORED);
INSERT INTO d VALUES ('2024-01-01', 1);
CREATE CONTINUOUS VIEW dv AS SELECT window_start, sum(twice) AS s, count(*) AS n FROM d GROUP BY tumble(ts, '5 minutes');
});
$node->sync('dv');
if ($version >= 170000)
{
	refused_ok('ALTER TABLE d ALTER twice SET EXPRESSION AS (v * 3)', qr/cannot rewrite table "d"/);
	refused_ok('MERGE INTO d USING (VALUES (7)) x(v) ON d.v = x.v WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = 9', qr/append-only/);
	is(sql(q{MERGE INTO d USING (VALUES (7)) x(v) ON d.v = x.v WHEN NOT MATCHED THEN INSERT (ts, v) VALUES ('2024-01-01', x.v) WHEN NOT MATCHED BY SOURCE THEN DELETE RETURNING merge_action(), d.v}),
		"DELETE|1\nINSERT|7", 'rows without a match are deleted');
	$node->sync('dv');
	is(sql('SELECT s, n FROM dv'), '16|2', 'what was counted stays, what is new is counted');
}
if ($version >= 180000)
{
	sql(q{ALTER TABLE ev ALTER twice SET EXPRESSION AS (v * 2 + 0)}, sprintf $rows, '61, 80');
	views_ok('another expression');
	sql(q{
CREATE EXTENSION btree_gist;
CREATE TABLE prices (k text, valid tsrange, name text, PRIMARY KEY (k, valid WITHOUT OVERLAPS));
INSERT INTO prices VALUES ('k0', '[2020-01-01,2030-01-01)', 'zero'), ('k1', '[2020-01-01,2024-01-01 00:20)', 'old'), ('k1', '[2024-01-01 00:20,2030-01-01)', 'new');
CREATE CONTINUOUS VIEW joined AS SELECT window_start, name, sum(v) AS s FROM ev JOIN prices p ON p.k = ev.k AND ev.ts <@ p.valid GROUP BY tumble(ts, '5 minutes'), name;
});
	$node->sync('joined');
	$node->oracle_ok('TABLE joined', sql(q{SELECT continuous.one_shot('joined')}) =~ s/;\s*$//r, 'a temporal primary key');
	refused_ok(q{CREATE CONTINUOUS VIEW twice_joined AS SELECT window_start, name, sum(v) AS s FROM ev JOIN prices p ON p.k = ev.k GROUP BY tumble(ts, '5 minutes'), name},
		qr/not joined on a unique key/);
	sql(q{ALTER TABLE d ADD CONSTRAINT positive CHECK (v > 0) NOT ENFORCED, ADD CONSTRAINT there NOT NULL v NOT VALID},
		q{ALTER TABLE dv_results ADD CONSTRAINT there NOT NULL s NOT VALID}, q{INSERT INTO d VALUES ('2024-01-01', -7)});
	$node->sync('dv');
	is(sql('SELECT s, n FROM dv'), '2|3', 'constraints that are not enforced');
}

$node->stop;
done_testing();
