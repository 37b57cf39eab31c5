# CvAggregates.pm -- calls of every aggregate of the running server, and a table
# with generated values to call them with.
#
# What pg_aggregate has is called with columns of the table ev, in several
# forms; polymorphic arguments with several types.  An aggregate for which there
# are no values is named, with the reason, so that none is left out unnoticed.
#
#	my $calls = CvAggregates::calls($node);
#	CvAggregates::create_table($node);
#	CvAggregates::feed($node, $tx);
package CvAggregates;

use strict;
use warnings FATAL => 'all';

# ---- values -------------------------------------------------------------------

# pick(g, salt, n): a number below n, made of the row's number g and the salt.
# No two values are equal but look different: which of them an aggregate shows
# would be chance.
my %VALUES = (
	'smallint' => 'pick(g, s, 20000) - 10000',
	'integer' => 'pick(g, s, 40) * 1000003 - 20000000',
	'bigint' => '(pick(g, s, 1000) - 500) * 1000000007::bigint',
	'real' => 'CASE WHEN k = 4 AND pick(g, s, 5) = 0 THEN \'NaN\' ELSE (pick(g, s, 2000000) - 1000000) / 777.0 END',
	'double precision' => q{CASE WHEN k = 4 AND pick(g, s, 5) = 0 THEN 'Infinity' ELSE (pick(g, s, 2000000) - 1000000) / 7770.0 END},
	'numeric' => q{CASE WHEN k = 4 AND pick(g, s, 9) = 0 THEN 'NaN' WHEN k = 3 AND pick(g, s, 9) = 0 THEN '-Infinity'
		WHEN k = 2 AND pick(g, s, 5) = 0 THEN (repeat('8', 20 + pick(g, s, 50)) || '.5')::numeric
		ELSE trim_scale(round((pick(g, s, 1000000) - 500000) / 100000.0, pick(g, s || 'scale', 7))) END},
	'money' => '((pick(g, s, 100000) - 50000) / 100.0)::numeric::money',
	'boolean' => 'pick(g, s, 9) > k',
	'bit' => 'pick(g, s, 256)::bit(8)',
	'text' => 'CASE WHEN pick(g, s, 30) = 0 THEN repeat(md5(g || s), 20) ELSE left(md5(g || s), 1 + pick(g, s, 3)) END',
	'character' => q{left(md5(g || s), 1 + pick(g, s, 3))},
	'bytea' => 'decode(left(md5(g || s), 2 * pick(g, s, 4)), \'hex\')',
	'date' => q{CASE WHEN pick(g, s, 30) = 0 THEN 'infinity' ELSE date '2024-01-01' + pick(g, s, 1000) END},
	'time without time zone' => q{time '00:00' + pick(g, s, 86400) * interval '1 second'},
	'time with time zone' => q{timetz '00:00+02' + pick(g, s, 86400) * interval '1 second'},
	'timestamp without time zone' => q{timestamp '2024-01-01' + pick(g, s, 1000000) * interval '1 minute'},
	'timestamp with time zone' => q{CASE WHEN pick(g, s, 30) = 0 THEN '-infinity' ELSE timestamptz '2024-01-01Z' + pick(g, s, 1000000) * interval '1 minute' END},
	'interval' => q{(pick(g, s, 7) || ' days ' || pick(g, s, 80000) || ' seconds')::interval},
	'oid' => '(pick(g, s, 1000) + 4294960000)::oid',
	'tid' => q{('(' || pick(g, s, 100) || ',' || 1 + pick(g, s, 9) || ')')::tid},
	'xid8' => q{pick(g, s, 1000)::text::xid8},
	'pg_lsn' => q{'0/0'::pg_lsn + pick(g, s, 100000)},
	'inet' => q{('10.1.' || pick(g, s, 256) || '.1/' || 16 + pick(g, s, 17))::inet},
	'xml' => q{('<v n="' || pick(g, s, 10) || '"/>')::xml},
	'jsonb' => q{jsonb_build_object('v', pick(g, s, 5), 'list', ARRAY[pick(g, s, 3), NULL])},
	'record' => q{ROW((pick(g, s, 3) + 1)::int, left(md5(g || s), 2))::pair},
	'mood' => q{(ARRAY['sad', 'ok', 'happy'])[1 + pick(g, s, 3)]::mood},
	'pair' => q{ROW((pick(g, s, 3) + 1)::int, left(md5(g || s), 2))::pair},
	'integer[]' => 'ARRAY[pick(g, s, 4), NULL, pick(g, s || 1, 4)]',
	'text[]' => 'ARRAY[left(md5(g || s), 1), \'a "b\']',
	'int4range' => 'int4range(pick(g, s, 10), 10 + pick(g, s, 10))',
	'numrange' => 'numrange(pick(g, s, 10), 5 + pick(g, s, 10) + 0.5)',
	'int4multirange' => '(int4multirange(int4range(pick(g, s, 10), 10), int4range(15, 16 + pick(g, s, 10))))');

