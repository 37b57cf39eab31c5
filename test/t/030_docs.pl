# What README.md and the pages below doc/ say is so: their SQL runs and shows
# what they show.
#
# Each page has a database of its own, with the extension in it. Its blocks
# ```sql run from top to bottom, each in a session of its own. A block of plain
# ``` right behind one is the end of what psql shows for it: notices, then
# results, each of them whole. If the SQL begins with the line "-- ERROR" it has
# to fail, and the plain block is all that psql says.
#
#	CV_PAGES='doc/joins.md doc/windows.md' picks pages
use strict;
use warnings FATAL => 'all';

use CvNode;
use File::Find ();
use PostgreSQL::Test::Utils;
use Test::More;

# blocks(page) -- [language, text] of each block between fences, and undef for
# what else there is between two of them
sub blocks
{
	my ($page) = @_;
	my @blocks;

	foreach my $part (split /^(```.*?^```)\n/ms, slurp_file($page))
	{
		if ($part =~ /^```(.*?)\n(.*?)^?```$/s)
		{
			push @blocks, [ $1, $2 ];
		}
		elsif ($part ne '')
		{
			push @blocks, undef;
		}
	}
	return @blocks;
}

# the lines of a text that are not empty, without what differs by how it is run
sub lines_of
{
	my ($text) = @_;

	$text =~ s/^psql:<stdin>:\d+: //mg;
	$text =~ s/^LINE \d+: .*\n *\^\n?//mg;
	$text =~ s/^CONTEXT: .*\n?//mg;
	return grep { /\S/ } map { s/\s+$//r } split /\n/, $text;
}

# begins_at(err, out, number) -- does a notice or a result begin with this line?
sub begins_at
{
	my ($err, $out, $number) = @_;
	my $line = () = lines_of($err);

	return 1 if $number < $line;
	foreach my $result (split /\n\s*\n/, $out)
	{
		return 1 if $number == $line;
		$line += () = lines_of($result);
	}
	return 0;
}

# check_block(node, database, sql, expected, name) -- run SQL, and compare what
# it shows with the end of what it says, if the page shows it.
sub check_block
{
	my ($node, $database, $sql, $expected, $name) = @_;
	my $fails = $sql =~ /^-- ERROR\n/;
	my ($code, $out, $err) = $node->psql($database, $sql,
		on_error_stop => !$fails,
		extra_params => [ '-P', 'format=aligned', '-P', 'footer=off', '-P', 'tuples_only=off' ]);

	if ($fails)
	{
		like($err, qr/ERROR: /, "$name fails");
	}
	else
	{
		is($code, 0, "$name runs") or diag($err);
	}
	return unless defined $expected;

	my @expected = lines_of($expected);
	my @shown = $fails ? lines_of($err) : (lines_of($err), lines_of($out));
	if (!$fails && @shown > @expected)
	{
		ok(begins_at($err, $out, @shown - @expected), '... with a result that is shown from its head on');
		splice @shown, 0, @shown - @expected;
	}
	is(join("\n", @shown), join("\n", @expected), '... and shows what the page shows');
	return;
}

# check_page(node, database, page) -- all SQL of a page, in a new database.
sub check_page
{
	my ($node, $database, $page) = @_;
	my @blocks = blocks($page);
	my $number = 0;

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, 'CREATE EXTENSION pg_continuous');
	foreach my $i (0 .. $#blocks)
	{
		next unless $blocks[$i];
		my ($language, $text) = @{ $blocks[$i] };
		my $next = $blocks[ $i + 1 ];

		fail("$page: what plain block shows this?\n$text")
		  if $language eq '' && !($i > 0 && $blocks[ $i - 1 ] && $blocks[ $i - 1 ][0] eq 'sql');
		next unless $language eq 'sql';
		$number++;
		check_block($node, $database, $text, $next && $next->[0] eq '' ? $next->[1] : undef,
			"$page: block $number of SQL");
	}
	# a page may make more databases than continuous.max_databases has room for
	$node->safe_psql('postgres', "DROP DATABASE $database WITH (FORCE)");
	return $number;
}

my @pages;
File::Find::find({ wanted => sub { push @pages, $_ if /\.md$/ }, no_chdir => 1 }, grep { -d } 'doc');
@pages = $ENV{CV_PAGES} ? split(' ', $ENV{CV_PAGES}) : ('README.md', sort @pages);

# as README.md says in the section "Install", and no other setting
my $node = CvNode->create('main', start => 0, preload => 0);
my ($preload) = slurp_file('README.md') =~ /^ +(shared_preload_libraries = .*)$/m;
$node->append_conf('postgresql.conf', $preload);
$node->start;

my $database = 0;
my $blocks = 0;
$blocks += check_page($node, 'page' . ++$database, $_) foreach @pages;
cmp_ok($blocks, '>', 0, 'there was SQL to run');

$node->stop;
done_testing();
