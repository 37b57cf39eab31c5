# A random differential test: random tables and views, random transactions
# (commit, rollback, savepoints, COPY, prepared ones that commit in another
# order), random stops, crashes and changes of the dials. After each round the
# views must show what plain SQL says about the history of transactions,
# lateness included.
#
# CV_SEED (several, with spaces between) repeats runs, CV_ROUNDS makes them
# longer; without, the seeds are always the same.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my @seeds = split ' ', $ENV{CV_SEED} // '3 14 15 92 65 35 89 79';
my $rounds = $ENV{CV_ROUNDS} // 2;

sub one_of { return $_[ int(rand(@_)) ]; }
sub chance { return rand() < $_[0]; }

# without its WAL a view is scanned, and that counts as one transaction
my $node = CvNode->create('main', conf => q{
wal_keep_size = '512MB'
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
});
$node->safe_psql('postgres', q{
CREATE FUNCTION keep_last(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT coalesce($2, $1)';
CREATE TYPE pair AS (k int, label text);
CREATE AGGREGATE last(text) (SFUNC = keep_last, STYPE = text);
CREATE AGGREGATE joined(text) (SFUNC = textcat, STYPE = text);
CREATE FUNCTION weigh(float8[], float8) RETURNS float8[] IMMUTABLE LANGUAGE sql AS 'SELECT ARRAY[$1[1] / 2 + coalesce($2, 0), $1[2] + 1]';
CREATE AGGREGATE fading(float8) (SFUNC = weigh, STYPE = float8[], INITCOND = '{0,0}');
});

# ---- views ---------------------------------------------------------------

my @KEYS = (
	q{CASE WHEN k > 0 THEN 'key ' || k END}, 'nullif(k, 2)', '(k * 1.50)', 'k > 2',
	q{date '2024-01-01' + k}, '(k / 2)::float8', 'md5(k::text)::uuid', 'label',
	q{ARRAY[k, NULL, k % 2]}, q{k * interval '1 hour'}, '(k % 3)::smallint',
	q{repeat(md5(k::text || label), 40)}, 'ROW(k % 2, label)::pair', 'i % 50',
	q{timestamp '2024-01-01' + k * interval '1 day'}, 'label COLLATE "C"', q{jsonb_build_object('k', k)});

my @AGGREGATES = (
	'count(*)', 'count(n)', 'sum(i)', 'sum(n)', 'avg(i)', 'avg(n)',
	'min(n)', 'max(i)', 'max(label)', 'min(at)', 'sum(i::bigint)',
	'sum(i::float8)', 'avg((i % 8)::float8)', 'bool_and(i % 7 <> 0)',
	'bool_or(n IS NULL)', 'bit_or(i)', 'bit_xor(i)', 'var_samp(i)',
	'stddev_pop(n)', 'round(variance(n), 6)', 'sum(i) FILTER (WHERE k = 1)',
	'count(*) FILTER (WHERE n > 3)', 'max(i) - min(i)', 'sum(n) / nullif(count(n), 0)',
	q{sum(make_interval(secs => i))}, 'max(date_trunc(\'day\', at::timestamp))',
	'coalesce(sum(n), 0)', 'min(i::smallint)', 'max(i::numeric)', 'sum(i::smallint)',
	'sum(n * 1e20)', 'regr_count(i, k)', 'max(repeat(label, 100))', 'min(ARRAY[i, k])',
	'sum(CASE WHEN i > 600 THEN NULL ELSE n END)', 'count(*) FILTER (WHERE false)');

# those that see the order of rows; <order> is where the plain query names it
my @ORDERED = (
	'last(label<order>)', 'joined(k::text<order>)', 'joined(left(label, 1) || i<order>) FILTER (WHERE k <> 1)',
	'fading(i<order>)', 'last(CASE WHEN i > 0 THEN label END<order>)');

my %table;		# what all views of a round read

sub random_table
{
	%table = (
		type => one_of(qw(timestamptz timestamptz timestamp date)),
		layout => one_of('', '', 'PARTITION BY LIST (k)', 'PARTITION BY HASH (i)', 'PARTITION BY RANGE (id)'),
		fillfactor => one_of(100, 20));
	my $sql = qq{
CREATE TABLE ev (dropped text, tx int, at $table{type}, k int, i int, n numeric, label text, id serial) $table{layout};
CREATE TABLE history (tx int PRIMARY KEY, no int);
CREATE TABLE advances (no numeric, w timestamptz);
ALTER TABLE ev DROP COLUMN dropped;
CREATE TABLE gone (LIKE ev);
};
	$sql .= q{CREATE TABLE ev_1 PARTITION OF ev FOR VALUES IN (1, 2);
CREATE TABLE ev_2 (id int NOT NULL, label text, n numeric, i int, k int, at } . $table{type} . q{, tx int);
ALTER TABLE ev ATTACH PARTITION ev_2 FOR VALUES IN (3, NULL);
CREATE TABLE ev_0 PARTITION OF ev DEFAULT;} if $table{layout} =~ /LIST/;
	$sql .= 'CREATE TABLE ev_0 PARTITION OF ev FOR VALUES WITH (MODULUS 2, REMAINDER 0);'
	  . 'CREATE TABLE ev_1 PARTITION OF ev FOR VALUES WITH (MODULUS 2, REMAINDER 1);' if $table{layout} =~ /HASH/;
	$sql .= 'CREATE TABLE ev_0 PARTITION OF ev FOR VALUES FROM (MINVALUE) TO (100);'
	  . 'CREATE TABLE ev_1 PARTITION OF ev FOR VALUES FROM (100) TO (MAXVALUE);' if $table{layout} =~ /RANGE/;
	$sql .= "ALTER TABLE ev SET (fillfactor = $table{fillfactor});" unless $table{layout};
	$node->safe_psql('postgres', $sql);
	return;
}

# A view, and what plain SQL has to say about it.
sub random_view
{
	my ($name) = @_;
	my $is_date = $table{type} eq 'date';
	my %view = (
		name => $name,
		size => $is_date ? one_of('1 day', '7 days', '2 days', '36 hours') : one_of('7 minutes', '1 hour', '90 seconds', '1 day', '13 minutes'),
		delay => one_of('0 s', '0 s', '10 minutes', '2 hours', '1 day'),
		lateness => one_of('0 s', '0 s', '5 minutes', '1 hour', '1 day'),
		emit => one_of('update', 'update', 'final'),
		flush => one_of('0 s', '1 ms', '10 ms', '300 ms', '1 hour'),
		late_rows => one_of('drop', 'keep'),
		on_error => one_of('stop', 'stop', 'skip'),
		where => one_of('true', 'true', 'k <> 3', 'n > 2 OR n IS NULL'),
		having => one_of('true', 'true', 'count(*) > 1', 'sum(i) > 0'));
	my @keys = grep { chance(0.2) } @KEYS;
	my @aggregates = grep { chance(0.3) } @AGGREGATES;
	# dates are alike too often: then the place decides
	push @aggregates, one_of(@ORDERED) if chance(0.4) && !$is_date;
	push @aggregates, 'sum(10 / (k - 4))' if $view{on_error} eq 'skip';
	push @aggregates, 'count(*)' unless @aggregates;

	# rows of one transaction by time; the backfill in physical order
	my $order = ' ORDER BY no, CASE WHEN no > 0 THEN at END, id';
	my $number = 0;
	my $list = join(', ', map { "$_ AS c" . ++$number } @keys, @aggregates);
	my $plain_list = $list =~ s/<order>/$order/gr;
	my $having = $view{having} eq 'true' ? '' : "HAVING $view{having}";
	$list =~ s/<order>//g;
	$view{is_ordered} = $plain_list ne $list;

	$view{create} = "CREATE CONTINUOUS VIEW $name WITH (watermark_delay = '$view{delay}', "
	  . "allowed_lateness = '$view{lateness}', emit = '$view{emit}', flush_interval = '$view{flush}', "
	  . "late_rows = '$view{late_rows}', on_error = '$view{on_error}') AS SELECT window_start, window_end, $list FROM ev"
	  . ($view{where} eq 'true' ? '' : " WHERE $view{where}")
	  . ' GROUP BY ' . join(', ', "tumble(at, interval '$view{size}')", @keys) . " $having";
	my $time = $is_date ? 'at::timestamp' : 'at';
	my $origin = "'2000-01-03 00:00:00" . ($table{type} eq 'timestamptz' ? "Z'" : "'");
	my $start = "date_bin('$view{size}', $time, $origin)";
	my $advance = $table{type} eq 'timestamptz' ? 'w' : q{w AT TIME ZONE 'UTC'};
	my $passes = "($view{where})" . ($view{on_error} eq 'skip' ? ' AND k IS DISTINCT FROM 4' : '');

	# A row is judged by the watermark from before its own transaction, which
	# rows of the far future do not move.
	$view{judged} = qq{
WITH ever AS (SELECT * FROM ev UNION ALL SELECT * FROM gone),
	 passed AS (SELECT e.*, no FROM ever e JOIN history USING (tx) WHERE $passes),
	 tx AS (SELECT no, max($time) FILTER (WHERE isfinite(at) AND at < '2900-01-01') - interval '$view{delay}' AS w FROM passed GROUP BY no
			UNION ALL SELECT no, $advance FROM advances),
	 judged AS (SELECT p.*, $start AS window_start, $start + interval '$view{size}' AS window_end,
					   coalesce($start + interval '$view{size}' + interval '$view{lateness}' >
								(SELECT max(w) FROM tx WHERE tx.no < p.no), true) AS in_time
				  FROM passed p WHERE isfinite(at))};
	$view{plain} = "$view{judged}
SELECT * FROM (SELECT window_start, window_end, $plain_list FROM judged WHERE in_time GROUP BY "
	  . join(', ', 'window_start', 'window_end', @keys) . " $having) s";
	$view{closed} = 'window_end <= (SELECT max(w) FROM tx)';
	$view{too_late} = "$view{judged} SELECT count(*) FROM judged WHERE NOT in_time";
	$view{failed} = $view{on_error} eq 'skip' ? "SELECT count(*) FROM ev WHERE ($view{where}) AND k = 4" : 'SELECT 0';
	$view{failed} =~ s/FROM ev/FROM (TABLE ev UNION ALL TABLE gone) ev/;
	return \%view;
}

# ---- transactions --------------------------------------------------------

my ($tx, $no, $clock);			# names, commit order, event time in seconds
my @prepared;

sub random_row
{
	my $at = $clock - int(chance(0.7) ? rand(300) : chance(0.7) ? rand(7200) : rand(100_000));
	my @values = (
		$tx,
		chance(0.02) ? undef : chance(0.01) ? one_of('infinity', '-infinity', '2999-12-31') : "epoch $at",
		chance(0.05) ? undef : int(rand(5)),
		int(rand(1000)) - 300,
		chance(0.1) ? undef : int(rand(1000)) / one_of(1, 10, 100),
		chance(0.1) ? undef : 'label ' . int(rand(6)));
	return @values;
}

# no two rows have the same time, so that their order is known
sub insert_statement
{
	my @rows;
	for (1 .. 1 + int(rand(8)))
	{
		my @values = random_row();
		push @rows, '(' . join(', ', map {
			!defined $_ ? 'NULL'
			  : /^epoch (.*)/ ? "timestamptz '2024-06-03 00:00Z' + $1 * interval '1 s' + (currval('ev_id_seq') + " . scalar(@rows) . ") * interval '1 us'"
			  : "'$_'" } @values) . ')';
	}
	return "SELECT nextval('ev_id_seq');\nINSERT INTO ev (tx, at, k, i, n, label) VALUES " . join(', ', @rows) . ";\n";
}

# more rows than a batch looks at before it thinks of its memory
sub bulk_statement
{
	my $n = one_of(50, 1500, 4000);
	my $from = $clock - one_of(300, 300, 20_000);
	return "INSERT INTO ev (tx, at, k, i, n, label) SELECT $tx, timestamptz '2024-06-03 00:00Z' + ($from + g * 7919 % 307) * interval '1 s' + g * interval '1 us',"
	  . ' g % 5, g % 1000, nullif(g % 77, 0) / 8.0, \'label \' || g % ' . one_of(3, 300) . " FROM generate_series(1, $n) g;\n";
}

sub copy_statement
{
	my $text = "COPY ev (tx, at, k, i, n, label) FROM STDIN;\n";
	my $micro = int(rand(900_000));
	for (1 .. 1 + int(rand(30)))
	{
		$micro++;
		my @values = map {
			!defined $_ ? '\N'
			  : /^epoch (.*)/ ? sprintf('2024-%02d-%02d %02d:%02d:%02d.%06d+00', 6 + int(($1 + 2 * 86400) / 86400 / 30), 1 + int(($1 + 2 * 86400) / 86400) % 30, int($1 / 3600) % 24, int($1 / 60) % 60, $1 % 60, $micro)
			  : $_ } random_row();
		$text .= join("\t", @values) . "\n";
	}
	return $text . "\\.\n";
}

sub random_statements
{
	my $depth = shift // 0;
	my $text = '';

	for (1 .. 1 + int(rand(3)))
	{
		if ($depth < 3 && chance(0.25))
		{
			$text .= "SAVEPOINT s$depth;\n" . random_statements($depth + 1)
			  . (chance(0.5) ? "ROLLBACK TO s$depth;\n" : "RELEASE s$depth;\n");
		}
		elsif (chance(0.03)) { $text .= bulk_statement(); }
		else { $text .= chance(0.3) ? copy_statement() : insert_statement(); }
	}
	return $text;
}

sub committed
{
	my ($name) = @_;
	$no++;
	return "INSERT INTO history VALUES ($name, $no);\n";
}

sub random_transaction
{
	my $text = '';
	$tx++;
	$clock += int(rand(900));
	my $statements = "BEGIN;\n" . random_statements();

	if (chance(0.12))
	{
		$text .= "$statements PREPARE TRANSACTION 'tx$tx';\n";
		push @prepared, $tx;
	}
	elsif (chance(0.12)) { $text .= "$statements ROLLBACK;\n"; }
	else { $text .= "$statements COMMIT;\n" . committed($tx); }
	$text .= finish_prepared() if @prepared && chance(0.3);
	return $text;
}

sub finish_prepared
{
	my ($name) = splice @prepared, int(rand(@prepared)), 1;
	return "ROLLBACK PREPARED 'tx$name';\n" if chance(0.2);
	return "COMMIT PREPARED 'tx$name';\n" . committed($name);
}

sub run_transactions
{
	my ($n) = @_;
	run_sql(join('', map { random_transaction() } 1 .. $n));
	return;
}

sub run_sql
{
	$node->safe_psql('postgres', "SET TimeZone = 'UTC';\n$_[0]");
	return;
}

# ---- events --------------------------------------------------------------

my @views;

sub sync_all { $node->sync($_->{name}) for @views; return; }

sub crash_at_debug_point
{
	my $point = one_of(qw(batch_begin batch_before_write batch_before_position
		batch_before_commit batch_after_commit batch_after_install));
	my $action = one_of(qw(kill kill error));
	my $log_end = $node->log_end;

	$node->arm_debug_point($point, $action);
	# its rows count only if the crash does not come before the commit
	$tx++;
	my $code = $node->psql('postgres', "SET TimeZone = 'UTC';\n" . insert_statement());
	# whatever the flush interval says
	$node->psql('postgres', "SELECT continuous.sync('$_->{name}', '5 s')") for @views;
	$node->wait_for_debug_point($point, $log_end);
	$node->wait_for_recovery($log_end) if $action eq 'kill';
	run_sql(committed($tx))
	  if $node->safe_psql('postgres', "SELECT count(*) FROM ev WHERE tx = $tx") > 0;
	return;
}

# Rows that are in the views may go. What is committed between the last batch
# on an old file and the first one on a new file is read as one transaction,
# which is right, but not what the oracle reckons.
sub remove_rows
{
	my ($statement) = @_;
	return if @prepared;
	sync_all();
	run_sql($statement);
	sync_all();
	return;
}

my %EVENTS = (
	sync => sub { sync_all(); },
	sync_one => sub { $node->sync(one_of(@views)->{name}); },
	restart => sub { $node->restart; },
	immediate => sub { $node->stop('immediate'); $node->start; },
	terminate => sub { $node->safe_psql('postgres', 'SELECT pg_terminate_backend(' . $node->wait_for_worker . ')'); },
	worker_off => sub { $node->set_enabled(0); run_transactions(3); $node->set_enabled(1); },
	crash => \&crash_at_debug_point,
	crash_again => \&crash_at_debug_point,
	vacuum => sub { $node->safe_psql('postgres', 'VACUUM ev'); },
	vacuum_full => sub { remove_rows('VACUUM FULL ev'); },
	delete => sub { remove_rows('BEGIN; WITH d AS (DELETE FROM ev WHERE id % 3 = 0 RETURNING *) INSERT INTO gone SELECT * FROM d; COMMIT; VACUUM ev'); },
	truncate => sub { remove_rows('BEGIN; INSERT INTO gone TABLE ev; TRUNCATE ev; COMMIT'); },
	pause => sub {
		my $name = one_of(@views)->{name};
		run_sql("SELECT continuous.pause('$name')");
		run_transactions(3);
		run_sql("SELECT continuous.resume('$name')");
	},
	advance => sub {
		my $w = "timestamptz '2024-06-03 00:00Z' + " . ($clock - one_of(0, 600, 7200)) . " * interval '1 s'";
		run_sql("INSERT INTO advances VALUES ($no + 0.5, $w);"
			. join('', map { "SELECT continuous.advance_watermark('$_->{name}', $w);" } @views));
	},
	emit => sub {
		my $view = one_of(@views);
		$view->{emit} = $view->{emit} eq 'final' ? 'update' : 'final';
		run_sql("ALTER VIEW $view->{name} SET (emit = $view->{emit})");
	},
	flush => sub {
		my $interval = one_of('0 s', '1 ms', '1 hour');
		run_sql('ALTER VIEW ' . one_of(@views)->{name} . " SET (flush_interval = '$interval')");
	},
	memory => sub {
		my ($state, $batch) = (one_of('1MB', '32MB'), one_of('1MB', '64MB'));
		$node->safe_psql('postgres', "ALTER SYSTEM SET continuous.state_memory = '$state'");
		$node->safe_psql('postgres', "ALTER SYSTEM SET continuous.batch_memory = '$batch'");
		$node->restart;
	},
	table_rewritten => sub { $node->safe_psql('postgres', 'VACUUM FULL ' . one_of(@views)->{name} . '_results'); });

# ---- checks --------------------------------------------------------------

sub check
{
	my ($view, $when) = @_;
	my $name = $view->{name};
	my $plain = $view->{plain} . ($view->{emit} eq 'final' ? " WHERE $view->{closed}" : '');

	my $good = $node->oracle_ok("TABLE $name", $plain, "$when: view $name equals plain SQL");
	$good &= $node->counters_ok($name,
		$node->safe_psql('postgres', 'SELECT count(*) FROM (TABLE ev UNION ALL TABLE gone) e'),
		"$when: every row was read once by $name");
	$good &= is($node->stat_of($name, 'rows_too_late || \' \' || rows_failed'),
		$node->safe_psql('postgres', "SELECT ($view->{too_late}) || ' ' || ($view->{failed})"),
		"$when: late and failed rows of $name are counted");
	$good &= is($node->safe_psql('postgres', "SELECT count(*) FILTER (WHERE reason = 'too late') || ' ' || count(*) FILTER (WHERE reason = 'error') FROM ${name}_late"),
		$node->stat_of($name, 'rows_too_late || \' \' || rows_failed'),
		"$when: late rows of $name are kept")
	  if $view->{late_rows} eq 'keep';
	diag("$when: $table{type} $table{layout}: $view->{create}\n" . $node->explain_view($name)) unless $good;
	return;
}

sub run_round
{
	my ($title) = @_;

	($tx, $no, $clock) = (0, 0, 200_000);
	random_table();
	@views = map { random_view("v$_") } 1 .. 3;
	# what is there at creation is one transaction
	run_sql(insert_statement() . copy_statement() . 'INSERT INTO history VALUES (0, 0)')
	  if chance(0.5) && !(grep { $_->{is_ordered} } @views);
	note("$title: $table{type} $table{layout}: $_->{create}") for @views;
	$node->safe_psql('postgres', $_->{create}) for @views;
	# else the first transactions may still be part of the backfill
	sync_all();

	for (1 .. 12)
	{
		run_transactions(1 + int(rand(6)));
		next if chance(0.4);
		my $event = one_of(sort keys %EVENTS);
		note("event: $event");
		$EVENTS{$event}->();
	}
	sync_all();
	check($_, "$title, with transactions being prepared") for @views;
	run_sql(join('', map { finish_prepared() } 1 .. @prepared)) if @prepared;
	sync_all();
	check($_, $title) for @views;
	$node->safe_psql('postgres', 'DROP VIEW v1, v2, v3; DROP TABLE ev, history, advances, gone');
	return;
}

for my $seed (@seeds)
{
	srand($seed);
	diag("seed $seed (repeat with CV_SEED=$seed)");
	run_round("seed $seed, round $_") for 1 .. $rounds;
}

$node->stop;
done_testing();
