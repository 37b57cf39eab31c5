#!/bin/bash
# One version everywhere: control file, changelogs, META.json; a way from each
# install script to it; META.json has what PGXN asks for.
cd "$1" || exit 2
version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" pg_continuous.control)
{
	[ -n "$version" ] || echo "pg_continuous.control: no default_version"
	[ "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' CHANGELOG.md | head -n 1)" = "$version" ] || echo "CHANGELOG.md does not begin with $version"
	[ "$(sed -n '1s/.*(\([0-9.]*\)).*/\1/p' debian/changelog)" = "$version" ] || echo "debian/changelog does not begin with $version"
	[ "$(sed 's/PGVERSION/15/' debian/control.in)" = "$(cat debian/control)" ] || echo "debian/control is not what debian/control.in gives for 15"
	# one step after the other leads from the install script to that version
	scripts=(sql/pg_continuous--*.sql)
	at=$(printf '%s\n' "${scripts[@]}" | sed -n 's/.*pg_continuous--\([0-9.]*\)\.sql$/\1/p')
	[ "$(wc -l <<<"$at")" = 1 ] || echo "sql/: one install script expected, there are: $at"
	while [ "$at" != "$version" ]
	do
		next=$(printf '%s\n' "${scripts[@]}" | sed -n "s/.*pg_continuous--$at--\([0-9.]*\)\.sql$/\1/p" | head -n 1)
		[ -n "$next" ] || { echo "sql/: no script from $at to $version"; break; }
		at=$next
	done
	META_VERSION=$version perl -MJSON::PP -0777 -ne '
	my $meta = JSON::PP->new->decode($_);
	my $ours = $meta->{provides}{pg_continuous} || {};
	# https://pgxn.org/meta/spec.txt, 1.0.0: what has to be there
	foreach my $key (qw(abstract license maintainer meta-spec name provides version))
	{
		print "META.json: no $key\n" unless $meta->{$key};
	}
	foreach my $key (qw(file version))
	{
		print "META.json: no $key in provides\n" unless $ours->{$key};
	}
	foreach my $is ($meta->{version}, $ours->{version})
	{
		# semantic versions have three parts
		print "META.json: version $is\n" unless $is eq "$ENV{META_VERSION}.0";
	}
	foreach my $file (@$ours{qw(file docfile)})
	{
		print "META.json: $file is not there\n" unless -f $file;
	}
	' META.json
} 2>&1 | tee /dev/stderr | { ! grep -q . ; }
