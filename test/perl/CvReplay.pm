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
# session, in_time, is_correction, place]; place is where in the session's order
# a row is.
sub replay_sessions
{
	my ($rows, $before, $gap) = @_;
	my (%by_tx, %sessions, %orders, @late);

	push @{ $by_tx{ $_->[0] }{ $_->[2] } }, { id => $_->[1], time => $_->[3] } foreach @$rows;
	foreach my $tx (sort { $a <=> $b } keys %by_tx)
	{
		my ($w, $sealed) = @{ $before->{$tx} // [] };

		foreach my $key (sort keys %{ $by_tx{$tx} })
		{
			my $list = $sessions{$key} //= [];
			$orders{$key} = order_rows($orders{$key} // [], $by_tx{$tx}{$key}, $sealed, $gap);
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
		my %place;
		foreach my $rows (map { $_->{rows} } @{ $orders{$key} }) { $place{ $rows->[$_] } = $_ foreach 0 .. $#$rows; }
		foreach my $session (@{ $sessions{$key} })
		{
			$number++;
			push @result, map { [ $_->[0], $number, 't', $_->[1] ? 't' : 'f', $place{ $_->[0] } ] } @{ $session->{rows} };
		}
	}
	push @result, map { [ $_, ++$number, 'f', 'f', 0 ] } @late;
	return @result;
}

# order_rows(sessions, rows, sealed, gap) -- the sessions of a key, with the rows
# of a transaction.
#
# Rows are added by time, each behind those of its session; of two sessions that
# one joins the earlier comes first.  What is too late at first sight comes last.
sub order_rows
{
	my ($list, $new, $sealed, $gap) = @_;
	my @final = grep { defined $sealed && $_->{end} <= $sealed } @$list;
	my @open = grep { !defined $sealed || $_->{end} > $sealed } @$list;
	my @by_time = sort { $a->{time} <=> $b->{time} || $a->{id} <=> $b->{id} } @$new;
	my (@held, @accepted);

	foreach my $row (@by_time)
	{
		my $session = session_of(\@open, $row->{time}, $gap);
		if (!$session && defined $sealed && $row->{time} + $gap <= $sealed)
		{
			push @held, $row;
			next;
		}
		push @open, $session = { start => $row->{time}, end => $row->{time} + $gap, rows => [] } unless $session;
		push @{ $session->{rows} }, $row->{id};
		join_next(\@open, $session);
	}
	foreach my $row (reverse @held)
	{
		my $session = session_of(\@open, $row->{time}, $gap) or next;
		join_next(\@open, $session);
		push @accepted, $row;
	}
	foreach my $row (sort { $a->{time} <=> $b->{time} || $a->{id} <=> $b->{id} } @accepted)
	{
		my ($session) = grep { $_->{start} <= $row->{time} && $row->{time} < $_->{end} } @open;
		push @{ $session->{rows} }, $row->{id};
	}
	return [ @final, @open ];
}

# session_of(sessions, time, gap) -- the one that a row then is in, made long
# enough, or nothing.
sub session_of
{
	my ($sessions, $time, $gap) = @_;
	my ($session) = sort { $a->{start} <=> $b->{start} } grep { $_->{start} < $time + $gap && $time < $_->{end} } @$sessions;
	return unless $session;
	$session->{start} = $time if $time < $session->{start};
	$session->{end} = $time + $gap if $time + $gap > $session->{end};
	return $session;
}

# join_next(sessions, session) -- if it has grown into the next one.
sub join_next
{
	my ($sessions, $session) = @_;
	my ($next) = grep { $_ != $session && $_->{start} >= $session->{start} && $_->{start} < $session->{end} } @$sessions;
	return unless $next;
	push @{ $session->{rows} }, @{ $next->{rows} };
	$session->{end} = $next->{end} if $next->{end} > $session->{end};
	@$sessions = grep { $_ != $next } @$sessions;
	return;
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
