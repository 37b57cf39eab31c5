/*-------------------------------------------------------------------------
 *
 * damage.h
 *	  Stored bytes that are not what was written.
 *
 * States, positions and chunks bear a checksum: values of any type are in
 * them, and no type expects its values to be damaged.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DAMAGE_H
#define CV_DAMAGE_H

#include "base/compat.h"
#include "lib/stringinfo.h"

#define CV_CHECKSUM_SIZE	4

/*
 * cv_checksum_write -- that of data, to be stored behind it.
 *
 * salt: what else the bytes belong to, so that none are taken for others.
 */
extern void cv_checksum_write(char *to, const char *data, Size len,
							  uint64 salt);

/* the same at the end of out, of what is in it from there on */
extern void cv_checksum_append(StringInfo out, int from);

/*
 * cv_checksum_check -- the length of data without the checksum at its end,
 * which is right; else an error.  what: whose bytes they are.
 */
extern Size cv_checksum_check(const char *data, Size len, uint64 salt,
							  const char *what);

/* detail: or NULL */
pg_noreturn extern void cv_damage_report(const char *what,
										 const char *detail);

/* Was there such an error since this was set to false? */
extern bool cv_damage_found;

#endif							/* CV_DAMAGE_H */
