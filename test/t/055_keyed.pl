# State without windows against a replay in plpgsql: the history of transactions
# is told again in commit order, each judged by the watermark from before it.
# Random rows, dials, crashes, pauses, lost WAL, and memory that is too small.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $seed = $ENV{CV_SEED} // time;
srand($seed);
note("seed $seed (set CV_SEED to repeat)");

my $node = CvNode->create('main', conf => q{
wal_keep_size = '512MB'
min_wal_size = '32MB'
max_wal_size = '32MB'
checkpoint_timeout = '1h'
continuous.state_memory = '1MB'
continuous.batch_memory = '1MB'
continuous.collected_inline = '1kB'
});

sub sql { return $node->safe_psql('postgres', join(';', @_)); }
sub pick { return $_[ int rand @_ ]; }

# name, key, filter, options
my @kinds = (
	[ dropped => 'k', 'v > 0', '' ],
	[ kept => 'k', 'v > 0', q{, ttl_action = 'keep'} ],
	# equal keys that are written in different ways
	[ spelt => 's', 'v > 0', '' ],
	[ whole => undef, 'v > 0 AND k < 60', '' ],
	[ skipping => 'k', 'v > 0 AND v <> 5', ', on_error = skip' ]);
my @views = map { "t_$_->[0]" } @kinds;
my $base = 1559347200;				# 2019-06-01, seconds
my $now = $base;
my $ntx = 0;

