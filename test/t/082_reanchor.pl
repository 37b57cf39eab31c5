# A restored view goes on by itself: windows that the rows at hand cover are
# computed from them, older ones are kept, and no row is counted twice
# (continuous.on_restore).
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
my $folder = $node->basedir;

sub run_ok
{
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return $node->PostgreSQL::Test::Cluster::command_ok(@_);
}

# ---- C39, word for word: in a database that was dumped, and in one that was not
$node->safe_psql('postgres', 'CREATE ROLE alice LOGIN');
$node->safe_psql('postgres', "CREATE DATABASE $_ OWNER alice") foreach qw(src by_owner);
$node->safe_psql('src', 'CREATE EXTENSION pg_continuous');
$node->safe_psql('src', $_, extra_params => [ '-U', 'alice' ]) foreach
	q{CREATE TABLE c39 (ts timestamptz, k text, v int)},
	q{CREATE CONTINUOUS VIEW c39_v WITH (watermark_delay='0 s', allowed_lateness='10 minutes', late_rows = keep) AS
		SELECT window_start, k, sum(v) AS s, count(*) AS n FROM c39 GROUP BY tumble(ts, interval '5 minutes'), k},
	q{INSERT INTO c39 VALUES ('2024-05-01 00:01Z','x',1)},
	q{INSERT INTO c39 VALUES ('2024-05-01 00:31Z','x',2)};
