# CvNode.pm -- a server with pg_continuous, and the questions tests ask of it.
#
# A PostgreSQL::Test::Cluster with the library preloaded, the extension in
# database postgres, and servers that recover from crashes by themselves.
# Nothing here waits for a time: conditions are polled.
#
#	my $node = CvNode->create('main', conf => "work_mem = '1MB'");
#	$node->create_orders;                # table orders, continuous view revenue
#	$node->insert_orders(1, 1000);
#	$node->orders_ok('after a thousand rows');
package CvNode;

use strict;
use warnings FATAL => 'all';

use parent 'PostgreSQL::Test::Cluster';

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use IPC::Run ();
use Time::HiRes ();

# between two looks at a condition that SQL cannot see, microseconds
use constant POLL_US => 50_000;

# What the view revenue must show.
our $ORDERS_ORACLE = q{
	SELECT date_bin('5 minutes', ordered_at, '2000-01-03Z'),
		   date_bin('5 minutes', ordered_at, '2000-01-03Z') + interval '5 minutes',
		   region, count(*), sum(total), avg(total), max(order_id),
		   round(variance(total), 6)
	  FROM orders GROUP BY 1, 2, 3};

# create(name, %options) -- a new server.
#
# conf: more settings; start => 0: do not start, make no extension;
# streaming => 1: can have standbys; preload => 0: library not preloaded;
# install_path: of another PostgreSQL, where our library is, too.
sub create
{
	my ($class, $name, %options) = @_;
	my $node = $class->new($name,
		$options{install_path} ? (install_path => $options{install_path}) : ());

	# 18 has checksums unless told otherwise; pg_upgrade wants both the same
	$node->init(
		allows_streaming => $options{streaming},
		extra => [ '--encoding=UTF8', '--no-locale', '--data-checksums' ]);
	$node->append_conf('postgresql.conf', <<"CONF");
wal_level = replica
max_prepared_transactions = 10
max_worker_processes = 16
max_connections = 40
restart_after_crash = on
timezone = 'UTC'
autovacuum_naptime = '10s'
CONF
	$node->append_conf('postgresql.conf', <<"CONF")
shared_preload_libraries = 'pg_continuous'
continuous.debug_points = on
continuous.flush_interval = '10ms'
continuous.state_memory = '32MB'
CONF
	  unless exists $options{preload} && !$options{preload};
	$node->append_conf('postgresql.conf', $options{conf})
	  if defined $options{conf};

	return $node if exists $options{start} && !$options{start};
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_continuous');
	return $node;
}

# create_orders(database) -- table orders and continuous view revenue on it.
sub create_orders
{
	my ($self, $database) = @_;
	$self->safe_psql($database // 'postgres', q{
CREATE TABLE orders (order_id bigint, ordered_at timestamptz, region text, total numeric(10,2));
CREATE CONTINUOUS VIEW revenue AS
SELECT window_start, window_end, region, count(*) AS orders, sum(total) AS total, avg(total) AS mean,
       max(order_id) AS last_id, round(variance(total), 6) AS spread
  FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region;
});
	return;
}

# The SELECT that gives orders first .. last; one second apart, so keep the
# numbers below 80,000 or rows will be later than a day.
sub orders_query
{
	my ($first, $last) = @_;
	return "SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 second', "
	  . "CASE WHEN i % 5 > 0 THEN 'r' || i % 5 END, (i % 97) * 1.01 "
	  . "FROM generate_series($first, $last) i";
}

# insert_orders(first, last, database) -- in one transaction.
sub insert_orders
{
	my ($self, $first, $last, $database) = @_;
	$self->safe_psql($database // 'postgres',
		'INSERT INTO orders ' . orders_query($first, $last));
	return;
}

