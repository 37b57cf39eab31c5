#!/bin/bash
# Links between our pages lead somewhere: to a file that is there, and to a
# heading in it.
cd "$1" || exit 2
{
	find . -name '*.md' -not -path './test/core/*' -not -path '*/node_modules/*' -not -path '*/tmp_check*' | sort | perl -e '
	use strict;
	use warnings;
	use File::Basename;
	my %anchors;

	sub slurp
	{
		open my $in, "<", $_[0] or die "$_[0]: $!";
		local $/;
		return scalar <$in>;
	}

	# as GitHub makes them: the second of a name has -1
	sub anchors
	{
		my ($file) = @_;
		return $anchors{$file} if $anchors{$file};
		my %seen;
		my $text = slurp($file) =~ s/^```.*?^```$//gmsr;
		while ($text =~ /^#+ +(.*?) *$/mg)
		{
			my $anchor = lc($1) =~ s/\[([^\]]*)\]\([^)]*\)/$1/gr =~ s/[^\w\- ]//gr =~ tr/ /-/r;
			my $n = $seen{$anchor}++;
			$anchors{$file}{ $n ? "$anchor-$n" : $anchor } = 1;
		}
		return $anchors{$file} //= {};
	}

	while (my $file = <STDIN>)
	{
		chomp $file;
		my $text = slurp($file) =~ s/^```.*?^```$//gmsr =~ s/`[^`\n]*`//gr;
		while ($text =~ /\]\(([^)\s]+)\)|\b(?:src|href|srcset)="([^"]+)"/g)
		{
			my $link = $1 // $2;
			next if $link =~ /^(?:https?:|mailto:)/;
			my ($path, $anchor) = $link =~ /^([^#]*)(?:#(.*))?$/;
			my $target = $path eq "" ? $file : dirname($file) . "/$path";
			print "$file: no $path\n" and next unless -e $target;
			print "$file: no heading #$anchor in $target\n" if defined $anchor && $target =~ /\.md$/ && !anchors($target)->{$anchor};
		}
	}'
} 2>&1 | tee /dev/stderr | { ! grep -q . ; }
