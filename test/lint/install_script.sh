#!/bin/bash
# The install script takes nothing that is there already for its own, and no
# function of it can be led astray by the caller's search_path.
cd "$1" || exit 2
ls sql/pg_continuous--*.sql >/dev/null || exit 1
perl -0777 -ne '
	s/--[^\n]*//g;
	print "$ARGV: $1\n" while /\b(IF\s+NOT\s+EXISTS|OR\s+REPLACE)\b/gi;
	while (/\bCREATE\s+(?:FUNCTION|PROCEDURE)\s+([\w.]+)(.*?(\$\w*\$).*?\3.*?;|.*?;)/gsi)
	{
		my ($name, $text) = ($1, $2);
		my $outside = $text =~ s/(\$\w*\$).*?\1//gsr;
		next if $outside =~ /\bLANGUAGE\s+(C|\x27c\x27|internal)\b/i
			or $outside =~ /\bSET\s+search_path\b/i
			or $outside =~ /\bBEGIN\s+ATOMIC\b|\bRETURN\b(?!S)/i;
		print "$ARGV: function $name sets no search_path\n";
	}' sql/pg_continuous--*.sql | tee /dev/stderr | { ! grep -q . ; }
