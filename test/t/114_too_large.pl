# A group's row that fits on no page, or in no page of an index: the same rows
# would fail again, so the view stops; others go on.  Errors that come again and
# again are not logged each time.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main');
$node->create_orders;
my $next = 1;

sub neighbour_ok
{
	my ($name) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	$node->insert_orders($next, $next + 99);
	$next += 100;
	$node->orders_ok("$name, the other view");
	return;
}

# 1100 numbers of 8 bytes are more than a page, but NULL takes no room
my $columns = join ', ', map { "max(v + $_) AS c$_" } 1 .. 1100;
for my $emit (qw(update final))
{
	$node->safe_psql('postgres', qq{
CREATE TABLE wide_$emit (at timestamptz, k int, v bigint);
CREATE CONTINUOUS VIEW broad_$emit WITH (emit = '$emit') AS
SELECT window_start, k, $columns FROM wide_$emit GROUP BY tumble(at, interval '1 hour'), k;
INSERT INTO wide_$emit VALUES ('2024-06-03 00:00Z', 1, NULL)});
	$node->sync("broad_$emit");
	$node->safe_psql('postgres', qq{
INSERT INTO wide_$emit VALUES ('2024-06-03 00:30Z', 2, 1);
INSERT INTO wide_$emit VALUES ('2024-06-03 00:30Z', 3, NULL)});
	$node->wait_for_state("broad_$emit", 'stopped');
	like($node->stat_of("broad_$emit", 'error'), qr/row is too big: size \d+, maximum size \d+/, "emit = $emit: a row that is too large stops the view");
	neighbour_ok('a row is too large');
	$node->safe_psql('postgres', qq{
DELETE FROM wide_$emit WHERE v = 1;
SELECT continuous.resume('broad_$emit');
INSERT INTO wide_$emit VALUES ('2024-06-03 10:00Z', 4, NULL)});
	$node->sync("broad_$emit");
	is($node->safe_psql('postgres', "SELECT string_agg(k::text, ' ' ORDER BY k) FROM broad_$emit WHERE window_start < '2024-06-03 10:00Z'"), '1 3', "emit = $emit: deleted and resumed");
}

# a key that fits in the row, but not in an index that the owner has made
$node->safe_psql('postgres', q{
CREATE TABLE named (at timestamptz, name text);
CREATE CONTINUOUS VIEW names AS
SELECT window_start, name, count(*) AS n FROM named GROUP BY tumble(at, interval '1 hour'), name;
CREATE INDEX names_by_name ON names_results (name);
INSERT INTO named VALUES ('2024-06-03 00:00Z', 'short');
INSERT INTO named SELECT '2024-06-03 00:00Z', string_agg(md5(i::text), '') FROM generate_series(1, 1000) i});
$node->wait_for_state('names', 'stopped');
like($node->stat_of('names', 'error'), qr/index row requires/, 'a key that is too large for an index stops the view');
neighbour_ok('a key is too large');
$node->safe_psql('postgres', q{
DROP INDEX names_by_name;
SELECT continuous.resume('names')});
$node->sync('names');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM names'), '2|2', 'without the index and resumed, nothing is lost');

# an error that goes away by itself some time: it is tried again once a second,
# and logged more and more seldom; a sequence counts, whatever is rolled back
$node->safe_psql('postgres', q{
CREATE SEQUENCE tries;
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM nextval('public.tries');
	RAISE 'not now' USING ERRCODE = 'serialization_failure';
END $$;
CREATE TRIGGER fail AFTER INSERT OR UPDATE ON names_results FOR EACH ROW EXECUTE FUNCTION fail()});
my $log_end = $node->log_end;
$node->safe_psql('postgres', q{INSERT INTO named VALUES ('2024-06-03 00:00Z', 'short')});
$node->poll_query_until('postgres', 'SELECT last_value >= 10 FROM tries') or die 'not tried again';
my $log = slurp_file($node->logfile, $log_end);
my $logged = () = $log =~ /ERROR:  not now/g;
cmp_ok($logged, '<', $node->safe_psql('postgres', 'SELECT last_value FROM tries'), 'not every try is logged');
cmp_ok($logged, '>', 0, 'but the first');
$node->safe_psql('postgres', 'DROP TRIGGER fail ON names_results');
$node->sync('names');
is($node->safe_psql('postgres', 'SELECT count(*), sum(n) FROM names'), '2|3', 'without the trigger it goes on by itself');

$node->stop;
done_testing();