sql(q{
CREATE FUNCTION keep_last(int, int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $2';
CREATE AGGREGATE last_of(int) (sfunc = keep_last, stype = int);
CREATE AGGREGATE joined(text) (sfunc = textcat, stype = text);
CREATE TABLE r (tx int, id serial, k int, s numeric, at timestamptz, v int);

-- what has happened: transactions, or (tx NULL) dials
CREATE TABLE history (ord serial PRIMARY KEY, txs int[], is_scan boolean,
					  ttl interval, delay interval, advance timestamptz);
CREATE TABLE clock (view text PRIMARY KEY, key text, filter text, is_kept boolean,
					done int DEFAULT 0, newest timestamptz, w timestamptz DEFAULT '-infinity',
					ttl interval, delay interval, nlives int DEFAULT 0);
CREATE TABLE alive (view text, key numeric, shown text, n int, total int, seen text,
					last int, ends timestamptz, PRIMARY KEY (view, key));

-- the oracle: what each event does to one view
CREATE PROCEDURE replay(c clock) LANGUAGE plpgsql AS $$
DECLARE
	e history;
	r record;
	before alive;
BEGIN
	FOR e IN SELECT * FROM history h WHERE h.ord > c.done ORDER BY h.ord LOOP
		c.done := e.ord;
		c.ttl := coalesce(e.ttl, c.ttl);
		c.delay := coalesce(e.delay, c.delay);
		c.w := greatest(c.w, e.advance);
		FOR r IN EXECUTE format('SELECT %s AS key, %s AS shown, at, v, max(at) FILTER (WHERE at < ''2025-01-01'') OVER () AS newest
			FROM r WHERE tx = ANY ($1) AND isfinite(at) AND %s ORDER BY CASE WHEN NOT $2 THEN at END, ctid',
			coalesce(c.key, '0'), coalesce(c.key, '0'), c.filter)
			USING e.txs, e.is_scan
		LOOP
			SELECT * INTO before FROM alive a WHERE a.view = c.view AND a.key = r.key;
			IF before.view IS NULL OR before.ends <= c.w THEN
				c.nlives := c.nlives + (before.view IS NOT NULL)::int;
				DELETE FROM alive a WHERE a.view = c.view AND a.key = r.key;
				INSERT INTO alive VALUES (c.view, r.key, r.shown, 1, r.v, r.v, r.v, least(r.at, '2025-01-01') + c.ttl);
			ELSE
				UPDATE alive a SET n = n + 1, total = total + r.v, seen = seen || r.v, last = r.v,
					   ends = CASE WHEN r.at < '2025-01-01' THEN greatest(ends, r.at + c.ttl) ELSE ends END
				 WHERE a.view = c.view AND a.key = r.key;
			END IF;
			c.newest := greatest(c.newest, r.newest);
		END LOOP;
		c.w := greatest(c.w, c.newest - c.delay);
	END LOOP;
	UPDATE clock SET done = c.done, newest = c.newest, w = c.w, ttl = c.ttl, delay = c.delay, nlives = c.nlives
	 WHERE view = c.view;
END $$});

sub random_row
{
	my $key = rand() < 0.8 ? int rand 5 : int rand 60;
	my $time = $now;

	if (rand() < 0.03) { $time = 4102444800; }
	elsif (rand() < 0.25) { $time -= int rand 900; }
	else { $now += int rand 20; $time = $now; }
	my $value = rand() < 0.1 ? 0 : 1 + int rand 8;
	my $at = rand() < 0.02 ? pick('NULL', q{'infinity'}) : "to_timestamp($time)";
	return sprintf "(%%d, %d, %s, %s, %d)", $key, pick("$key", "$key.0", "$key.00"), $at, $value;
}

sub insert_sql
{
	my ($tx, $n) = @_;
	return 'INSERT INTO r (tx, k, s, at, v) VALUES ' . join(', ', map { sprintf random_row(), $tx } 1 .. $n) . ';';
}

# many keys: more than fit into the memory of a batch, and all memory
sub bulk_sql
{
	my ($tx) = @_;
	my $span = pick(60, 900);
	$now += 30;
	return "INSERT INTO r (tx, k, s, at, v) SELECT $tx, k, k, to_timestamp($now) - (k * 7919 % $span) * interval '1 s', 1 + k % 4 FROM generate_series(1, 6000) k;";
}

# run n transactions, and note those that commit, in that order
sub run
{
	my ($n, $with_bulk) = @_;
	my (@sql, @later, @order);

	for (1 .. $n)
	{
		my $tx = ++$ntx;
		my $sql = 'BEGIN;' . ($with_bulk && rand() < 0.1 ? bulk_sql($tx) : insert_sql($tx, 1 + int rand(rand() < 0.2 ? 20 : 3)));

		$sql .= 'SAVEPOINT a;' . insert_sql(-$tx, 2) . 'ROLLBACK TO a;' if rand() < 0.2;
		$sql .= 'SAVEPOINT b;' . insert_sql($tx, 1) . 'RELEASE b;' if rand() < 0.2;
		if (rand() < 0.1) { push @sql, "$sql ROLLBACK;"; next; }
		if (rand() < 0.1)
		{
			push @sql, "$sql PREPARE TRANSACTION 't$tx';";
			push @later, $tx;
			next;
		}
		push @sql, "$sql COMMIT;";
		push @order, $tx;
		commit_prepared(\@sql, \@order, shift @later) if @later && rand() < 0.3;
	}
	commit_prepared(\@sql, \@order, $_) foreach @later;
	sql(join "\n", @sql);
	return @order;
}

sub commit_prepared
{
	my ($sql, $order, $tx) = @_;
	push @$sql, "COMMIT PREPARED 't$tx';";
	push @$order, $tx;
	return;
}

sub note_txs
{
	sql(join '', map { "INSERT INTO history (txs, is_scan) VALUES (ARRAY[$_], false);" } @_);
	return;
}

sub all_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	for (@kinds)
	{
		my ($kind, $key) = @$_;
		my $shown = defined $key ? "$key\::text" : q{'0'};
		$node->sync("t_$kind");
		sql(qq{DO \$\$ DECLARE c clock; BEGIN SELECT * INTO c FROM clock WHERE view = 't_$kind'; CALL replay(c); END \$\$});
		is(sql(qq{SELECT continuous.watermark('t_$kind')}), sql(qq{SELECT w FROM clock WHERE view = 't_$kind' AND isfinite(w)}), "$name: W of t_$kind");
		$node->oracle_ok(
			"SELECT $shown, n, total, seen, last, kinds, list FROM t_$kind",
			"SELECT shown, n, total, seen, last, (SELECT count(DISTINCT d) FROM unnest(list) d), list
			   FROM (SELECT *, regexp_split_to_array(seen, '')::int[] AS list FROM alive) a JOIN clock c USING (view) WHERE view = 't_$kind' AND (is_kept OR ends > w)",
			"$name: t_$kind") or diag("seed $seed");
		$node->verify_ok("t_$kind", "$name: verify() of t_$kind finds nothing") or diag("seed $seed");
	}
	return;
}

# without its WAL a view is scanned
sub keep_wal
{
	sql("ALTER SYSTEM SET wal_keep_size = '$_[0]'");
	$node->reload;
	return;
}

