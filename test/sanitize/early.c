/*
 * early.c -- sets up the address sanitizer before libraries are initialised.
 *
 * It sets itself up at the first malloc().  In a stock postgres that is one of
 * glibc's, made by bindtextdomain() under a lock, for a library that the server
 * is linked with; and to say that an optional symbol is missing, it asks for a
 * translated message, which takes the lock again.  So malloc() is called first.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

char *
bindtextdomain(const char *domain, const char *folder)
{
	char	   *(*next) (const char *, const char *);

	free(malloc(1));
	*(void **) &next = dlsym(RTLD_NEXT, "bindtextdomain");
	return next(domain, folder);
}
