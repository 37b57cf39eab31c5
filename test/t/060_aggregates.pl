# Every aggregate that the server has, in every kind of window: the view shows,
# text for text, what the plain query that continuous.one_shot() names gives.
#
# A batch, more batches, a restart, states that are evicted from memory or rest in
# chunks, sessions that are joined.  The order of rows is that of the commits;
# where an aggregate shows it, rows of one transaction come by time.
use strict;
use warnings FATAL => 'all';

use CvAggregates;
use CvNode;
use Test::More;

use constant COLUMNS_OF_VIEW => 50;

my %WINDOWS = (
	tumble => q{tumble(ts, interval '20 minutes')},
	hop => q{hop(ts, interval '5 minutes', interval '15 minutes')},
	cumulate => q{cumulate(ts, interval '5 minutes', interval '15 minutes')},
	session => q{session(ts, interval '90 seconds')});

my $node = CvNode->create('main', conf => q{
wal_keep_size = '512MB'
work_mem = '64MB'
jit = off
});
CvAggregates::create_table($node);
my $calls = CvAggregates::calls($node);

# aggregates that cannot be called, with the reason
my @not_callable;
push @not_callable, map { "$_(record): PostgreSQL has no columns of type record" } 'max', 'min' if $node->pg_version >= 18;
push @not_callable, 'xmlagg(xml): the server is built without libxml' unless CvAggregates::has_xml($node);
is_deeply($calls->{not_callable}, \@not_callable, 'only those aggregates are not called');

# ---- views ----------------------------------------------------------------------

my @views;

foreach my $form (grep { $_ ne 'not_callable' } sort keys %$calls)
{
	my @rest = @{ $calls->{$form} };
	while (my @part = splice @rest, 0, COLUMNS_OF_VIEW)
	{
		push @views, map { { form => $form, window => $_, calls => [@part] } } sort keys %WINDOWS;
	}
}
# that an aggregate shows the order must not need another one to be known
my %by_name;
push @{ $by_name{ $_->{sql} =~ s/\W.*//r } }, $_ foreach @{ $calls->{ordering} };
push @views, map { { form => 'ordering', window => 'tumble', calls => $by_name{$_} } } sort keys %by_name;
$views[$_]{name} = "v${_}_$views[$_]{form}_$views[$_]{window}" foreach 0 .. $#views;
note(scalar(@views) . " views, $_: " . scalar(@{ $calls->{$_} })) foreach sort keys %$calls;

# What plain SQL reads: in the order in which the view sees the rows of a group.
sub create_input
{
	my ($window) = @_;
	my $slice = $window =~ /hop|cumulate/ ? q{date_bin('5 minutes', ts, '2024-05-01Z'), } : '';
	return "CREATE VIEW by_place_$window AS SELECT * FROM ev ORDER BY ${slice}tx, ctid;\n"
	  . "CREATE VIEW by_time_$window AS SELECT * FROM ev ORDER BY $slice" . ($window eq 'session' ? '' : 'tx, ') . "ts;\n";
}

sub create_view
{
	my ($view) = @_;
	my $number = 0;
	$view->{list} = join(', ', map { "$_->{sql} AS c" . ++$number } @{ $view->{calls} });
	$node->safe_psql('postgres', "CREATE CONTINUOUS VIEW $view->{name} AS SELECT window_start, window_end, k, $view->{list} FROM ev GROUP BY $WINDOWS{$view->{window}}, k");
	my $input = ($view->{form} eq 'ordering' ? 'by_time_' : 'by_place_') . $view->{window};
	$view->{plain} = $node->safe_psql('postgres', "SELECT continuous.one_shot('$view->{name}')");
	$view->{plain} =~ s/\bpublic\.ev( ev_\d+)?\b/$input . ($1 || ' ev')/ge;
	return;
}

$node->safe_psql('postgres', create_input($_)) foreach sort keys %WINDOWS;
$node->safe_psql('postgres', <<'SQL');
CREATE FUNCTION is_close(a text, b text, tolerance float8) RETURNS bool LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN tolerance > 0 AND a <> '' AND b <> '' THEN abs(a::float8 - b::float8) <= tolerance * greatest(abs(a::float8), abs(b::float8), 1) ELSE false END $$;
SQL
create_view($_) foreach @views;

# ---- checks -----------------------------------------------------------------------

# A difference is told with the call.
sub check
{
	my ($view, $when) = @_;
	my $n = @{ $view->{calls} };
	my $values = join(', ', map { "c${_}::text" } 1 .. $n);
	my $is_merged = $view->{window} ne 'tumble';
	my $tolerances = join(', ', map { $is_merged ? $_->{tolerance} : 0 } @{ $view->{calls} });
	my $differences = $node->safe_psql('postgres', qq{
SET enable_sort = off;
WITH v AS (SELECT concat_ws(' ', window_start, k) AS g, window_end, n, value FROM $view->{name}, unnest(ARRAY[$values]) WITH ORDINALITY x (value, n)),
q AS (SELECT concat_ws(' ', window_start, k) AS g, window_end, n, value FROM ($view->{plain}) q, unnest(ARRAY[$values]) WITH ORDINALITY x (value, n))
SELECT n, g, left(v.value, 200), left(q.value, 200)
  FROM v FULL JOIN q USING (g, window_end, n) JOIN unnest(ARRAY[$tolerances]::float8[]) WITH ORDINALITY t (tolerance, n) USING (n)
 WHERE v.g IS NULL OR q.g IS NULL OR v.value IS DISTINCT FROM q.value AND NOT coalesce(is_close(v.value, q.value, tolerance), false)
 ORDER BY n, g LIMIT 10});
	$differences =~ s/^(\d+)\|/$view->{calls}[$1 - 1]{sql}: /gm;
	is($differences, '', "$when: $view->{name}");
	return;
}

sub sync_all
{
	$node->safe_psql('postgres', join(';', map { "SELECT continuous.sync('$_->{name}')" } @views));
	return;
}

sub check_all
{
	my ($when) = @_;
	sync_all();
	check($_, $when) foreach @views;
	return;
}

CvAggregates::feed($node, 1);
check_all('one batch');

foreach my $tx (2 .. 5)
{
	CvAggregates::feed($node, $tx);
	sync_all();
}
check_all('several batches');

$node->restart;
CvAggregates::feed($node, 6);
CvAggregates::bridge($node, 7, 1);
check_all('a restart, and sessions that are joined');

$node->append_conf('postgresql.conf', "continuous.state_memory = '1MB'\ncontinuous.batch_memory = '1MB'\ncontinuous.collected_inline = 16");
$node->restart;
foreach my $tx (8 .. 10)
{
	CvAggregates::feed($node, $tx);
	sync_all();
}
CvAggregates::bridge($node, 11, 8);
CvAggregates::bridge($node, 12, 3);
check_all('states evicted from memory, and what is collected in chunks');

$node->stop;
done_testing();
