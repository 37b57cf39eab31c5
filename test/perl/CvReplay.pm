# CvReplay.pm -- for the random test: the history of transactions is told again
# in commit order, for what plain SQL is clumsy at.
package CvReplay;

use strict;
use warnings FATAL => 'all';

use Exporter 'import';

our @EXPORT_OK = qw(replay_sessions replay_clocks);

# replay_sessions(rows, before, gap)
#
# The rows of a transaction count as simultaneous. With the sessions of their
# key that are not sealed yet they make components of what overlaps; one that
# ends by the seal has no old session in it, and its rows are too late.
#
# rows: of [transaction, id, key, time]; before: transaction => [W, sealed] from
# before it, if there is a W; all times in microseconds.  Returns a list of [id,
# session, in_time, is_correction].
sub replay_sessions
{
	my ($rows, $before, $gap) = @_;
	my (%by_tx, %sessions, @late);

	push @{ $by_tx{ $_->[0] }{ $_->[2] } }, { id => $_->[1], time => $_->[3] } foreach @$rows;
	foreach my $tx (sort { $a <=> $b } keys %by_tx)
	{
		my ($w, $sealed) = @{ $before->{$tx} // [] };

		foreach my $key (sort keys %{ $by_tx{$tx} })
		{
			my $list = $sessions{$key} //= [];
			my @open = grep { !defined $sealed || $_->{end} > $sealed } @$list;
			my @sealed = grep { defined $sealed && $_->{end} <= $sealed } @$list;
			my @new = map { { start => $_->{time}, end => $_->{time} + $gap, rows => [ [ $_->{id}, 0 ] ], new => [ $_ ], old => [] } } @{ $by_tx{$tx}{$key} };

			$_->{new} = [], $_->{old} = [ $_->{end} ] foreach @open;
			my @kept;
			foreach my $component (components(@open, @new))
			{
				if (defined $sealed && $component->{end} <= $sealed) { push @late, map { $_->[0] } @{ $component->{rows} }; }
				else { push @kept, $component; }
				mark_corrections($component, $w) if defined $w;
			}
			$sessions{$key} = [ @sealed, @kept ];
		}
	}

	my ($number, @result) = (0);
	foreach my $key (sort keys %sessions)
	{
		foreach my $session (@{ $sessions{$key} })
		{
			$number++;
			push @result, map { [ $_->[0], $number, 't', $_->[1] ? 't' : 'f' ] } @{ $session->{rows} };
		}
	}
	push @result, map { [ $_, ++$number, 'f', 'f' ] } @late;
	return @result;
}

# components(sessions) -- those that overlap become one.
sub components
{
	my @result;

	foreach my $next (sort { $a->{start} <=> $b->{start} } @_)
	{
		my $last = @result ? $result[-1] : undef;
		if (!defined $last || $next->{start} >= $last->{end})
		{
			push @result, { %$next };
			next;
		}
		$last->{end} = $next->{end} if $next->{end} > $last->{end};
		$last->{$_} = [ @{ $last->{$_} }, @{ $next->{$_} } ] foreach qw(rows new old);
	}
	return @result;
}

# mark_corrections(component, watermark) -- rows that went into a window that
# was closed.
sub mark_corrections
{
	my ($component, $w) = @_;
	return unless $component->{end} <= $w;
	my %is_new = map { $_->{id} => 1 } @{ $component->{new} };
	$_->[1] = 1 foreach grep { $is_new{ $_->[0] } } @{ $component->{rows} };
	return;
}

# replay_clocks(events, delay) -- watermark_by, while no value is ever idle.
#
# events: of [number, value, newest] (the greatest time of a value in a
# transaction; value undef is NULL) and [number, w] (advance_watermark()).
# Returns a list of [number, W after it].
sub replay_clocks
{
	my ($events, $delay) = @_;
	my (%by_number, %clock, $w, @result);

	push @{ $by_number{ $_->[0] } }, $_ foreach @$events;
	foreach my $number (sort { $a <=> $b } keys %by_number)
	{
		foreach my $event (@{ $by_number{$number} })
		{
			if (@$event == 2)
			{
				$w = $event->[1] if !defined $w || $event->[1] > $w;
				next;
			}
			my $value = $event->[1] // 'NULL';
			$clock{$value} = $event->[2] - $delay if !defined $clock{$value} || $event->[2] - $delay > $clock{$value};
		}
		# what is behind W has not caught up yet, and holds nothing back
		my ($slowest) = sort { $a <=> $b } grep { !defined $w || $_ >= $w } values %clock;
		$w = $slowest if defined $slowest && $by_number{$number}[0] && @{ $by_number{$number}[0] } == 3;
		push @result, [ $number, $w ] if defined $w;
	}
	return @result;
}

1;