# orders_ok(name, database) -- revenue is complete and adds up.
#
# Only for an input of which nothing was deleted.
sub orders_ok
{
	my ($self, $name, $database) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	$self->sync('revenue', $database);
	$self->oracle_ok('TABLE revenue', $ORDERS_ORACLE, "$name: the view equals plain SQL", $database);
	$self->counters_ok('revenue',
		$self->safe_psql($database // 'postgres', 'SELECT count(*) FROM orders'),
		"$name: every row was read once", $database);
	$self->verify_ok('revenue', "$name: verify() finds nothing", $database);
	return;
}

# verify_ok(view, name, database) -- the view says what its query says over the
# rows at hand; verify() is not there before version 0.2.
sub verify_ok
{
	my ($self, $view, $name, $database) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	$database //= 'postgres';
	return 1 if $self->safe_psql($database, q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname = 'verify'}) == 0;
	return is($self->safe_psql($database, "SET client_min_messages = warning; SELECT * FROM continuous.verify('$view')"), '', $name);
}

# sync(view, database) -- wait until all that is committed is in the view.
#
# After a crash the view may be known to no worker yet, which sync reports as
# an error at once; only a sync that succeeds counts.
sub sync
{
	my ($self, $view, $database) = @_;
	my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;
	my ($code, $out, $err);

	do
	{
		($code, $out, $err) = $self->psql($database // 'postgres',
			"SELECT continuous.sync('$view')");
		return if $code == 0;
		Time::HiRes::usleep(POLL_US);
	} while (time < $deadline);
	die "could not sync $view: $err\n" . $self->explain_view($view, $database);
}

# What stats says of a view, for messages.
sub explain_view
{
	my ($self, $view, $database) = @_;
	my ($code, $out, $err) = $self->psql($database // 'postgres',
		"SELECT * FROM continuous.stats WHERE view = '$view'::regclass",
		extra_params => ['-x']);
	return ($out // '') . ($err // '');
}

# oracle_ok(got, want, name, database) -- two queries give the same rows,
# counting duplicates.
sub oracle_ok
{
	my ($self, $got, $want, $name, $database) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	my $differences = $self->safe_psql($database // 'postgres', qq{
(SELECT 'unexpected', d.* FROM (($got) EXCEPT ALL ($want)) d)
UNION ALL
(SELECT 'missing', d.* FROM (($want) EXCEPT ALL ($got)) d)
LIMIT 10});
	return is($differences, '', $name);
}

