# idle_timeout: the watermark goes on by the wall clock when there is nothing
# to consume, and only then. continuous.test_now is the wall clock, so nothing
# here waits for a time.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');

sub sql
{
	return $node->safe_psql('postgres', join(';', @_));
}

# watermark(view) -- time of day, with the date if it is not the first of May
sub watermark
{
	my ($view) = @_;
	return sql("SELECT regexp_replace(watermark::text, '^2024-05-01 (.*)\\+00\$', '\\1') FROM continuous.stats WHERE view = '$view'::regclass");
}

# moves(view, time, name) -- until the watermark is there
sub moves
{
	my ($view, $time, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$time .= ':00' if $time =~ /^\d\d:\d\d$/;
	my $date = $time =~ /^\d+:/ ? '2024-05-01' : '';
	$node->poll_query_until('postgres', "SELECT watermark = '$date $time'::timestamptz FROM continuous.stats WHERE view = '$view'::regclass");
	is(watermark($view), $time, $name);
}

# stands(view, time, name) -- all that was due has been done
sub stands
{
	my ($view, $time, $name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$time .= ':00' if $time =~ /^\d\d:\d\d$/;
	is(watermark($view), $time, $name);
}

# clock(time of day)
sub clock { $node->set_clock("2024-05-01 $_[0]Z"); }

# silent(view) -- until it is known to be so
sub silent
{
	my ($view, $time) = @_;
	$node->sync($view);
	$node->poll_query_until('postgres', "SELECT silent_since = '2024-05-01 ${time}Z' FROM continuous.stats WHERE view = '$view'::regclass")
	  or die "$view is not silent since $time, but since " . $node->stat_of($view, 'silent_since');
}

# a setting that is no time is refused, wherever it comes from
for my $bad ('tomorrow', 'now', 'today 10:00', '2024-13-01', 'infinity', 'epoch', '12:00', 'x', '10 minutes', '294277-01-01')
{
	my ($code, $out, $err) = $node->psql('postgres', "SET continuous.test_now = '$bad'");
	isnt($code, 0, "SET to $bad is refused");
	($code, $out, $err) = $node->psql('postgres', "ALTER SYSTEM SET continuous.test_now = '$bad'");
	isnt($code, 0, "ALTER SYSTEM to $bad is refused");
}
sql('CREATE ROLE mortal');
my ($code, $out, $err) = $node->psql('postgres', "SET ROLE mortal; SET continuous.test_now = '2024-05-01'");
like($err, qr/permission denied/, 'superusers only');
is(sql("SET continuous.test_now = '2024-05-01 12:00+02'; SHOW continuous.test_now"), '2024-05-01 12:00+02', 'what it shows');

# C20: the last window never comes
clock('00:02');
sql(q{CREATE TABLE c20 (ts timestamptz, k text, v int)},
	map { my $emit = $_;
		qq{CREATE CONTINUOUS VIEW c20_$emit WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s', idle_timeout = '1 minute', emit = $emit, late_rows = keep) AS
			SELECT window_start, k, sum(v) AS s FROM c20 GROUP BY tumble(ts, interval '5 minutes'), k} } qw(update final));
clock('00:02');
is($node->stat_of('c20_update', 'silent_since'), '', 'without a row there is no silence that could end');
sql(q{INSERT INTO c20 VALUES ('2024-05-01 00:01Z','x',1),('2024-05-01 00:01:20Z','x',2)});
silent($_, '00:02') for qw(c20_update c20_final);
clock('00:03');
stands($_, '00:00:50', "$_: after exactly idle_timeout W stands") for qw(c20_update c20_final);
clock('00:07:09.9');
moves($_, '00:04:59.9', "$_: then W moves as fast as the clock, from where it stood") for qw(c20_update c20_final);
is(sql('SELECT s FROM c20_update'), '3', 'open windows can be read');
is(sql('SELECT count(*) FROM c20_final'), '0', 'emit = final: not yet');
clock('00:07:11');
moves($_, '00:05:01', "$_: past the end of the window") for qw(c20_update c20_final);
is(sql('SELECT window_start, k, s FROM c20_final'), '2024-05-01 00:00:00+00|x|3', 'the last window has come');
sql('VACUUM');
$node->restart;
clock('00:08');
stands($_, '00:05:01', "$_: neither VACUUM nor a restart change that; silence begins anew") for qw(c20_update c20_final);
silent($_, $node->stat_of('c20_final', q{to_char(silent_since AT TIME ZONE 'UTC', 'HH24:MI:SS')})) for qw(c20_update c20_final);
sql(q{INSERT INTO c20 VALUES ('2024-05-01 00:04:59Z','x',4),('2024-05-01 00:05Z','x',8)});
silent($_, '00:08') for qw(c20_update c20_final);
for my $view (qw(c20_update c20_final))
{
	stands($view, '00:05:01', "$view: a row that does not pass W does not move it");
	is($node->stat_of($view, 'rows_too_late || \' \' || rows_counted'), '1 3', "$view: a row behind an idle close is judged by the rule, and counted");
	is(sql("SELECT event_time FROM ${view}_late"), '2024-05-01 00:04:59+00', "$view: and kept");
}

# the other windows: a batch without rows closes them, too
clock('00:08:10');
sql(q{CREATE TABLE c20_all (ts timestamptz, k text, v int)},
	map { my ($name, $window) = @$_;
		map { qq{CREATE CONTINUOUS VIEW c20_${name}_$_ WITH (watermark_delay = '30 seconds', allowed_lateness = '0 s', idle_timeout = '1 minute', emit = $_) AS
			SELECT window_start, window_end, k, sum(v) AS s FROM c20_all GROUP BY $window, k} } qw(update final) }
	  [ session => q{session(ts, interval '1 minute')} ], [ hop => q{hop(ts, interval '2 minutes', interval '5 minutes')} ],
	  [ cumulate => q{cumulate(ts, interval '2 minutes', interval '6 minutes')} ]);
$node->sync("c20_${_}_final") for qw(session hop cumulate);
sql(q{INSERT INTO c20_all VALUES ('2024-05-01 00:01Z','x',1),('2024-05-01 00:01:20Z','x',2)});
silent("c20_${_}_final", '00:08:10') for qw(session hop cumulate);
clock('00:09:20');
moves("c20_${_}_final", '00:01', "$_: W goes on") for qw(session hop cumulate);
my %rows_at = (
	'00:01' => { session => '', hop => '', cumulate => '' },
	'00:02' => { session => '', hop => '', cumulate => '00:00-00:02 3' },
	'00:03' => { session => '00:01-00:02 3', hop => '23:58-00:03 3', cumulate => '00:00-00:02 3' },
	'00:07' => { session => '00:01-00:02 3', hop => '23:58-00:03 3, 00:00-00:05 3', cumulate => '00:00-00:02 3, 00:00-00:04 3, 00:00-00:06 3' });
for my $w (sort keys %rows_at)
{
	my ($minute) = $w =~ /(\d)$/;
	clock(sprintf('00:%02d:20', $minute + 8));
	for my $kind (qw(session hop cumulate))
	{
		moves("c20_${kind}_$_", $w, "$kind, emit = $_: W is at $w") for qw(update final);
		is(sql(qq{SELECT string_agg(to_char(window_start, 'HH24:MI') || '-' || to_char(window_end, 'HH24:MI') || ' ' || s, ', ' ORDER BY window_start, window_end) FROM c20_${kind}_final}),
			$rows_at{$w}{$kind}, "... so these have come");
		$node->oracle_ok("TABLE c20_${kind}_final", "SELECT * FROM c20_${kind}_update WHERE window_end <= continuous.watermark('c20_${kind}_update')", '... and they are right');
	}
}
is(sql(q{SELECT window_start, window_end, k, s FROM c20_session_final}), '2024-05-01 00:01:00+00|2024-05-01 00:02:20+00|x|3', 'the last session');
$node->restart;
sql('VACUUM');
$node->sync("c20_${_}_final") for qw(session hop cumulate);
is(sql(qq{SELECT string_agg(to_char(window_start, 'HH24:MI') || '-' || to_char(window_end, 'HH24:MI') || ' ' || s, ', ' ORDER BY window_start, window_end) FROM c20_${_}_final}),
	$rows_at{'00:07'}{$_}, "$_: a restart and VACUUM change nothing") for qw(session hop cumulate);
sql(q{INSERT INTO c20_all VALUES ('2024-05-01 00:01:30Z', 'x', 4)});
for my $view (map { ("c20_${_}_update", "c20_${_}_final") } qw(session hop cumulate))
{
	$node->sync($view);
	is($node->stat_of($view, 'rows_too_late'), '1', "$view: a row behind the close is too late, and counted");
}
sql(map { my $kind = $_; map { "DROP VIEW c20_${kind}_$_" } qw(update final) } qw(session hop cumulate));

# where it stands still
sql(q{CREATE TABLE e (ts timestamptz, v int)},
	q{CREATE CONTINUOUS VIEW w WITH (watermark_delay = '10 s', idle_timeout = '1 minute') AS SELECT window_start, sum(v) AS s FROM e WHERE v > 0 GROUP BY tumble(ts, interval '1 minute')},
	q{CREATE CONTINUOUS VIEW w_local WITH (idle_timeout = '1 minute') AS SELECT window_start, sum(v) AS s FROM e GROUP BY tumble(ts, interval '1 minute')});
$node->sync('w');
sql(q{INSERT INTO e VALUES ('2024-05-01 00:18Z', 0)});
$node->sync('w');
clock('00:16');
stands('w', '', 'rows that do not pass move nothing, and no clock does');
sql(q{INSERT INTO e VALUES ('2024-05-01 00:19Z', 1)});
silent('w', '00:16');
clock('00:18');
stands('w', '00:18:50', 'W that is ahead of the clock stays');
clock('00:19:20');
moves('w', '00:19:10', 'until the clock is there: now - watermark_delay');
clock('00:30');
moves('w', '00:29:50', 'and goes on with it');

# each row begins the silence anew, also one that does not pass
sql(q{INSERT INTO e VALUES ('2024-05-01 00:31Z', 1)});
silent('w', '00:30');
clock('00:30:50');
sql(q{INSERT INTO e VALUES ('2024-05-01 00:28Z', 0)});
silent('w', '00:30:50');
clock('00:31:40');
stands('w', '00:30:50', 'a row within idle_timeout, though filtered: not silent for long enough');
# what was rolled back, or is none of the view's business, does not count
sql(q{BEGIN; INSERT INTO e VALUES ('2024-05-01 00:28Z', 1); ROLLBACK; CREATE TABLE other (a int); INSERT INTO other VALUES (1)});
clock('00:33:50');
moves('w', '00:32:50', 'two minutes of silence are over');

# an open transaction with rows of the input
my $open = $node->background_psql('postgres');
$open->query_safe(q{BEGIN; INSERT INTO e VALUES ('2024-05-01 00:33Z', 1)});
clock('01:00');
stands('w', '00:32:50', 'W stands while a transaction with rows of the input is open');
is($node->stat_of('w', 'silent_since'), '', 'that is no silence');
$open->query_safe('SAVEPOINT a; INSERT INTO e VALUES (now(), 1); ROLLBACK TO a; ROLLBACK');
silent('w', '01:00');
clock('01:01');
stands('w', '00:32:50', 'it begins anew when the transaction has ended');
clock('01:01:05');
moves('w', '00:32:55', 'and lasts for idle_timeout');
# one whose rows of the input are undone, and one with rows of something else
$open->query_safe(q{BEGIN; INSERT INTO other VALUES (1); SAVEPOINT a; INSERT INTO e VALUES ('2024-05-01 00:33Z', 1); ROLLBACK TO a});
clock('01:01:10');
moves('w', '00:33', 'a transaction with rows of other tables does not matter');
$open->query_safe('COMMIT');

# a prepared one, also over a restart, and known to a scan only
clock('01:02');
moves('w', '00:33:50', 'still silent');
$node->set_enabled(0);
sql(q{CREATE CONTINUOUS VIEW w2 WITH (idle_timeout = '1 minute') AS SELECT window_start, sum(v) AS s FROM e WHERE v > 0 GROUP BY tumble(ts, interval '1 minute')});
sql(q{BEGIN; INSERT INTO e VALUES ('2024-05-01 00:33:40Z', 1); PREPARE TRANSACTION 'p'});
$node->set_enabled(1);
$node->sync('w2');
clock('02:00');
stands('w', '00:33:50', 'W stands while a transaction with rows of the input is prepared');
stands('w2', '00:31', 'also if only a scan knows of it');
$node->restart;
$node->sync($_) for qw(w w2);
clock('03:00');
stands('w', '00:33:50', 'still after a restart');
stands('w2', '00:31', 'and of the other');
sql(q{ROLLBACK PREPARED 'p'});
silent($_, '03:00') for qw(w w2);
clock('03:02');
moves('w', '00:34:50', 'when it has ended, W goes on');
moves('w2', '00:32', 'and of the other');
sql('DROP VIEW w2');

# pause and resume
sql(q{SELECT continuous.pause('w')});
$node->wait_for_state('w', 'paused');
clock('04:00');
stands('w', '00:34:50', 'a paused view has no clock');
sql(q{SELECT continuous.resume('w')});
silent('w', '04:00');
clock('04:01');
stands('w', '00:34:50', 'silence begins anew at resume()');
clock('04:01:30');
moves('w', '00:35:20', 'and ends');

# the pace: a second between moves while something may be open, else ten
clock('04:01:30.4');
stands('w', '00:35:20', 'no second move within a second');
clock('04:01:30.99');
stands('w', '00:35:20', 'nor just before it is over');
clock('04:01:31');
moves('w', '00:35:21', 'but then');
sql(q{ALTER VIEW w SET (allowed_lateness = '0 s')});
clock('04:02:31');
moves('w', '00:36:21', 'the newest row, of 00:31, is sealed');
clock('04:02:40.9');
stands('w', '00:36:21', 'no second move within ten seconds');
clock('04:02:41');
moves('w', '00:36:31', 'but then');
my $flushes = $node->stat_of('w', 'flushes');
clock('04:02:41');
is($node->stat_of('w', 'flushes'), $flushes, 'where nothing moves, nothing is written');

# dials
sql(q{ALTER VIEW w RESET (idle_timeout)});
$node->sync('w');
clock('04:10');
stands('w', '00:36:31', 'no idle_timeout, no clock');
is($node->stat_of('w', 'silent_since'), '', 'nor silence');
sql(q{ALTER VIEW w SET (idle_timeout = '1 hour')});
silent('w', '04:10');
clock('05:00');
stands('w', '00:36:31', 'an hour is not over');
sql(q{ALTER VIEW w SET (idle_timeout = '49 min')});
moves('w', '00:37:31', 'a shorter one is');
clock('05:01');
sql(q{SELECT continuous.advance_watermark('w', '2024-05-01 00:50Z')});
moves('w', '00:50:00', 'by hand');
clock('05:02');
stands('w', '00:50:00', 'further than the clock has come: W does not go back');
sql(q{ALTER VIEW w SET (idle_timeout = '1 min')});
moves('w', '01:27:31', 'by a shorter idle_timeout it has come further');

# data of long ago are being loaded: an hour of silence is an hour, no more
sql(q{CREATE TABLE old (ts timestamptz)},
	q{CREATE CONTINUOUS VIEW o WITH (idle_timeout = '1 minute', allowed_lateness = '0 s') AS SELECT window_start, count(*) AS n FROM old GROUP BY tumble(ts, interval '1 day')});
sql(q{INSERT INTO old VALUES ('2019-01-01 00:10Z')});
silent('o', '05:02');
clock('06:03');
moves('o', '2019-01-01 01:10:00+00', 'an hour');
sql(q{INSERT INTO old VALUES ('2019-01-01 00:20Z'), ('2019-01-03 00:20Z')});
$node->sync('o');
is($node->stat_of('o', 'rows_too_late'), '0', 'nothing of 2019 is too late');

# over timestamp, now() is that of the TimeZone at creation
sql(q{CREATE TABLE local (ts timestamp)},
	q{SET timezone = 'Asia/Kolkata'; CREATE CONTINUOUS VIEW kolkata WITH (idle_timeout = '1 minute') AS SELECT window_start, count(*) AS n FROM local GROUP BY tumble(ts, interval '1 day')},
	q{SET timezone = 'America/Lima'; CREATE CONTINUOUS VIEW lima WITH (idle_timeout = '1 minute') AS SELECT window_start, count(*) AS n FROM local GROUP BY tumble(ts, interval '1 day')});
$node->sync($_) for qw(kolkata lima);
sql(q{INSERT INTO local VALUES ('2024-05-01 11:40')});
silent($_, '06:03') for qw(kolkata lima);
clock('07:04');
moves('kolkata', '12:34:00', 'clocks in Kolkata show 12:34');
stands('lima', '11:40:00', 'in Lima 02:04');

# rebuild() forgets what the clock has done, and a new silence begins
sql(q{INSERT INTO e VALUES ('2024-05-01 07:00Z', 1)}, q{SELECT continuous.rebuild('w')});
silent('w', '07:04');
stands('w', '06:59:50', 'W is that of the rows again');

# what the clock has moved is saved with the flush, or not at all
for my $point (qw(batch_before_position batch_before_commit batch_after_commit))
{
	for my $action (qw(error kill kill_server))
	{
		my ($hour) = sql(q{SELECT extract(hour FROM max(ts))::int FROM e}) + 1;
		my $log_end = $node->log_end;
		sql(sprintf(q{INSERT INTO e VALUES ('2024-05-01 %02d:00:10Z', 1)}, $hour), q{ALTER VIEW w SET (idle_timeout = '1 minute')});
		$node->sync('w');
		clock(sprintf('%02d:00', $hour));
		sql(sprintf(q{INSERT INTO e VALUES ('2024-05-01 %02d:00:00Z', 1)}, $hour));
		silent('w', sprintf('%02d:00:00', $hour));
		$node->arm_debug_point($point, $action);
		eval { clock(sprintf('%02d:02', $hour)) };
		if ($action eq 'error')
		{
			$node->wait_for_log(qr/debug point "$point" reached/, $log_end);
			clock(sprintf('%02d:02', $hour));
		}
		elsif ($action eq 'kill') { $node->wait_for_recovery($log_end) }
		else { $node->start_after_kill }
		my $saved = sprintf('%02d:01:00', $hour);
		my $before = sprintf('%02d:00:00', $hour);
		if ($action eq 'error') { moves('w', $saved, "$action at $point: comes later") }
		else { $node->sync('w'); like(watermark('w'), qr/^($saved|$before)$/, "$action at $point: saved or not at all") }
		is($node->stat_of('w', 'rows_read'), sql('SELECT count(*) FROM e'), "$action at $point: every row was read once");
	}
}

# retention goes by the slower of W and the clock, and does not wait for data
sql(q{CREATE TABLE kept (ts timestamptz)},
	q{CREATE CONTINUOUS VIEW k WITH (retention = '2 days') AS SELECT window_start, count(*) AS n FROM kept GROUP BY tumble(ts, interval '1 day')});
$node->sync('k');
sql(q{INSERT INTO kept VALUES ('2024-05-01'), ('2024-05-02'), ('2024-05-20')});
$node->set_clock('2024-05-03 23:59Z');
$node->sync('k');
is(sql('SELECT count(*) FROM k'), '3', 'W is far ahead, the clock is not');
$node->set_clock('2024-05-04 00:00Z');
is(sql('SELECT min(window_start)::date, count(*) FROM k'), '2024-05-02|2', 'the clock removes what is expired');

# by the real clock: the timer goes off without any data
$node->set_clock(undef);
sql(q{CREATE TABLE real (ts timestamptz)},
	q{CREATE CONTINUOUS VIEW r WITH (idle_timeout = '10 ms', emit = final) AS SELECT window_start, window_end, count(*) AS n FROM real GROUP BY tumble(ts, interval '10 milliseconds')},
	q{INSERT INTO real VALUES (clock_timestamp())});
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM r}), 'the last window comes by itself');
ok($node->poll_query_until('postgres', q{SELECT watermark < clock_timestamp() AND watermark > (SELECT window_end FROM r) FROM continuous.stats WHERE view = 'r'::regclass}), 'W is in the past');

$node->stop;
done_testing();
