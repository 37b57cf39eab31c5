# CvWindows.pm -- random windows for the random test, and what plain SQL says
# which windows a row is in.
#
# Nothing here calls the extension: the edges of windows are made of the
# origin, n times the step, by PostgreSQL's own timestamps without time zone,
# and then looked at in the zone; a row is in the windows that contain it.
package CvWindows;

use strict;
use warnings FATAL => 'all';

use Exporter 'import';

our @EXPORT_OK = qw(random_window zone_days);

# what the subqueries call: the first moment at which the clocks of a zone show a
# local time (PostgreSQL takes the second, where there are two)
our $FUNCTIONS = q{
CREATE FUNCTION cv_moment(l timestamp, z text) RETURNS timestamptz STABLE LANGUAGE sql RETURN
	least(l AT TIME ZONE z,
		  CASE WHEN ((l AT TIME ZONE z) - interval '30 minutes') AT TIME ZONE z = l THEN (l AT TIME ZONE z) - interval '30 minutes' END,
		  CASE WHEN ((l AT TIME ZONE z) - interval '1 hour') AT TIME ZONE z = l THEN (l AT TIME ZONE z) - interval '1 hour' END);
};

# zones, and days on which their clocks change
my %ZONES = (
	'Europe/London' => [qw(2024-03-31 2024-10-27)],
	'America/New_York' => [qw(2024-03-10 2024-11-03)],
	'Australia/Lord_Howe' => [qw(2024-04-07 2024-10-06)],	# by half an hour
	'America/Sao_Paulo' => [qw(2018-11-04 2018-02-18)],		# there is no midnight
	'America/Havana' => [qw(2024-03-10 2024-11-03)],		# ... or it is there twice
	'Asia/Kathmandu' => [qw(2024-02-29)]);					# + 5:45, always

# What windows may be like: [size], [slide, size], [step, size] or [gap], an
# asterisk for calendar windows of a zone.
my %SPANS = (
	minutes => {
		tumble => [ [ '7 minutes' ], [ '1 hour' ], [ '90 seconds' ], [ '1 day' ], [ '13 minutes' ], [ '1 day*' ], [ '1 month*' ] ],
		hop => [ [ '3 minutes', '10 minutes' ], [ '5 minutes', '5 minutes' ], [ '20 minutes', '1 hour' ], [ '1 hour', '1 day' ],
			[ '90 seconds', '20 minutes' ], [ '7 minutes', '13 minutes' ], [ '1 day*', '3 days*' ] ],
		cumulate => [ [ '5 minutes', '1 hour' ], [ '1 hour', '1 day' ], [ '10 minutes', '10 minutes' ], [ '1 hour', '12 hours' ] ],
		session => [ [ '10 seconds' ], [ '1 minute' ], [ '10 minutes' ], [ '1 hour' ] ] },
	days => {
		tumble => [ [ '1 day*' ], [ '7 days*' ], [ '1 day' ], [ '36 hours' ], [ '1 month*' ], [ '3 days*' ] ],
		hop => [ [ '1 day*', '7 days*' ], [ '2 days*', '5 days*' ], [ '6 hours', '1 day' ], [ '1 day*', '1 day*' ], [ '7 days*', '10 days*' ], [ '1 month*', '2 months*' ] ],
		cumulate => [ [ '1 day*', '7 days*' ], [ '6 hours', '2 days' ], [ '2 days*', '10 days*' ] ],
		session => [ [ '1 minute' ], [ '1 hour' ], [ '5 hours' ], [ '1 day' ] ] },
	months => {
		tumble => [ [ '1 month*' ], [ '3 months*' ], [ '1 year*' ], [ '7 days*' ], [ '5 months*' ], [ '30 days' ] ],
		hop => [ [ '1 month*', '3 months*' ], [ '2 months*', '5 months*' ], [ '1 month*', '1 month*' ], [ '5 days*', '30 days*' ], [ '3 months*', '1 year*' ] ],
		cumulate => [ [ '1 month*', '1 year*' ], [ '1 month*', '2 months*' ], [ '5 days*', '20 days*' ] ],
		session => [ [ '1 hour' ], [ '12 hours' ], [ '2 days' ], [ '10 days' ] ] });

sub one_of { return $_[ int(rand(@_)) ]; }
sub chance { return rand() < $_[0]; }

# zone_days() -- a zone and a day on which something happens there.
sub zone_days
{
	my $zone = one_of(sort keys %ZONES);
	return ($zone, one_of(@{ $ZONES{$zone} }));
}