# counters_ok(view, rows, name, database) -- rows were read, each counted
# under one heading.  rows undefined: any number.
sub counters_ok
{
	my ($self, $view, $rows, $name, $database) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	my ($read, $sum) = split /\|/, $self->safe_psql($database // 'postgres', qq{
SELECT rows_read, rows_counted + rows_filtered + rows_no_window + rows_too_late + rows_failed
  FROM continuous.stats WHERE view = '$view'::regclass});
	return is("read $read, sum $sum",
		'read ' . ($rows // $read) . ', sum ' . ($rows // $read), $name);
}

# stat_of(view, column, database)
sub stat_of
{
	my ($self, $view, $column, $database) = @_;
	return $self->safe_psql($database // 'postgres',
		"SELECT $column FROM continuous.stats WHERE view = '$view'::regclass");
}

# wait_for_state(view, state, database) -- until stats says so.
sub wait_for_state
{
	my ($self, $view, $state, $database) = @_;
	$self->poll_query_until($database // 'postgres',
		"SELECT state = '$state' FROM continuous.stats WHERE view = '$view'::regclass")
	  or die "$view is not $state: " . $self->explain_view($view, $database);
	return;
}

# arm_debug_point(name, action) -- error, kill, kill_server or wait at the
# next time the worker comes by.  Written aside and renamed: never half there.
sub arm_debug_point
{
	my ($self, $name, $action) = @_;
	my $file = $self->data_dir . '/continuous_debug_point';

	open my $handle, '>', "$file.new" or die "cannot write $file.new: $!";
	print $handle "$name $action\n";
	close $handle;
	rename "$file.new", $file or die "cannot rename to $file: $!";
	return;
}

sub disarm_debug_point
{
	my ($self) = @_;
	unlink $self->data_dir . '/continuous_debug_point';
	return;
}

# The end of the log now; give it to wait_for_debug_point() and wait_for_log().
sub log_end
{
	my ($self) = @_;
	return -s $self->logfile;
}

# wait_for_debug_point(name, log_end) -- until the worker is there.
sub wait_for_debug_point
{
	my ($self, $name, $log_end) = @_;
	return $self->wait_for_log(qr/debug point "$name" reached/, $log_end);
}

# The worker of a database; '' if there is none.
sub worker_pid
{
	my ($self, $database) = @_;
	$database //= 'postgres';
	return $self->safe_psql('postgres',
		"SELECT pid FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker' AND datname = '$database'");
}

# wait_for_worker(database) -- its pid, as soon as it runs.
sub wait_for_worker
{
	my ($self, $database) = @_;
	$database //= 'postgres';
	$self->poll_query_until('postgres',
		"SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker' AND datname = '$database'")
	  or die "no worker for $database";
	return $self->worker_pid($database);
}

# wait_for_recovery(log_end) -- after some process was killed with SIGKILL:
# until the postmaster has noticed and the server is up again.
sub wait_for_recovery
{
	my ($self, $log_end) = @_;
	$self->wait_for_log(qr/all server processes terminated; reinitializing/, $log_end);
	$self->wait_until_up;
	return;
}

# wait_until_up -- nothing is written to psql, which may end before it reads.
sub wait_until_up
{
	my ($self) = @_;
	my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;
	my @command = ('psql', '-XAtq', '-d', $self->connstr('postgres'), '-c', 'SELECT true');

	until (IPC::Run::run(\@command, '<', '/dev/null', '>', \my $out, '2>', \my $err))
	{
		die "the server did not come back: $err" if time > $deadline;
		Time::HiRes::usleep(POLL_US);
	}
	return;
}

# start_after_kill -- start a server whose postmaster was killed (by kill9()
# or by itself); what it left behind needs a moment to be gone.
sub start_after_kill
{
	my ($self) = @_;
	my $pid = slurp_file($self->data_dir . '/postmaster.pid');
	my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;

	($pid) = $pid =~ /^(\d+)/;
	while (kill 0, $pid)
	{
		die "postmaster $pid does not end" if time > $deadline;
		Time::HiRes::usleep(POLL_US);
	}
	$self->{_pid} = undef;
	until ($self->start(fail_ok => 1))
	{
		die 'the server does not start' if time > $deadline;
		Time::HiRes::usleep(POLL_US);
	}
	return;
}

# set_enabled(bool) -- all workers of the cluster run, or have left.
sub set_enabled
{
	my ($self, $is_enabled) = @_;
	$self->safe_psql('postgres',
		'ALTER SYSTEM SET continuous.enabled = ' . ($is_enabled ? 'on' : 'off'));
	$self->reload;
	return if $is_enabled;
	$self->poll_query_until('postgres',
		"SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'pg_continuous worker'")
	  or die 'workers did not leave';
	return;
}

# set_clock(time) -- hold the clock that the worker of postgres decides by at
# this time, and wait until it has run a round by it: whatever is due at that
# time has been tried when this returns.  undef: let it go.
sub set_clock
{
	my ($self, $time) = @_;
	my $deadline = time + $PostgreSQL::Test::Utils::timeout_default;
	my $value = defined $time ? "'$time'" : "''";
	my $since;

	$self->safe_psql('postgres', q{
CREATE TABLE cv_tick (at timestamptz);
CREATE CONTINUOUS VIEW cv_tick_view WITH (idle_timeout = '100000 days') AS
SELECT window_start, count(*) AS n FROM cv_tick GROUP BY tumble(at, interval '1 day')})
	  if $self->safe_psql('postgres', q{SELECT to_regclass('cv_tick') IS NULL}) eq 't';
	$self->safe_psql('postgres', "ALTER SYSTEM SET continuous.test_now = $value");
	$self->reload;
	# each row begins a silence anew, by the clock that the worker has then
	do
	{
		die "the worker does not see the clock $value, but " . ($since // 'none') if time > $deadline;
		$self->safe_psql('postgres', q{INSERT INTO cv_tick VALUES ('2000-01-01')});
		$self->sync('cv_tick_view');
		$self->poll_query_until('postgres', q{SELECT silent_since IS NOT NULL FROM continuous.stats WHERE view = 'cv_tick_view'::regclass});
		$since = $self->safe_psql('postgres', 'SELECT silent_since '
			  . (defined $time ? "= '$time'" : "> now() - interval '10 minutes'")
			  . q{ FROM continuous.stats WHERE view = 'cv_tick_view'::regclass});
	} while ($since ne 't');
	return;
}

# create_events(name, %options) -- table NAME, its continuous view NAME_view, and
# NAME_twin: an ordinary table that gets every row NAME gets and loses none.
#
# storage: what follows the column list; columns: another column list; from: what
# stands in FROM; with: options of the view; view => 0: no view yet.
sub create_events
{
	my ($self, $name, %options) = @_;
	my $columns = $options{columns} // 'id bigint, at timestamptz, key int, value int';
	my $storage = $options{storage} // '';

	$self->safe_psql('postgres', qq{
CREATE TABLE $name ($columns) $storage;
CREATE TABLE ${name}_twin (id bigint, at timestamptz, key int, value int)});
	$self->create_events_view($name, %options)
	  unless exists $options{view} && !$options{view};
	return;
}

sub create_events_view
{
	my ($self, $name, %options) = @_;
	my $from = $options{from} // $name;
	my $with = defined $options{with} ? "WITH ($options{with})" : '';

	$self->safe_psql('postgres', qq{
CREATE CONTINUOUS VIEW ${name}_view $with AS
SELECT window_start, key, count(*) AS n, sum(value) AS total, min(id) AS first, max(id) AS last
  FROM $from GROUP BY tumble(at, interval '1 hour'), key});
	return;
}

# events_sql(table, name, first, last) -- statements that insert events first ..
# last, a second apart, into table (NAME itself if undefined) and into the twin.
sub events_sql
{
	my ($table, $name, $first, $last) = @_;
	my $columns = 'id, at, key, value';
	my $rows = "SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 second', i % 7, i % 13 "
	  . "FROM generate_series($first, $last) i";

	$table //= $name;
	return "INSERT INTO $table ($columns) $rows; INSERT INTO ${name}_twin ($columns) $rows;";
}

# insert_events(name, first, last) -- in one transaction.
sub insert_events
{
	my ($self, $name, $first, $last) = @_;
	$self->safe_psql('postgres', 'BEGIN; ' . events_sql(undef, $name, $first, $last) . ' COMMIT');
	return;
}

# events_ok(name, description) -- every row of the twin is in the view, once.
sub events_ok
{
	my ($self, $name, $description) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;

	$self->sync("${name}_view");
	$self->oracle_ok("TABLE ${name}_view", qq{
SELECT date_bin('1 hour', at, '2000-01-03Z'), key, count(*), sum(value), min(id), max(id)
  FROM ${name}_twin GROUP BY 1, 2}, "$description: the view equals plain SQL");
	$self->counters_ok("${name}_view",
		$self->safe_psql('postgres', "SELECT count(*) FROM ${name}_twin"),
		"$description: every row was read once");
	return;
}

# recycle_wal -- until the segments that any view's saved position needs are gone;
# no worker may run.  Wants wal_keep_size = 0 and a small max_wal_size.
sub recycle_wal
{
	my ($self) = @_;
	my $rounds = 0;

	my $segment = $self->safe_psql('postgres', 'SELECT max(pg_walfile_name(restart_lsn)) FROM continuous.position WHERE restart_lsn > \'0/0\'');
	do
	{
		$self->safe_psql('postgres', 'CREATE TABLE IF NOT EXISTS cv_junk (a int); INSERT INTO cv_junk VALUES (1); SELECT pg_switch_wal()');
		$self->safe_psql('postgres', 'CHECKPOINT');
		die "segment $segment does not go away" if ++$rounds > 20;
	} while ($self->safe_psql('postgres', "SELECT count(*) FROM pg_ls_waldir() WHERE name = '$segment'") ne '0');
	return;
}

sub drop_events
{
	my ($self, $name) = @_;
	$self->safe_psql('postgres', "DROP VIEW IF EXISTS ${name}_view; DROP TABLE $name, ${name}_twin");
	return;
}

1;