# what a column of that type is declared as
my %DECLARED = ('bit' => 'bit(8)', 'character' => 'character(6)', 'record' => 'pair');

my %POLYMORPHIC = (
	'"any"' => [ 'integer', 'text' ],
	'anyelement' => [ 'integer', 'text', 'numeric', 'mood', 'pair' ],
	'anynonarray' => [ 'integer', 'text', 'pair', 'boolean' ],
	'anyarray' => [ 'integer[]' , 'text[]' ],
	'anyenum' => [ 'mood' ],
	'anyrange' => [ 'int4range', 'numrange' ],
	'anymultirange' => [ 'int4multirange' ]);

my %EMPTY = ('integer[]' => "'{1,NULL,1}'::int[]", 'text[]' => "'{a,NULL}'::text[]");

my %UNSORTABLE = map { $_ => 1 } qw(xml);

# direct arguments: constants, and expressions over a key
my %DIRECT = (
	'double precision' => [ '0.25', 'coalesce(k, 5) / 5.0' ],
	'double precision[]' => [ 'ARRAY[0.1, NULL, 0.5, 1]' ],
	'integer' => [ '17000051', 'k' ],
	'text' => [ q{'9'} ]);

# ---- calls ----------------------------------------------------------------------

sub ask { return $_[0]->safe_psql('postgres', $_[1]); }

sub column_of
{
	my ($type, $place) = @_;
	return ('a', 'b')[$place] . '_' . ($type =~ s/\[\]/s/r =~ s/\W/_/gr);
}

# All ways of putting types into the places of the arguments: polymorphic ones
# are alike in all places.
sub resolved
{
	my (@types) = @_;
	my ($polymorphic) = grep { $POLYMORPHIC{$_} } @types;
	return [@types] unless defined $polymorphic;
	return map { my $type = $_; [ map { $POLYMORPHIC{$_} ? $type : $_ } @types ] } @{ $POLYMORPHIC{$polymorphic} };
}

# Has the server libxml?
sub has_xml
{
	my ($node) = @_;
	return ($node->psql('postgres', q{SELECT '<a/>'::xml}))[0] == 0;
}

# calls(node) -- a hash: form => list of { sql, tolerance }, and the aggregates
# that cannot be called => list of texts.
#
# tolerance: relative, where a merge of states adds in another order than a row
# after the other; 0 else.
sub calls
{
	my ($node) = @_;
	my %calls = map { $_ => [] } qw(plain ordering filter distinct sorted ordered_set not_callable);
	my $list = ask($node, q{
SELECT proname, aggkind, aggnumdirectargs, array_to_string(ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY a (t, n) ORDER BY n), ','),
	   format_type(prorettype, NULL), aggfnoid::oid
  FROM pg_aggregate JOIN pg_proc p ON p.oid = aggfnoid WHERE pronamespace = 'pg_catalog'::regnamespace ORDER BY 1, 4});

	foreach my $aggregate (map { [ split /\|/ ] } split /\n/, $list)
	{
		my ($name, $kind, $ndirect, $types, $result) = @$aggregate;
		my @types = split /,/, $types;
		my @missing = grep { !$VALUES{$_} && !$POLYMORPHIC{$_} && !($kind ne 'n' && $DIRECT{$_}) } @types;
		my $reason = @missing ? "no values of type @missing"
		  : $types eq 'xml' && !has_xml($node) ? 'the server is built without libxml'
		  : $result eq 'record' ? 'PostgreSQL has no columns of type record' : undef;
		if (defined $reason)
		{
			push @{ $calls{not_callable} }, "$name($types): $reason";
			next;
		}
		if ($kind eq 'n') { add_normal(\%calls, $name, $result, @$_) foreach resolved(@types); }
		elsif ($kind eq 'o') { add_ordered_set(\%calls, $name, [ @types[ 0 .. $ndirect - 1 ] ], $_->[0]) foreach resolved($types[-1]); }
		else { add_hypothetical(\%calls, $name); }
	}
	return \%calls;
}