# seconds or months of an interval
sub length_of
{
	my ($text) = @_;
	my ($n, $unit) = $text =~ /^(\d+) (second|minute|hour|day|month|year)/ or die $text;
	my %length = (
		second => [ 's', 1 ], minute => [ 's', 60 ], hour => [ 's', 3600 ],
		day => [ 's', 86400 ], month => [ 'm', 1 ], year => [ 'm', 12 ]);
	return ($length{$unit}[0], $n * $length{$unit}[1]);
}

# random_window(table) -- a hash:
#
#	kind	tumble, hop, cumulate, session
#	call	what stands in GROUP BY
#	text	for messages
#	time	event time of a row of ev, as timestamptz or timestamp
#	pairs	a lateral subquery that gives window_start and window_end of the
#			windows that a row is in (not for sessions)
#	gap		of sessions
#
# The table has type, profile and zone.
sub random_window
{
	my ($table, $kind) = @_;
	my ($calendar, $zone, $origin);
	my @spans = @{ one_of(@{ $SPANS{ $table->{profile} }{$kind} }) };
	my $is_local = $table->{type} ne 'timestamptz';
	my %window = (kind => $kind, time => $table->{type} eq 'date' ? 'at::timestamp' : 'at');

	$calendar = grep { s/\*// } @spans;
	my $call = "$kind(at, " . join(', ', map { "interval '$_'" } @spans);
	if ($kind eq 'session')
	{
		$window{call} = "$call)";
		$window{gap} = $spans[0];
		return \%window;
	}
	$zone = $table->{zone} if $calendar && !$is_local && chance(0.7);
	my $has_months = grep { (length_of($_))[0] eq 'm' } @spans;
	$origin = one_of('2000-01-01', '1999-05-06', '2024-02-15', '2031-12-31')
	  . ($zone || chance(0.5) ? '' : one_of(' 00:00:01', ' 05:45'))
	  if chance(0.25);
	# an origin of timestamptz is an instant, whatever the zone
	$call .= ', origin => ' . ($is_local ? "timestamp '$origin'" : "timestamp '$origin' AT TIME ZONE '" . ($zone // 'UTC') . "'") if $origin;
	$call .= ", timezone => '$zone'" if $zone;
	$window{call} = "$call)";
	$origin //= $has_months ? '2000-01-01' : '2000-01-03';
	$window{pairs} = pairs($kind, 'finite', $is_local, $zone // 'UTC', "timestamp '$origin'", @spans);
	return \%window;
}

# The subquery.  Steps are numbered from the origin; the number that a row's
# time suggests may be wrong by one, so some more are tried.
sub pairs
{
	my ($kind, $time, $is_local, $zone, $origin, @spans) = @_;
	my $step = $kind eq 'hop' ? $spans[0] : $spans[-1];
	my $local = $is_local ? $time : "($time AT TIME ZONE '$zone')";
	my ($unit, $length) = length_of($step);
	my ($size_unit, $size) = length_of($spans[-1]);
	my $elapsed = $unit eq 's' ? "extract(epoch FROM $local - $origin)"
	  : "(extract(year FROM $local) - extract(year FROM $origin)) * 12 + extract(month FROM $local) - extract(month FROM $origin)";
	my $number = "floor(($elapsed) / $length)::bigint";
	# as many as there can be, a month being 28 days when it is to be divided by
	my $before = 2 + int($size * ($size_unit eq 's' ? 1 : 31 * 86400) / ($length * ($unit eq 's' ? 1 : 28 * 86400)));
	# several months at once, as a day that one of them lacks is not lost to the next
	my $after = sub { my ($more) = @_; return $unit eq 'm' || $size_unit eq 's' ? "$origin + (n * interval '$step' + $more)" : "$origin + n * interval '$step' + $more"; };
	my $place = sub { my ($local) = @_; return $is_local ? "($local)" : "cv_moment($local, '$zone')"; };
	my $start = $place->("$origin + n * interval '$step'");
	my $next = $place->("$origin + (n + 1) * interval '$step'");
	my $bounds;

	if ($kind eq 'tumble') { $bounds = "SELECT $start AS window_start, $next AS window_end"; }
	elsif ($kind eq 'hop') { $bounds = "SELECT $start AS window_start, " . $place->($after->("interval '$spans[1]'")) . ' AS window_end'; }
	else
	{
		my ($small_unit, $small) = length_of($spans[0]);
		my $steps = 1 + int($size * ($size_unit eq 's' ? 1 : 31 * 86400) / ($small * ($small_unit eq 's' ? 1 : 28 * 86400)));
		$bounds = "SELECT DISTINCT $start AS window_start, least(" . $place->($after->("m * interval '$spans[0]'")) . ", $next) AS window_end FROM generate_series(1, $steps) m";
	}
	return "(SELECT w.* FROM generate_series($number - $before, $number + 1) n, LATERAL ($bounds) w WHERE $time >= window_start AND $time < window_end)";
}

1;