sub set_dial
{
	my ($dial, $value) = @_;
	$node->sync($_) for @views;
	sql(map { "ALTER VIEW $_ SET ($dial = '$value s')" } @views);
	my $column = $dial eq 'state_ttl' ? 'ttl' : 'delay';
	sql("INSERT INTO history ($column) VALUES ('$value s')");
	return;
}

my %ways = (
	'one by one' => sub { for (1 .. 10) { note_txs(run(1)); $node->sync(pick(@views)) } },
	'as they come' => sub { note_txs(run(60)) },
	'paused' => sub { sql(map { "SELECT continuous.pause('$_')" } @views); note_txs(run(60, 1)); sql(map { "SELECT continuous.resume('$_')" } @views) },
	'bulk' => sub { note_txs(run(20, 1)) },
	'restart' => sub { note_txs(run(20, 1)); $node->restart; note_txs(run(20)) },
	'crash' => sub { note_txs(run(20, 1)); $node->stop('immediate'); $node->start; note_txs(run(20)) },
	# a scan counts as one transaction, in the order of places
	'recycled' => sub
	{
		$node->set_enabled(0);
		my @txs = run(30, 1);
		sql('INSERT INTO history (txs, is_scan) VALUES (ARRAY[' . join(',', @txs) . '], true)');
		keep_wal(0);
		$node->recycle_wal;
		$node->set_enabled(1);
		$node->sync($_) for @views;
		keep_wal('512MB');
		note_txs(run(10));
	},
	'failing' => sub
	{
		my $log_end = $node->log_end;
		my $point = pick(qw(batch_before_write batch_before_position batch_before_commit));
		$node->arm_debug_point($point, 'error');
		note_txs(run(30));
		$node->wait_for_debug_point($point, $log_end);
		note_txs(run(10));
	},
	'killed' => sub
	{
		my $log_end = $node->log_end;
		$node->set_enabled(0);
		note_txs(run(40, 1));
		$node->arm_debug_point(pick(qw(batch_before_write batch_before_commit batch_after_commit)), 'kill');
		$node->set_enabled(1);
		$node->wait_for_recovery($log_end);
		note_txs(run(10));
	},
	'dials' => sub
	{
		set_dial(pick(qw(state_ttl watermark_delay)), 1 + int rand 300);
		note_txs(run(40));
	},
	'advanced' => sub
	{
		my $to = $now + int rand 400;
		$node->sync($_) for @views;
		sql(map { "SELECT continuous.advance_watermark('$_', to_timestamp($to))" } @views);
		sql("INSERT INTO history (advance) VALUES (to_timestamp($to))");
		note_txs(run(40));
	});

# what is there before: one transaction
run(20);
sql('INSERT INTO history (txs, is_scan) SELECT array_agg(DISTINCT tx), true FROM r');
for (@kinds)
{
	my ($kind, $key, $filter, $options) = @$_;
	my $columns = join ', ', (defined $key ? $key : ()), 'count(*) AS n', 'sum(v) AS total', 'joined(v::text) AS seen', 'last_of(v) AS last', 'count(DISTINCT v) AS kinds', 'array_agg(v) AS list';
	my $where = $kind eq 'skipping' ? 'v > 0 AND 10 / (v - 5) IS NOT NULL' : $filter;
	my $group = defined $key ? "GROUP BY $key" : '';
	sql(qq{CREATE CONTINUOUS VIEW t_$kind WITH (state_ttl = '200 s', event_time = at, watermark_delay = '7 s'$options) AS SELECT $columns FROM r WHERE $where $group},
		sprintf q{INSERT INTO clock (view, key, filter, is_kept, ttl, delay) VALUES ('t_%s', %s, '%s', %s, '200 s', '7 s')},
		$kind, defined $key ? "'$key'" : 'NULL', $filter, $kind eq 'kept' ? 'true' : 'false');
}
all_ok('backfill');
for my $round (1 .. $ENV{CV_ROUNDS} // 1)
{
	for my $way (sort { rand() <=> 0.5 } sort keys %ways)
	{
		$ways{$way}->();
		all_ok("round $round, $way");
	}
}
cmp_ok(sql(q{SELECT min(nlives) FROM clock WHERE view <> 't_whole'}), '>', 100, 'keys were forgotten, and came again');
is(sql(q{SELECT count(*) FROM continuous.stats WHERE state <> 'running' OR rows_too_late > 0}), '0', 'no row is too late');

$node->stop;
done_testing();
