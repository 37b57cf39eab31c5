/*
 * cppcheck_model.h -- what cppcheck has to know of the server, whose headers it
 * is not given: which calls do not return, first of all.
 */
#include <stdlib.h>

#define ERROR 21
#define FATAL 22
#define PANIC 23
#define elog(level, ...) do { if ((level) >= ERROR) abort(); } while (0)
#define ereport(level, ...) do { if ((level) >= ERROR) abort(); } while (0)
#define PG_RE_THROW() abort()
#define pg_unreachable() abort()
#define cv_damage_report(what, detail) abort()
#define Assert(condition) do { if (!(condition)) abort(); } while (0)

/* and what would not be C without them */
#define foreach(cell, list) for ((cell) = list_first(list); (cell) != NULL; (cell) = list_next(cell))
#define XL_ROUTINE(...) NULL
