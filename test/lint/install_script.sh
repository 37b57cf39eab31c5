#!/bin/bash
# The install script takes nothing that is there already for its own, makes
# nothing outside of its schema, calls nothing that a search_path could choose,
# and gives nobody more than reading.
cd "$1" || exit 2
ls sql/pg_continuous--*.sql >/dev/null || exit 1
{
	# the path of the script itself: bare names of types and operators are the server's
	grep -q '^schema = pg_catalog$' pg_continuous.control || echo "pg_continuous.control: schema is not pg_catalog"
	grep -q '^relocatable = false$' pg_continuous.control || echo "pg_continuous.control: is relocatable"
	grep -q '^trusted' pg_continuous.control && echo "pg_continuous.control: is trusted"
	perl -0777 -ne '
	sub bad { print "$ARGV: $_[0]\n" }
	s{/\*.*?\*/}{}gs;
	s/--[^\n]*//g;
	s/\x27[^\x27]*\x27/\x27\x27/g;
	# an update replaces only what belongs to the extension: the server sees to that
	my $is_update = $ARGV =~ /--.*--/;
	s/\bCREATE\s+OR\s+REPLACE\s+(?=(?:VIEW|FUNCTION)\s+continuous\.)/CREATE /gi if $is_update;
	bad $1 while /\b(IF\s+NOT\s+EXISTS|IF\s+EXISTS|OR\s+REPLACE|SECURITY\s+DEFINER|LANGUAGE\s+(?:sql|plpgsql)|CASCADE)\b/gi;
	# objects have our schema in their names, but for those that have none
	while (/\b(CREATE|ALTER|DROP|COMMENT\s+ON)\s+(?:UNIQUE\s+)?(TABLE|VIEW|FUNCTION|PROCEDURE|AGGREGATE|TYPE|DOMAIN|SEQUENCE|OPERATOR|INDEX|TRIGGER)\s+(\S+)([^;]*)/gi)
	{
		my ($verb, $kind, $name, $rest) = ($1, $2, $3, $4);
		next if uc $kind eq "INDEX" and $rest =~ /^\s*ON\s+continuous\./;
		bad "$verb $kind $name is not in schema continuous" unless $name =~ /^continuous\.\w+/;
	}
	bad "CAST between types that are not ours: $1" while /\bCREATE\s+CAST\s*\((?![^)]*continuous\.)([^)]*)\)/gi;
	bad "EVENT TRIGGER $1" while /\bCREATE\s+EVENT\s+TRIGGER\s+(?!pg_continuous_)(\S+)/gi;
	bad "SCHEMA $1" while /\bCREATE\s+SCHEMA\s+(?!continuous\s*;)(\S+)/gi;
	# what is read or called is named in full
	bad "bare relation $2" while /\b(FROM|JOIN)\s+(?!continuous\.|pg_catalog\.|PUBLIC\b|LATERAL\b|pg_catalog\b|\()(\w+)(?![\w.]*\s*\()/gi && $2 !~ /^(clock_timestamp|epoch|grantee)$/i && $2 ne "s";
	my %syntax = map { $_ => 1 } qw(array any in values coalesce nullif greatest least extract exists over and or not as key on with select then when using from unique table function default lateral union check only case cast type operator e d returns);
	while (/(?<![\w.])([a-z_]\w*)\s*\(/gi)
	{
		my $name = lc $1;
		my $before = substr $_, 0, $-[1];
		next if $syntax{$name} or $before =~ /\.\s*$/;
		bad "bare function $name()";
	}
	# of functions that are ours, all but the internal ones are C
	while (/\bCREATE\s+FUNCTION\s+([\w.]+)([^;]*)/gsi)
	{
		my ($name, $text) = ($1, $2);
		bad "function $name is not in C" unless $text =~ /\bLANGUAGE\s+(?:C|internal)\b/i;
	}
	# nobody is given more than reading
	while (/\bGRANT\s+([^;]*?)\s+ON\s+([^;]*?)\s+TO\s+(\w+)/gi)
	{
		my ($right, $object, $role) = ($1, $2, $3);
		my $what = join " ", $right, ($object =~ /^SCHEMA\b/i ? "SCHEMA" : "TABLE"), "TO", $role;
		bad "GRANT $what" unless $what =~ /^(?:USAGE SCHEMA|SELECT TABLE) TO PUBLIC$/;
	}
	# what default privileges have given is taken away before
	bad "no REVOKE of default privileges before the first GRANT" if not $is_update and not /aclexplode.*\bGRANT\b/s;
	' sql/pg_continuous--*.sql
} | tee /dev/stderr | { ! grep -q . ; }
