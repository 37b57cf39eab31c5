# Logical replication beside continuous views: results that are published reach
# the subscriber row by row, and an input that a subscription fills counts as
# any other, what the initial copy brings included.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = CvNode->create('publisher', streaming => 1, conf => 'wal_level = logical');
my $subscriber = CvNode->create('subscriber', streaming => 1, conf => 'wal_level = logical');
my $connection = $publisher->connstr . ' dbname=postgres';

$publisher->create_events('t');
$publisher->insert_events('t', 1, 1000);
$publisher->events_ok('t', 'publisher');
$publisher->safe_psql('postgres', 'CREATE PUBLICATION rows FOR TABLE t, t_twin; CREATE PUBLICATION results FOR TABLE t_view_results');

# the results, into an ordinary table; the rows, into the input of another view
my $columns = $publisher->safe_psql('postgres', q{SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 't_view_results'::regclass AND attnum > 0});
$subscriber->create_events('t');
$subscriber->safe_psql('postgres', qq{
CREATE SUBSCRIPTION rows CONNECTION '$connection' PUBLICATION rows});
$subscriber->safe_psql('postgres', qq{
CREATE SCHEMA copy;
CREATE TABLE copy.t_view_results ($columns, PRIMARY KEY (window_start, cv_key))});

sub caught_up
{
	$publisher->sync('t_view');
	$publisher->wait_for_catchup($_) foreach @_;
	return;
}

$subscriber->wait_for_subscription_sync($publisher, 'rows');
$subscriber->events_ok('t', 'what the initial copy has brought');
$publisher->insert_events('t', 1001, 2000);
# a transaction with subtransactions, one of them rolled back; one that waits
$publisher->safe_psql('postgres', 'BEGIN; ' . CvNode::events_sql(undef, 't', 2001, 2100) . ' SAVEPOINT a; '
	  . CvNode::events_sql(undef, 't', 2101, 2200) . ' ROLLBACK TO a; ' . CvNode::events_sql(undef, 't', 2201, 2300) . ' COMMIT');
caught_up('rows');
$subscriber->events_ok('t', 'what was replicated');
is($subscriber->safe_psql('postgres', 'SELECT count(*) FROM t'), '2200', 'all rows are there');

# killed in the midst of it
my $log_end = $subscriber->log_end;
$publisher->insert_events('t', 2301, 5000);
kill 'KILL', $subscriber->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE backend_type ~ '^logical replication .*worker' LIMIT 1});
$subscriber->wait_for_recovery($log_end);
$publisher->insert_events('t', 5001, 5100);
caught_up('rows');
$subscriber->events_ok('t', 'what was replicated around a crash');

# updates are refused on the publisher, and would be in the apply worker
$publisher->safe_psql('postgres', q{DELETE FROM t WHERE id <= 10}) if $publisher->safe_psql('postgres', q{ALTER TABLE t REPLICA IDENTITY FULL; SELECT 1});
caught_up('rows');
is($subscriber->safe_psql('postgres', 'SELECT sum(n) FROM t_view'), '5000', 'rows that were deleted stay counted');

# results: inserted, updated and, in a rebuild, deleted
$subscriber->stop;
$subscriber->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$subscriber->start;
$subscriber->safe_psql('postgres', q{DROP SUBSCRIPTION rows; DROP EXTENSION pg_continuous CASCADE; ALTER TABLE copy.t_view_results SET SCHEMA public});
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION results CONNECTION '$connection' PUBLICATION results");
$subscriber->wait_for_subscription_sync($publisher, 'results');
my $sum = 'SELECT count(*), sum(n), sum(total), min(first), max(last) FROM t_view_results';
is($subscriber->safe_psql('postgres', $sum), $publisher->safe_psql('postgres', $sum), 'results that are there');
$publisher->insert_events('t', 5101, 6000);
caught_up('results');
is($subscriber->safe_psql('postgres', $sum), $publisher->safe_psql('postgres', $sum), 'new and changed results');
$publisher->safe_psql('postgres', q{SELECT continuous.recompute('t_view')});
caught_up('results');
is($subscriber->safe_psql('postgres', $sum), $publisher->safe_psql('postgres', $sum), 'results that were recomputed');
$publisher->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
caught_up('results');
is($subscriber->safe_psql('postgres', $sum), $publisher->safe_psql('postgres', $sum), 'results after rebuild()');

$subscriber->stop;
$publisher->stop;
done_testing();