sub add_normal
{
	my ($calls, $name, $result, @types) = @_;
	my @columns = map { column_of($types[$_], $_) } 0 .. $#types;
	my $tolerance = !(grep { /real|double/ } @types) ? 0 : $name =~ /^(min|max|count|regr_count|any_value)$/ ? 0 : $result eq 'real' ? 1e-5 : 1e-9;

	# keys are unique, and not null
	$columns[0] = 'label' if $name =~ /^jsonb?_object_agg/;
	# arrays of arrays know no NULL among them
	$columns[0] = "coalesce($columns[0], $EMPTY{$types[0]})" if $name eq 'array_agg' && $EMPTY{ $types[0] };
	my $arguments = @types ? join(', ', @columns) : '*';
	my $i = scalar @{ $calls->{filter} };
	my $plain = $name =~ /^(array_agg|string_agg|json.*|xmlagg|any_value)$/ ? 'ordering' : 'plain';

	push @{ $calls->{$plain} }, { sql => "$name($arguments)", tolerance => $tolerance };
	push @{ $calls->{filter} }, { sql => "$name($arguments) FILTER (WHERE p)", tolerance => $tolerance } if $plain eq 'plain';
	return unless @types;
	push @{ $calls->{sorted} }, { sql => "$name($arguments ORDER BY b_text DESC NULLS FIRST, id)" . ($i % 3 == 0 ? ' FILTER (WHERE p)' : ''), tolerance => 0 };
	return if grep { $UNSORTABLE{$_} } @types;
	my $order = $i % 2 ? " ORDER BY $columns[0] DESC" : '';
	push @{ $calls->{distinct} }, { sql => "$name(DISTINCT $arguments$order)" . ($i % 3 == 0 ? ' FILTER (WHERE p)' : ''), tolerance => 0 };
	return;
}

sub add_ordered_set
{
	my ($calls, $name, $direct_types, $type) = @_;
	my @direct = @$direct_types ? @{ $DIRECT{ $direct_types->[0] } } : ('');
	my $column = column_of($type, 0);
	push @{ $calls->{ordered_set} }, { sql => "$name($_) WITHIN GROUP (ORDER BY $column)", tolerance => 0 }, foreach @direct;
	push @{ $calls->{ordered_set} }, { sql => "$name($direct[-1]) WITHIN GROUP (ORDER BY $column DESC) FILTER (WHERE p)", tolerance => 0 };
	return;
}

sub add_hypothetical
{
	my ($calls, $name) = @_;
	push @{ $calls->{ordered_set} }, map { { sql => $_, tolerance => 0 } }
	  "$name(17000051) WITHIN GROUP (ORDER BY a_integer)",
	  "$name(k, '9') WITHIN GROUP (ORDER BY b_smallint DESC, a_text NULLS FIRST)",
	  "$name('ok'::mood) WITHIN GROUP (ORDER BY a_mood) FILTER (WHERE p)";
	return;
}

# ---- the table --------------------------------------------------------------------

# Every value is NULL now and then, and nearly always for the key NULL.
sub create_table
{
	my ($node) = @_;
	my (@declared, @values);
	foreach my $type (grep { $_ ne 'xml' || has_xml($node) } sort keys %VALUES)
	{
		foreach my $place (0, 1)
		{
			my $column = column_of($type, $place);
			push @declared, "$column " . ($DECLARED{$type} // $type);
			push @values, "CASE WHEN pick(g, '$column null', 10) > CASE WHEN k IS NULL THEN 8 ELSE 1 END THEN " . $VALUES{$type} =~ s/\bs\b/'$column'/gr . ' END';
		}
	}
	local $" = ",\n\t";
	$node->safe_psql('postgres', <<"SQL");
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (k int, label text);
CREATE FUNCTION pick(g int, salt text, size int) RETURNS int LANGUAGE sql IMMUTABLE AS
\$\$ SELECT abs(('x' || substr(md5(g || salt), 1, 7))::bit(28)::int) % size \$\$;
CREATE TABLE ev (id int, tx int, ts timestamptz, k int, p bool, label text,
	@declared);
CREATE FUNCTION made(g int, tx int, ts timestamptz, k int) RETURNS ev LANGUAGE sql IMMUTABLE AS \$\$
SELECT ROW(g, tx, ts, k, pick(g, 'p', 3) > 0, 'row ' || g,
	@values)::ev
\$\$;
SQL
	return;
}

# ROWS_OF_KEY rows of each key over 100 seconds, not in the order of time; 4
# minutes after those of the transaction before.
use constant ROWS_OF_KEY => 12;

sub feed
{
	my ($node, $tx) = @_;
	$node->safe_psql('postgres', 'INSERT INTO ev SELECT m.* FROM (' . join(' UNION ALL ', map {
		my $place = ($_ * 7) % ROWS_OF_KEY;
		"SELECT $tx * 1000 + $_ * 10 + k AS id, $tx AS tx, timestamptz '2024-05-01Z' + $tx * interval '4 minutes' + ($place * 9 + k * 0.1) * interval '1 second' AS ts, nullif(k, 0) AS k FROM generate_series(0, 4) k"
	} 0 .. ROWS_OF_KEY - 1) . ' ) r, LATERAL made(id, tx, ts, k) m ORDER BY m.id');
	return;
}

# bridge(node, tx, after) -- a row of each key between those of two transactions.
sub bridge
{
	my ($node, $tx, $after) = @_;
	$node->safe_psql('postgres', "INSERT INTO ev SELECT m.* FROM (SELECT k, $tx * 1000 + k AS id, timestamptz '2024-05-01Z' + $after * interval '4 minutes' + interval '170 seconds' AS ts FROM generate_series(0, 4) k) r, LATERAL made(id, $tx, ts, nullif(k, 0)) m ORDER BY m.id");
	return;
}

1;
