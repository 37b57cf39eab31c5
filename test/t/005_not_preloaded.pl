# Without shared_preload_libraries there is no worker: say so, break nothing,
# and go on as soon as the library is preloaded again.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', start => 0, preload => 0);
$node->start;

my ($code, $out, $err);
$code = $node->psql('postgres', 'CREATE EXTENSION pg_continuous', stderr => \$err);
is($code, 0, 'the extension can be created');
like($err, qr/WARNING:  pg_continuous is not preloaded.*shared_preload_libraries/s, '... with a warning');
$node->safe_psql('postgres', 'CREATE TABLE ev (ts timestamptz)');

$code = $node->psql('postgres', q{
CREATE CONTINUOUS VIEW v AS SELECT window_start, count(*) FROM ev GROUP BY tumble(ts, interval '1 minute')},
	stderr => \$err);
isnt($code, 0, 'the literal form is an error');
like($err, qr/syntax error/, '... of syntax');

$code = $node->psql('postgres', q{
LOAD 'pg_continuous';
CREATE VIEW v WITH (continuous) AS SELECT window_start, count(*) FROM ev GROUP BY tumble(ts, interval '1 minute')},
	stderr => \$err);
isnt($code, 0, 'the stock form is an error');
like($err, qr/shared_preload_libraries|unrecognized parameter/, '... that names the cause');

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_continuous'");
$node->restart;
$node->safe_psql('postgres', 'CREATE EXTENSION IF NOT EXISTS pg_continuous');
$node->create_orders;
$node->insert_orders(1, 1000);
$node->orders_ok('preloaded');

$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$node->restart;
is($node->safe_psql('postgres', 'SELECT sum(orders) FROM revenue'), '1000', 'the view can be read without the library');
$code = $node->psql('postgres', q{\set VERBOSITY verbose
SELECT continuous.sync('revenue')}, stderr => \$err);
like($err, qr/55000.*shared_preload_libraries/s, 'sync says what is missing');
for my $call ('windows(%)', 'pause(%)', 'resume(%)', 'rebuild(%)', 'recompute(%)', 'reset_stats(%)', q{advance_watermark(%, '2030-01-01')})
{
	my $command = $call =~ s/%/'revenue'/r;
	$node->psql('postgres', "\\set VERBOSITY verbose\nSELECT continuous.$command", stderr => \$err);
	like($err, qr/ERROR:  55000.*shared_preload_libraries/s, "... so does $call");
}
is($node->safe_psql('postgres', 'SELECT state FROM continuous.stats'), 'not running', 'its state says so, too');
is($node->safe_psql('postgres', q{SELECT line FROM continuous.explain('revenue') line WHERE line ~ 'State:|Hint'}), "  State: not running\n    Hint: Add pg_continuous to shared_preload_libraries and restart the server.", '... and explain() what to do');
is($node->safe_psql('postgres', q{SELECT count(*) FROM continuous.explain('revenue'), continuous.progress, continuous.memory, continuous.columns WHERE false}),
	'0', 'what only shows can be called');
$node->psql('postgres', q{LOAD 'pg_continuous'; CREATE CONTINUOUS VIEW v AS SELECT 1}, stderr => \$err);
like($err, qr/syntax error.*HINT: .*shared_preload_libraries/s, 'the literal form has a hint once the session has the library');
$node->insert_orders(1001, 2000);
$code = $node->psql('postgres', 'UPDATE orders SET total = 0', stderr => \$err);
isnt($code, 0, 'the input stays append-only');

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_continuous'");
$node->restart;
$node->orders_ok('preloaded again, with what was written meanwhile');

$node->stop;
done_testing();
