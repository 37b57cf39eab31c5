# A cluster that has used more than 2^32 transaction IDs: what is in a row is
# half of an ID, and a scan must not take old rows for new ones.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_events('t');
$node->insert_events('t', 1, 1000);
$node->events_ok('t', 'before');

# as if 2^32 had gone by; the WAL is another one, so the table is scanned
sub go_by
{
	my ($epoch) = @_;
	$node->stop;
	command_ok(['pg_resetwal', '-f', '-e', $epoch, '-D', $node->data_dir], "epoch $epoch");
	$node->start;
	return;
}

$node->safe_psql('postgres', 'VACUUM FREEZE t');
# so that what the vacuum has written is behind the position
$node->sync('t_view');
go_by(1);
is($node->safe_psql('postgres', 'SELECT pg_current_xact_id()::text::numeric > 4294967296'), 't', '2^32 transactions have gone by');
$node->events_ok('t', 'frozen rows of long ago were consumed long ago');
$node->insert_events('t', 1001, 1100);
$node->events_ok('t', 'new ones are not');
$node->insert_events('t', 1101, 1200);
$node->safe_psql('postgres', 'VACUUM FREEZE t');
$node->events_ok('t', 'frozen since');
$node->restart;
$node->insert_events('t', 1201, 1300);
$node->events_ok('t', 'restarted');

# all rows there are, old and new, for a view that knows none of them
$node->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
$node->events_ok('t', 'rebuilt');
$node->set_enabled(0);
$node->safe_psql('postgres', 'VACUUM FREEZE t');
go_by(2);
$node->set_enabled(1);
$node->wait_for_state('t_view', 'stopped');
like($node->stat_of('t_view', 'error'), qr/cannot tell whether rows .* have been consumed.*rebuild/s,
	'rows of pages that were written to since then cannot be told from new ones');
$node->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
$node->events_ok('t', 'rebuilt');

# a position that is ahead of the server
$node->set_enabled(0);
$node->safe_psql('postgres', q{UPDATE continuous.position SET restart_lsn = 'FFFF/0'});
$node->set_enabled(1);
$node->wait_for_state('t_view', 'stopped');
like($node->stat_of('t_view', 'error'), qr/ahead of the server.*rebuild/s, 'a server that was taken back stops the view');
$node->safe_psql('postgres', q{SELECT continuous.rebuild('t_view')});
$node->insert_events('t', 1401, 1500);
$node->events_ok('t', 'rebuilt');

# an idle server, the WAL of which ends at the start of a page
my $log_end = $node->log_end;
for (1 .. 5)
{
	$node->safe_psql('postgres', 'SELECT pg_switch_wal()');
	$node->safe_psql('postgres', q{SELECT continuous.sync('t_view')});
}
unlike(slurp_file($node->logfile, $log_end), qr/ERROR/, 'sync at the start of a WAL segment');

$node->stop;
done_testing();
