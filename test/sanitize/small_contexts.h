/*
 * small_contexts.h -- included first in a build with sanitizers.
 *
 * The server that is at hand knows nothing of them, so memory within a block of
 * a memory context is not watched.  In contexts with the least blocks there
 * are, whatever is longer than 128 bytes has a malloc() of its own, and is.
 */
#include "postgres.h"

#include "utils/memutils.h"

#undef ALLOCSET_DEFAULT_SIZES
#define ALLOCSET_DEFAULT_SIZES 0, 1024, 1024
#undef ALLOCSET_SMALL_SIZES
#define ALLOCSET_SMALL_SIZES 0, 1024, 1024
#undef ALLOCSET_START_SMALL_SIZES
#define ALLOCSET_START_SMALL_SIZES 0, 1024, 1024
