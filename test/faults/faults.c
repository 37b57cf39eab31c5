/*-------------------------------------------------------------------------
 *
 * faults.c
 *	  A machine with faults, for a server that is started with this library in
 *	  LD_PRELOAD: a disk that is full, a file that cannot be read, a clock that
 *	  was set, memory that is not to be had.
 *
 * What is wrong at the moment says the file that CV_FAULTS names, which every
 * process has mapped; CvFaults.pm writes it.  Part of tests only.
 *
 *-------------------------------------------------------------------------
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

/* CvFaults.pm packs the same */
typedef struct Faults
{
	int64_t		clock_shift_us;
	int64_t		largest_malloc; /* 0: any */
	char		full[256];		/* files whose path has this cannot grow */
	char		unreadable[256];
	char		who[256];		/* lacks memory: processes whose title has this */
} Faults;

static const Faults *faults = NULL;

static void
map_faults(void)
{
	static int	has_tried = 0;
	const char *path;
	int			fd;
	void	   *map;

	if (has_tried)
		return;
	has_tried = 1;
	path = getenv("CV_FAULTS");
	fd = path == NULL ? -1 : open(path, O_RDONLY);
	if (fd < 0)
		return;
	map = mmap(NULL, sizeof(Faults), PROT_READ, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED)
		faults = map;
	close(fd);
}

__attribute__((constructor)) static void
init(void)
{
	map_faults();
}

static int
has_path(int fd, const char *part)
{
	char		name[64];
	char		path[4096];
	ssize_t		length;

	if (part[0] == '\0')
		return 0;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	length = readlink(name, path, sizeof(path) - 1);
	if (length < 0)
		return 0;
	path[length] = '\0';
	return strstr(path, part) != NULL;
}

static int
is_full(int fd, off_t end)
{
	struct stat st;

	return faults != NULL && has_path(fd, faults->full) &&
		fstat(fd, &st) == 0 && end > st.st_size;
}

static int
is_unreadable(int fd)
{
	return faults != NULL && has_path(fd, faults->unreadable);
}

static ssize_t
fail(int error)
{
	errno = error;
	return -1;
}

static off_t
total(const struct iovec *iov, int n)
{
	off_t		result = 0;

	for (int i = 0; i < n; i++)
		result += iov[i].iov_len;
	return result;
}

#define REAL(name) \
	static __typeof__(name) *real; \
	if (real == NULL) \
		real = (__typeof__(name) *) dlsym(RTLD_NEXT, #name)

ssize_t
pwrite(int fd, const void *data, size_t size, off_t at)
{
	REAL(pwrite);
	return is_full(fd, at + size) ? fail(ENOSPC) : real(fd, data, size, at);
}

ssize_t
pwritev(int fd, const struct iovec *iov, int n, off_t at)
{
	REAL(pwritev);
	return is_full(fd, at + total(iov, n)) ? fail(ENOSPC) :
		real(fd, iov, n, at);
}

int
posix_fallocate(int fd, off_t at, off_t size)
{
	REAL(posix_fallocate);
	return is_full(fd, at + size) ? ENOSPC : real(fd, at, size);
}

ssize_t
pread(int fd, void *data, size_t size, off_t at)
{
	REAL(pread);
	return is_unreadable(fd) ? fail(EIO) : real(fd, data, size, at);
}

ssize_t
preadv(int fd, const struct iovec *iov, int n, off_t at)
{
	REAL(preadv);
	return is_unreadable(fd) ? fail(EIO) : real(fd, iov, n, at);
}

/* what programs built with large files call */
ssize_t		pwrite64(int fd, const void *data, size_t size, off_t at) __attribute__((alias("pwrite")));
ssize_t		pwritev64(int fd, const struct iovec *iov, int n, off_t at) __attribute__((alias("pwritev")));
int			posix_fallocate64(int fd, off_t at, off_t size) __attribute__((alias("posix_fallocate")));
ssize_t		pread64(int fd, void *data, size_t size, off_t at) __attribute__((alias("pread")));
ssize_t		preadv64(int fd, const struct iovec *iov, int n, off_t at) __attribute__((alias("preadv")));

int
gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	REAL(gettimeofday);
	int			result = real(time, zone);

	if (result == 0 && faults != NULL)
	{
		time->tv_sec += faults->clock_shift_us / 1000000;
		time->tv_usec += faults->clock_shift_us % 1000000;
		if (time->tv_usec >= 1000000)
		{
			time->tv_sec++;
			time->tv_usec -= 1000000;
		}
		else if (time->tv_usec < 0)
		{
			time->tv_sec--;
			time->tv_usec += 1000000;
		}
	}
	return result;
}

static int
is_too_much(size_t size)
{
	char		title[256];
	ssize_t		length;
	int			fd;

	if (faults == NULL || faults->largest_malloc == 0 ||
		size <= (size_t) faults->largest_malloc)
		return 0;
	fd = open("/proc/self/cmdline", O_RDONLY);
	length = fd < 0 ? -1 : read(fd, title, sizeof(title) - 1);
	if (fd >= 0)
		close(fd);
	title[length < 0 ? 0 : length] = '\0';
	return strstr(title, faults->who) != NULL;
}

void *
malloc(size_t size)
{
	REAL(malloc);
	if (is_too_much(size))
	{
		errno = ENOMEM;
		return NULL;
	}
	return real(size);
}

void *
realloc(void *old, size_t size)
{
	REAL(realloc);
	if (is_too_much(size))
	{
		errno = ENOMEM;
		return NULL;
	}
	return real(old, size);
}
