# CvFaults.pm -- a machine with faults under a server of CvNode.
#
# The server is started with a library that fails some calls, see
# test/faults/faults.c; what is wrong may be changed while it runs.
#
#	my $faults = CvFaults->new;
#	my $node = CvNode->create('main', start => 0);
#	$faults->start($node);
#	$faults->set(full => 'base/5/16400');
#	$faults->set;                        # all is well again
package CvFaults;

use strict;
use warnings FATAL => 'all';

use Cwd ();
use File::Basename ();
use PostgreSQL::Test::Utils;

sub new
{
	my ($class) = @_;
	my $folder = Cwd::abs_path($PostgreSQL::Test::Utils::tmp_check);
	my $source = File::Basename::dirname(Cwd::abs_path(__FILE__)) . '/../faults/faults.c';
	# tests run side by side
	my $name = "$folder/faults_" . File::Basename::basename($0, '.pl');
	my $self = bless { library => "$name.so", control => $name }, $class;

	# a compiler is there: the extension was built with it
	system_or_bail('cc', '-shared', '-fPIC', '-O1', '-o', $self->{library}, $source, '-ldl');
	open my $handle, '>', $self->{control} or die "cannot write $self->{control}: $!";
	close $handle;
	$self->set;
	return $self;
}

# set(full => part of a path, unreadable => part of a path, clock => seconds
# ahead, malloc => the largest piece of memory that workers can have, in bytes)
# -- from now on just that is wrong.  Files that are full can be written, but
# cannot grow.
sub set
{
	my ($self, %faults) = @_;

	open my $handle, '+<', $self->{control} or die "cannot write $self->{control}: $!";
	syswrite $handle, pack 'q q Z256 Z256 Z256', ($faults{clock} // 0) * 1_000_000,
	  $faults{malloc} // 0, $faults{full} // '', $faults{unreadable} // '', 'pg_continuous worker';
	close $handle;
	return;
}

sub start
{
	my ($self, $node) = @_;
	local $ENV{LD_PRELOAD} = $self->{library};
	local $ENV{CV_FAULTS} = $self->{control};

	$node->start;
	return;
}

1;
