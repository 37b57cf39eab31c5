#!/bin/bash
# doc/reference/errors.md has every message and every hint of the sources, with
# its SQLSTATE, and no others.
#
# There, %s is <something>, and messages are the first column of tables that
# begin with "| message |": one or several `texts`.  Hints stand anywhere, as
# Hint: `text`, details as Detail: `text` (details may be left out).
cd "$1" || exit 2
[ -f doc/reference/errors.md ] || { echo "no doc/reference/errors.md" >&2; exit 1; }
errcodes=$(pg_config --sharedir)/errcodes.txt
{
	perl - "$errcodes" doc/reference/errors.md $(find src -name '*.[ch]' | sort) <<'PERL'
use strict;
use warnings;

my ($errcodes, $page, @files) = @ARGV;
my (%state, %macros, %sources);

# a bracket with all that is in it
my $string = qr/"(?:[^"\\]|\\.)*"/;
my $bracket;
$bracket = qr/\((?:[^()"']++|$string|'(?:[^'\\]|\\.)'|(??{ $bracket }))*\)/s;

# files that make texts of messages for others to report, and how
my %makers = map { $_ => 1 } qw(
	src/view/window_args.c src/view/window_call.c src/view/input_check.c src/view/syntax_hint.c src/view/keyword.c
	src/worker/give_way.c src/worker/batch_guard.c);
# ... and those that report what others have made, and what damage.h says
my %reporters = map { $_ => 1 } qw(
	src/view/view_check.c src/view/input_check.c src/view/keyword.c src/window/sessionize.c src/window/window_functions.c
	src/worker/batch_guard.c src/input/wal_tail.c src/base/damage.c);

sub slurp
{
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	local $/;
	return scalar <$in>;
}

# C's strings, side by side, as one text
sub text_of
{
	my ($code) = @_;
	my $text = '';

	$code =~ s/\b(?:U?INT64_FORMAT)\b/"%d"/g;
	$code =~ s/\b(CV_\w+)\b/$macros{$1} ? $macros{$1} : $1/ge;
	$text .= substr($&, 1, -1) while $code =~ /$string/g;
	$text =~ s/\\n/ /g;
	$text =~ s/\\(.)/$1/g;
	return $text;
}

# what a text and the page have in common: <> for whatever stands there
sub normal
{
	my ($text) = @_;
	$text =~ s/%[-+#0-9.]*(?:ll|l|z)?[a-zA-Z]/<>/g;
	$text =~ s/<[^<>]*>/<>/g;
	return $text;
}

# the arguments of a call
sub arguments
{
	my ($inside) = @_;
	return grep { /\S/ } $inside =~ /((?:[^(),"']++|$string|'(?:[^'\\]|\\.)'|$bracket)+)/gs;
}

# several texts: one for each way that ?: may go
sub ways
{
	my ($code) = @_;
	return map { text_of($_) } $code =~ /^[^"]*\?(.*?):(.*)$/s && $code !~ /^[^?]*"/ ? ($1, $2) : ($code);
}

sub note
{
	my ($kind, $text, $state, $place) = @_;
	my $key = normal($text);

	return if $key eq '<>' || $key eq '';
	push @{ $sources{$kind}{$key} }, [ $state, $place ];
	return;
}

foreach my $line (split /\n/, slurp($errcodes))
{
	$state{$2} = $1 if $line =~ /^(\w{5})\s+\w\s+(ERRCODE_\w+)/;
}

my %code = map { $_ => slurp($_) } @files;
foreach my $file (@files)
{
	# the lines stay where they are
	$code{$file} =~ s{/\*.*?\*/}{ $& =~ s/[^\n]//gr }gse;
	$macros{$1} = $2 while $code{$file} =~ /^#define\s+(CV_\w+)\s+(?:\\\n)?\s*($string)\s*$/mg;
}

foreach my $file (@files)
{
	my $code = $code{$file};
	my $line = sub { return 1 + (substr($code, 0, $_[0]) =~ tr/\n//) };

	while ($code =~ /\bereport\s*($bracket)/gs)
	{
		my ($report, $start) = ($1, $-[1]);
		my ($level) = $report =~ /^\(\s*(\w+)/;
		my ($name) = $report =~ /\berrcode\s*\(\s*(ERRCODE_\w+)/;
		my $state = $name ? $state{$name} // "no $name" : $report =~ /\berrcode/ ? 'any' : { ERROR => 'XX000', WARNING => '01000' }->{$level} // '00000';

		while ($report =~ /\berr(msg|hint|detail)(?:_internal|_plural|_log)?\s*($bracket)/gs)
		{
			my ($kind, $inside, $place) = ($1, $2, "$file:" . $line->($start + $-[0]));
			my @arguments = arguments(substr $inside, 1, -1);
			my @texts = ways($arguments[0]);

			push @texts, text_of($arguments[1]) if substr($report, $-[0], $+[0] - $-[0]) =~ /^err\w+_plural/;
			note($kind, $_, $state, $place) foreach @texts;
			print "$place: reports a text that is made elsewhere; name both files in test/lint/reference.sh\n"
			  if grep { $_ eq '%s' || $_ eq '' } @texts and not $reporters{$file};
		}
	}
	while ($code =~ /\bcv_damage_report\s*($bracket)/gs)
	{
		my $place = "$file:" . $line->($-[0]);
		my (undef, $detail) = arguments(substr $1, 1, -1);
		note('detail', text_of($detail), 'XX001', $place);
	}
	next unless $makers{$file};
	while ($code =~ /(?:\b(wrong|why|message|hint)\s*=|\breturn|\brefuse\s*\(\s*\w+\s*,)\s*(?:pstrdup|psprintf)?\s*\(?\s*((?:$string\s*)+)(?:,\s*\w+\s*\)\s*)?(,\s*(?:$string\s*)+)?/gs)
	{
		my ($variable, $first, $second, $place) = ($1 // '', $2, $3, "$file:" . $line->($-[2]));
		my $text = text_of($first);
		my $kind = $variable eq 'hint' ? 'hint' : $variable eq 'why' ? 'detail' : $text =~ /^[A-Z].*\.$/ && $variable eq '' ? ($file =~ /syntax_hint/ ? 'hint' : 'detail') : 'msg';

		note($kind, $text, 'any', $place);
		note('hint', text_of($second), 'any', $place) if defined $second;
	}
}

if ($ENV{CV_LIST})
{
	foreach my $kind (qw(msg hint detail))
	{
		foreach my $key (sort keys %{ $sources{$kind} })
		{
			print "$kind\t$key\t", join(' ', map { "$_->[0]@" . $_->[1] } @{ $sources{$kind}{$key} }), "\n";
		}
	}
	exit;
}

# ---- the page ----------------------------------------------------------

my (%page, $in_table, $number);
foreach my $row (split /\n/, slurp($page))
{
	$number++;
	push @{ $page{lc $1}{normal($2)} }, [ "$page:$number" ] while $row =~ /\b(Hint|Detail): `([^`]+)`/g;
	$in_table = 1 if $row =~ /^\| message \|/;
	$in_table = 0 if $row !~ /^\|/;
	next if !$in_table || $row =~ /^\|(?: message |[-| ]+$)/;
	my ($messages, $states) = $row =~ /^\|(.*?)\|([^|]*)\|.*\|$/ or print "$page:$number: no row of three columns\n";
	my @states = $states =~ /\b([0-9A-Z]{5}|any)\b/g;

	push @{ $page{msg}{normal($_)} }, [ "$page:$number", @states ] foreach $messages =~ /`([^`]+)`/g;
}

foreach my $kind (qw(msg hint))
{
	foreach my $text (sort keys %{ $sources{$kind} })
	{
		my @places = @{ $sources{$kind}{$text} };
		my $rows = $page{$kind}{$text};

		if (!$rows)
		{
			print "$places[0][1]: $kind is not in $page: $text\n";
			next;
		}
		next if $kind ne 'msg';
		my %described = map { $_ => 1 } map { @$_[1 .. $#$_] } @$rows;
		my %used = map { $_->[0] => $_->[1] } @places;
		foreach my $state (grep { $_ ne 'any' } sort keys %used)
		{
			print "$used{$state}: SQLSTATE $state is not in $rows->[0][0]: $text\n" unless $described{$state};
		}
		next if $used{any};
		foreach my $state (sort keys %described)
		{
			print "$rows->[0][0]: SQLSTATE $state is not that of $places[0][1]: $text\n" unless $used{$state};
		}
	}
}
foreach my $kind (qw(msg hint detail))
{
	foreach my $text (sort keys %{ $page{$kind} // {} })
	{
		print "$page{$kind}{$text}[0][0]: no $kind of the sources: $text\n" unless $sources{$kind}{$text};
	}
}
PERL
} 2>&1 | tee /dev/stderr | { ! grep -q . ; }