$node->sync('c39_v', 'src');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/c39", 'src' ], 'C39: pg_dump -Fc');
run_ok([ 'pg_dump', '-f', "$folder/c39.sql", 'src' ], 'C39: pg_dump');
my %c39 = (
	src => [],
	by_j => [ [ 'pg_restore', '-j', '4', "$folder/c39", '-d' ] ],
	by_sections => [ map { [ 'pg_restore', "--section=$_", "$folder/c39", '-d' ] } qw(pre-data data post-data) ],
	by_psql => [ [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/c39.sql", '-d' ] ],
	by_one => [ [ 'pg_restore', '-1', "$folder/c39", '-d' ] ],
	by_parts => [ map { [ 'pg_restore', $_, "$folder/c39", '-d' ] } qw(--schema-only --data-only) ],
);
foreach my $database (sort keys %c39)
{
	$node->safe_psql('postgres', "CREATE DATABASE $database") if $database ne 'src';
	run_ok([ @$_, $database ], "C39 $database: $_->[0] $_->[1]") foreach @{ $c39{$database} };
	$node->sync('c39_v', $database) if $database eq 'by_parts';
	$node->safe_psql($database, $_) foreach
		q{INSERT INTO c39 VALUES ('2024-05-01 00:02Z','x',4)},
		q{INSERT INTO c39 VALUES ('2024-05-01 00:32Z','x',8)};
	$node->sync('c39_v', $database);
	$node->safe_psql($database, q{SELECT continuous.advance_watermark('c39_v', '2024-05-01 03:00Z')});
	$node->sync('c39_v', $database);
	is($node->safe_psql($database, q{SELECT window_start, k, s, n FROM c39_v ORDER BY 1}), "2024-05-01 00:00:00+00|x|1|1\n2024-05-01 00:30:00+00|x|10|2", "C39 $database: as if never dumped");
	is($node->safe_psql($database, q{SELECT rows_read, rows_counted, rows_too_late FROM continuous.stats}), '4|3|1', "C39 $database: one row came late");
	is($node->safe_psql($database, q{SELECT row_data->>'v' FROM c39_v_late}), '4', "C39 $database: ... this one");
	is($node->safe_psql($database, q{SELECT kept_before FROM continuous.views}), '', "C39 $database: nothing had to be kept");
}

# ---- what else becomes of a restored view
sub setting
{
	my ($value) = @_;
	$node->append_conf('postgresql.conf', "continuous.on_restore = $value");
	$node->reload;
	return;
}

sub stats_of
{
	my ($database, $view) = @_;
	return $node->safe_psql($database, "SELECT state, error FROM continuous.stats WHERE view = '$view'::regclass");
}

$node->safe_psql('postgres', 'CREATE DATABASE srcs');
$node->safe_psql('srcs', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE e (ts timestamptz, k text);
CREATE CONTINUOUS VIEW fives AS SELECT window_start, k, count(*) AS n FROM e GROUP BY tumble(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW totals WITH (state_ttl = '1000 days', event_time = ts) AS SELECT k, count(*) AS n FROM e GROUP BY k;
CREATE CONTINUOUS VIEW minutes WITH (emit = final, allowed_lateness = 0) AS SELECT window_start AS minute, count(*) AS n FROM e GROUP BY tumble(ts, '1 minute');
CREATE CONTINUOUS VIEW hours AS SELECT window_start, sum(n) AS n, count(*) AS minutes FROM minutes GROUP BY tumble(minute, '1 hour');
});
$node->safe_psql('srcs', "INSERT INTO e SELECT timestamptz '2024-05-01 00:00Z' + i * interval '20 seconds', 'k' || i % 2 FROM generate_series($_, $_ + 49) i") foreach (0, 50, 100);
my @some = qw(fives totals minutes hours);
$node->sync($_, 'srcs') foreach @some;
my $late = q{INSERT INTO e VALUES ('2024-05-01 00:51Z', 'k0'), ('2024-05-01 01:05Z', 'k1')};

sub contents
{
	my ($database) = @_;
	$node->sync($_, $database) foreach @some;
	return join "\n", map { $node->safe_psql($database, "SELECT '$_', v::text FROM $_ v ORDER BY 2") } @some;
}
$node->safe_psql('srcs', q{DELETE FROM e WHERE ts < '2024-05-01 00:30Z'});
my $before = contents('srcs');
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/some", 'srcs' ], 'pg_dump of a chain and of others');
$node->safe_psql('srcs', $late);
my $after = contents('srcs');

setting('wait');
$node->safe_psql('postgres', 'CREATE DATABASE waits');
run_ok([ 'pg_restore', '-d', 'waits', "$folder/some" ], 'wait: pg_restore');
is(stats_of('waits', 'fives'), 'restored|', 'wait: nothing happens');
my ($code, $out, $err) = $node->psql('waits', q{SELECT continuous.sync('fives')});
like($err, qr/does not know its position.*\n.*rebuild/, 'wait: sync() says what to do');
setting('reanchor');
is(contents('waits'), $before, 'reanchor, set later: all is as it was, also of a view that reads another');
$node->safe_psql('waits', $late);
is(contents('waits'), $after, 'reanchor: ... and goes on');
like(slurp_file($node->logfile), qr/continuous view public\.fives was restored: windows from 2024-05-01 00:30:00\+00 on are computed from the rows at hand, older ones are kept/, 'reanchor: the log says from where on');

setting('rebuild');
$node->safe_psql('postgres', 'CREATE DATABASE rebuilt');
run_ok([ 'pg_restore', '-d', 'rebuilt', "$folder/some" ], 'rebuild: pg_restore');
$node->sync('fives', 'rebuilt');
$node->oracle_ok('TABLE fives', q{SELECT date_bin('5 minutes', ts, '2024-05-01Z'), k, count(*) FROM e GROUP BY 1, 2}, 'rebuild: the rows at hand, and no others', 'rebuilt');

setting('resume');
$node->safe_psql('postgres', 'CREATE DATABASE resumed');
run_ok([ 'pg_restore', '-d', 'resumed', "$folder/some" ], 'resume: pg_restore');
is(contents('resumed'), $before, 'resume: all is as it was');
$node->safe_psql('resumed', $late);
$node->sync($_, 'resumed') foreach @some;
$node->oracle_ok('TABLE totals', q{SELECT k, 76 FROM (VALUES ('k0'), ('k1')) v(k)}, 'resume: ... and goes on', 'resumed');
setting('reanchor');

# data comes behind all else: what has loaded it is waited for, not what is to come
$node->safe_psql('postgres', 'CREATE DATABASE parts');
run_ok([ 'pg_restore', '--schema-only', '-d', 'parts', "$folder/some" ], 'parts: schema');
run_ok([ 'pg_restore', '--data-only', '-d', 'parts', '-L', list_without('e'), "$folder/some" ], 'parts: data without the input');
$node->poll_query_until('parts', q{SELECT state = 'restored' AND error ~ 'may be still to come' FROM continuous.stats WHERE view = 'totals'::regclass}) or die 'totals';
pass('parts: without a row of the input it cannot be told whether they are still to come');
$node->sync('fives', 'parts');
run_ok([ 'pg_restore', '--data-only', '-t', 'e', '-d', 'parts', "$folder/some" ], 'parts: the input');
is(contents('parts'), $before, 'parts: nothing is counted twice');

sub list_without
{
	my ($table) = @_;
	my ($list) = run_command([ 'pg_restore', '-l', "$folder/some" ]);
	append_to_file("$folder/list", join "\n", grep { !/TABLE DATA public $table / } split /\n/, $list);
	return "$folder/list";
}

# a session that has loaded a view is still there
$node->safe_psql('postgres', 'CREATE DATABASE held');
run_ok([ 'pg_restore', "--section=$_", '-d', 'held', "$folder/some" ], "held: $_") foreach qw(pre-data data);
$node->poll_query_until('held', q{SELECT count(*) = 4 FROM continuous.stats WHERE state = 'restored' AND error ~ 'append-only trigger|is not what CREATE'}) or die 'held';
my $session = $node->background_psql('held', on_error_stop => 0);
$session->query_safe('INSERT INTO continuous.view SELECT * FROM continuous.view WHERE false');
($code, $out, $err) = (0, $session->query(q{SELECT continuous.sync('fives')}));
like($session->{stderr}, qr/this session, which has loaded it, is over/, 'held: sync() does not wait for its own session');
run_ok([ 'pg_restore', '--section=post-data', '-d', 'held', "$folder/some" ], 'held: post-data');
$node->poll_query_until('held', q{SELECT count(*) = 4 FROM continuous.stats WHERE state = 'restored' AND error ~ 'is still there'}) or die 'held';
pass('held: the session is waited for');
$session->quit;
is(contents('held'), $before, 'held: and goes on behind it');

# the oldest window: one that has lost its first rows is kept, one that has not goes on, with retention, too
$node->safe_psql('postgres', 'CREATE DATABASE oldest');
$node->safe_psql('oldest', q{
CREATE EXTENSION pg_continuous;
CREATE TABLE cut (ts timestamptz, k text);
CREATE TABLE uncut (ts timestamptz, k text);
INSERT INTO cut SELECT timestamptz '2024-05-01 00:01Z' + i * interval '1 minute', 'k' FROM generate_series(0, 9) i;
INSERT INTO uncut TABLE cut;
INSERT INTO cut VALUES ('2024-04-30 20:00Z', 'old');
} . join '', map { qq{
CREATE CONTINUOUS VIEW ${_}_visits AS SELECT window_start, window_end, k, count(*) AS n FROM $_ GROUP BY session(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW ${_}_visits_final WITH (emit = final, retention = '9000 days') AS SELECT window_start, window_end, k, max(ts) AS n FROM $_ GROUP BY session(ts, '5 minutes'), k;
CREATE CONTINUOUS VIEW ${_}_hours WITH (retention = '9000 days') AS SELECT window_start, window_end, k, count(*) AS n FROM $_ GROUP BY tumble(ts, '1 hour'), k;
} } qw(cut uncut));
my @oldest = map { my $table = $_; map { "${table}_$_" } qw(visits visits_final hours) } qw(cut uncut);
$node->sync($_, 'oldest') foreach @oldest;
$node->safe_psql('oldest', q{DELETE FROM cut WHERE ts < '2024-05-01 00:05Z'});
run_ok([ 'pg_dump', '-Fc', '-f', "$folder/oldest", 'oldest' ], 'oldest: pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE oldest_restored');
run_ok([ 'pg_restore', '-d', 'oldest_restored', "$folder/oldest" ], 'oldest: pg_restore');
$node->sync($_, 'oldest_restored') foreach @oldest;
is($node->safe_psql('oldest_restored', 'SELECT * FROM cut_visits ORDER BY 1'), $node->safe_psql('oldest', 'SELECT * FROM cut_visits ORDER BY 1'), 'oldest: a session that has lost its first rows is kept, and no row of an older one is counted twice');
is($node->safe_psql('oldest_restored', q{SELECT view FROM continuous.views WHERE kept_before IS NOT NULL ORDER BY view::text}), "cut_hours\ncut_visits\ncut_visits_final", 'oldest: what has lost no rows is not final');
foreach my $database (qw(oldest oldest_restored))
{
	$node->safe_psql($database, q{INSERT INTO uncut VALUES ('2024-05-01 00:12Z', 'k')});
	$node->safe_psql($database, q{INSERT INTO uncut VALUES ('2024-05-01 03:00Z', 'k')});
	$node->sync($_, $database) foreach @oldest;
}
is($node->safe_psql('oldest_restored', "TABLE uncut_$_"), $node->safe_psql('oldest', "TABLE uncut_$_"), "oldest: $_ goes on") foreach qw(visits visits_final hours);
is($node->safe_psql('oldest_restored', 'SELECT * FROM cut_visits_final'), $node->safe_psql('oldest', 'SELECT * FROM cut_visits_final'), 'oldest: what is not published stays so');
$node->safe_psql('postgres', "DROP DATABASE $_") foreach qw(oldest oldest_restored);

# what is not as it was made is not taken up, and stats says why; others go on
$node->safe_psql('postgres', 'CREATE DATABASE tampered');
setting('wait');
run_ok([ 'pg_restore', '-d', 'tampered', "$folder/some" ], 'tampered: pg_restore');
$node->safe_psql('tampered', 'ALTER TABLE fives_results DROP CONSTRAINT fives_results_pkey');
setting('reanchor');
$node->sync('minutes', 'tampered');
$node->poll_query_until('tampered', q{SELECT error <> '' FROM continuous.stats WHERE view = 'fives'::regclass}) or die 'tampered';
like(stats_of('tampered', 'fives'), qr/restored\|.*cannot be taken up again.*"fives_results" is not what CREATE/, 'tampered: stats says why');

$node->stop;
done_testing();
