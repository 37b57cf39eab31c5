# The pages below doc/reference/ and a running server say the same: functions
# with their arguments, views and tables with their columns, settings, options.
# Both ways: what is there is described, and what is described is there.
use strict;
use warnings FATAL => 'all';

use CvNode;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = CvNode->create('main', preload => 1, conf => "continuous.state_memory = '256MB'\ncontinuous.flush_interval = '100ms'\ncontinuous.debug_points = off\n");

# sections(page) -- the text below each heading "## title", by title
sub sections
{
	my ($page) = @_;
	my (undef, %sections) = split /^## (.*)\n/m, slurp_file("doc/reference/$page");
	return %sections;
}

# table(text, header) -- rows of the tables whose first column is called that
sub table
{
	my ($text, $header) = @_;
	my @rows;

	while ($text =~ /^\| \Q$header\E \|.*\n\|[-| ]+\n((?:\|.*\n)*)/mg)
	{
		foreach my $line (split /\n/, $1)
		{
			$line =~ s/^\|\s*|\s*\|$//g;
			push @rows, [ map { s/^\s+|\s+$//gr } split /\|/, $line, -1 ];
		}
	}
	return @rows;
}

# cell(text) -- without the marks of code
sub cell
{
	my ($text) = @_;
	return $text =~ s/`//gr;
}

# query(sql) -- lines of its answer
sub query
{
	my ($sql) = @_;
	return split /\n/, $node->safe_psql('postgres', $sql);
}

# names of types and defaults as people write them
sub plain
{
	my ($text) = @_;
	$text =~ s/timestamp with time zone/timestamptz/g;
	$text =~ s/timestamp without time zone/timestamp/g;
	$text =~ s/::[\w ]+//g;
	$text =~ s/SETOF/setof/g;
	return $text;
}

sub same
{
	my ($page, $server, $name) = @_;
	is(join("\n", @$page), join("\n", @$server), $name);
	return;
}

# ---- settings ----------------------------------------------------------

my %settings = sections('settings.md');
my @described = map { table($_, 'setting') } map { $settings{$_} } sort keys %settings;
my %change = (postmaster => 'restart', sighup => 'reload', superuser => 'superuser', user => 'session');
my @shown = query(q{
SELECT name || '|' || current_setting(name) || '|' ||
       coalesce(min_val || ' .. ' || max_val || coalesce(' ' || unit, ''), array_to_string(enumvals, ', '), replace(vartype, 'bool', 'boolean')) ||
       '|' || context
  FROM pg_settings WHERE name LIKE 'continuous.%'});
@shown = map { s/\|bool\b/|boolean/r =~ s/booleanean/boolean/r =~ s/(\w+)$/$change{$1}/er } @shown;
same([ sort map { cell(join '|', @$_[0 .. 3]) } @described ], [ sort @shown ], 'settings.md: every setting, its default, its range, what a change needs');
same([ map { $_->[0] } table($settings{Workers}, 'value') ],
	[ query(q{SELECT unnest(enumvals) FROM pg_settings WHERE name = 'continuous.on_restore'}) ], '... and the values of continuous.on_restore');

# ---- options -----------------------------------------------------------

my %options = sections('options.md');
my @options = table(slurp_file('doc/reference/options.md'), 'option');
$node->safe_psql('postgres', q{
CREATE TABLE t (ts timestamptz, k text, v int);
CREATE CONTINUOUS VIEW plain AS SELECT window_start, count(*) FROM t GROUP BY tumble(ts, '1 hour');
CREATE CONTINUOUS VIEW keyed WITH (state_ttl = '1 day') AS SELECT k, count(*) FROM t GROUP BY k;
});
my @names = map { $_->[0] =~ /^\[`(\w+)`\]\(#\1\)$/ ? $1 : "no link: $_->[0]" } @options;
same([ sort @names ], [ sort(query(q{SELECT name FROM unnest((SELECT proargnames FROM pg_proc WHERE oid = 'continuous.dials'::regproc)) name WHERE name <> 'options'})) ],
	'options.md: every option');
same([ sort keys %options ], [ sort @names ], '... has a section');

foreach my $option (@options)
{
	my ($link, $values, $default, $change) = @$option;
	my ($name) = $link =~ /(\w+)/;
	my $view = $name =~ /^(state_ttl|ttl_action|event_time)$/ ? 'keyed' : 'plain';
	my $before = $name eq 'fill_windows' ? "fill = zero, " : '';
	my $is_none = $default eq '`none`' || $default eq 'the setting';

	# continuous.views shows none as NULL, and what no option of a windowed view can be
	is($node->safe_psql('postgres', "SELECT $name IS NOT DISTINCT FROM " . ($is_none ? 'NULL' : "'" . cell($default) . "'") . " FROM continuous.views WHERE view = 'plain'::regclass"),
		't', "default of $name");

	# each value that is named is one, and what none of them is, is refused
	my @values = $values =~ /`(\w+)`/g;
	my $example = @values ? $values[-1] : $values =~ /boolean/ ? 'true' : $values =~ /column/ ? 'k' : $values =~ /(\d+) \.\./ ? $1 : $values =~ /channel/ ? 'c' : '1 day';
	foreach my $value (@values, $example)
	{
		my ($code, undef, $error) = $node->psql('postgres', "ALTER VIEW $view SET ($before$name = '$value')");
		if ($change eq 'ALTER VIEW')
		{
			is($code, 0, "$name = $value can be set") or diag($error);
		}
		elsif ($name eq 'backfill')
		{
			is($code, 0, 'backfill can be repeated') or diag($error);
		}
		else
		{
			like($error, qr/option "$name" cannot be altered/, "$name cannot be altered");
		}
	}
	my ($code, undef, $error) = $node->psql('postgres', "ALTER VIEW $view RESET ($name" . ($before ? ', fill' : '') . ')');
	if ($change eq 'ALTER VIEW' && $name ne 'state_ttl')
	{
		is($code, 0, "$name can be reset") or diag($error);
	}
	else
	{
		isnt($code, 0, "$name cannot be reset");
	}
	next if $values =~ /column|channel/ || $change ne 'ALTER VIEW';
	isnt($node->psql('postgres', "ALTER VIEW $view SET ($before$name = 'nonsense')"), 0, "$name: nonsense is refused");
	isnt($node->psql('postgres', "ALTER VIEW $view SET ($before$name = '1 month')"), 0, "$name: a month is refused") if $values =~ /duration/;
	isnt($node->psql('postgres', "ALTER VIEW $view SET ($before$name = '0')"), 0, "$name: zero is refused") if $values =~ /above zero|1 \.\./;
}

# ---- functions ---------------------------------------------------------

my %functions = sections('functions.md');
my (@internal, @pages);
foreach my $row (table($functions{'Not for you to call'}, 'function'))
{
	push @internal, $row->[0] =~ /`(\w+)`/g;
}
my $internal = join ',', map { "'$_'" } @internal;
foreach my $title (grep { $_ ne 'Not for you to call' } sort keys %functions)
{
	my @signatures = $functions{$title} =~ /^- `(.*→.*)`$/mg;
	ok(@signatures > 0, "functions.md: the section $title has a signature");
	like($_, qr/^continuous\.$title\(/, '... of that name') foreach @signatures;
	push @pages, @signatures;
}
@shown = map { plain($_) } query(qq{
SELECT format('continuous.%s(%s) → %s', p.proname,
	   (SELECT coalesce(string_agg(concat_ws(' ', quote_ident(p.proargnames[a.n]), format_type(a.type, NULL),
			  CASE WHEN a.n > p.pronargs - p.pronargdefaults THEN 'DEFAULT ' || pg_get_function_arg_default(p.oid, a.n::int) END), ', ' ORDER BY a.n), '')
		  FROM unnest(p.proargtypes) WITH ORDINALITY a(type, n)), pg_get_function_result(p.oid))
  FROM pg_proc p WHERE p.pronamespace = 'continuous'::regnamespace AND p.proname NOT IN ($internal)});
@shown = map { s/→ TABLE\(.*/→ setof record/r } @shown;
same([ sort @pages ], [ sort @shown ], 'functions.md: every function with its arguments and result');
same([ sort @internal ], [ sort(query("SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname IN ($internal)")) ],
	'... and those that are not for users');
my ($overview) = slurp_file('doc/reference/functions.md') =~ /^(.*?)^## /ms;
my %linked = map { $_ => 1 } $overview =~ /\[`\w+`\]\(#(\w+)\)/g;
same([ sort keys %linked ], [ sort grep { $_ ne 'Not for you to call' } keys %functions ], '... all of them in the list at its top');

# columns of those that return some
my %columns;
foreach my $line (query(qq{
SELECT DISTINCT p.proname || ' ' || (SELECT string_agg(a.name || ' ' || format_type(a.type, NULL), ', ' ORDER BY a.n)
		FROM unnest(p.proallargtypes, p.proargnames, p.proargmodes) WITH ORDINALITY a(type, name, mode, n) WHERE a.mode IN ('o', 't'))
  FROM pg_proc p WHERE p.pronamespace = 'continuous'::regnamespace AND p.proallargtypes IS NOT NULL AND p.proname NOT IN ($internal)}))
{
	my ($name, $columns) = $line =~ /^(\w+) (.*)/;
	$columns{$name} = plain($columns);
}
foreach my $name (sort keys %columns)
{
	my @page = map { cell("$_->[0] $_->[1]") } table($functions{$name} // '', 'column');
	is(join(', ', @page), $columns{$name}, "functions.md: the columns of $name()");
}

# ---- views -------------------------------------------------------------

my %views = sections('views.md');
my @views = query(q{SELECT relname FROM pg_class WHERE relnamespace = 'continuous'::regnamespace AND relkind = 'v'});
same([ sort map { "continuous.$_" } @views ], [ sort keys %views ], 'views.md: every view');
foreach my $view (@views)
{
	my @page = map { cell("$_->[0] $_->[1]") } table($views{"continuous.$view"} // '', 'column');
	my @server = map { plain($_) } query("SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'continuous.$view'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
	same(\@page, \@server, "views.md: the columns of continuous.$view");

	# \d+ says the same, but for what is on other pages
	@page = map { my $text = cell($_->[2]); $text =~ s/:? see .*//; $text =~ s/\[([^]]*)\]\([^)]*\)/$1/g; "$_->[0] $text" =~ s/`//gr } table($views{"continuous.$view"} // '', 'column');
	@server = query("SELECT attname || ' ' || coalesce(col_description(attrelid, attnum), 'has no comment') FROM pg_attribute WHERE attrelid = 'continuous.$view'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
	same(\@page, \@server, "views.md: the comments on the columns of continuous.$view");
}
same([ map { $_->[0] } table($views{'continuous.memory'}, 'what') ], [ query('SELECT what FROM continuous.memory') ], 'views.md: every row of continuous.memory');

# ---- tables of a view --------------------------------------------------

my %tables = sections('tables.md');
my %kinds = ('Results' => 'results', 'Late rows' => 'late', 'State' => 'state', 'Collected values' => 'collected');
$node->safe_psql('postgres', q{
CREATE CONTINUOUS VIEW one WITH (late_rows = keep, emit = final) AS
SELECT window_start, k, count(DISTINCT v) AS n FROM t GROUP BY tumble(ts, '1 hour'), k;
});
same([ sort map { $_->[0] =~ /_(\w+)`$/ ? "one_$1" : () } table(slurp_file('doc/reference/tables.md'), 'name') ],
	[ sort(query(q{SELECT relname FROM pg_class WHERE relname LIKE 'one\_%' AND relkind IN ('r', 'v')})) ], 'tables.md: every relation that belongs to a view');
foreach my $kind (sort keys %kinds)
{
	my @page = map { cell("$_->[0] $_->[1]") } table($tables{$kind}, 'column');
	my @server = map { plain($_) } query("SELECT CASE attname WHEN 'k' THEN 'one for each key ' WHEN 'n' THEN 'one for each aggregate ' ELSE attname || ' ' || format_type(atttypid, NULL) END FROM pg_attribute WHERE attrelid = 'one_$kinds{$kind}'::regclass AND attnum > 0 ORDER BY attnum");
	same(\@page, \@server, "tables.md: the columns of one_$kinds{$kind}");
}
my ($own) = slurp_file('doc/reference/tables.md') =~ /^## The extension's own tables\n+(.*)/ms;
same([ sort $own =~ /`continuous\.(\w+)`/g ], [ sort(query(q{SELECT relname FROM pg_class WHERE relnamespace = 'continuous'::regnamespace AND relkind = 'r'})) ],
	'tables.md: the tables of the extension');

$node->stop;
done_testing();
