/*-------------------------------------------------------------------------
 *
 * group_key.h
 *	  Group keys: hashed, compared as GROUP BY compares, and laid flat.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_GROUP_KEY_H
#define CV_GROUP_KEY_H

#include "lib/stringinfo.h"
#include "nodes/pg_list.h"

typedef struct CvKeySet CvKeySet;

/*
 * cv_key_set_create -- keys: list of Expr, clauses: parallel list of
 * SortGroupClause (its eqop names the operator family).  In the current
 * context.
 */
extern CvKeySet *cv_key_set_create(List *keys, List *clauses);
extern int	cv_key_set_count(const CvKeySet *set);

/*
 * cv_key_hash -- 64 bits by the types' extended hash functions (under the
 * keys' collations; NULL has a hash of its own), well mixed.
 */
extern uint64 cv_key_hash(CvKeySet *set, const Datum *values,
						  const bool *isnull);

/* where hashes are the same: version of PostgreSQL, architecture, our method */
extern int	cv_key_platform(void);

/* NULLs equal */
extern bool cv_key_equal(CvKeySet *set,
						 const Datum *a, const bool *a_isnull,
						 const Datum *b, const bool *b_isnull);

/* Are equal keys (of the same NULLs) also written alike, to the last bit? */
extern bool cv_key_identical(CvKeySet *set, const Datum *a, const Datum *b,
							 const bool *isnull);

/*
 * Flat: a flag byte for each key, then the values, aligned, detoasted, with
 * short headers where the type allows it.  write starts at the next multiple
 * of 8 in out.  read points by-reference values into data, which has to stay,
 * 8-byte aligned; gives the size that write wrote.
 */
extern void cv_key_write(CvKeySet *set, const Datum *values,
						 const bool *isnull, StringInfo out);
extern Size cv_key_read(CvKeySet *set, const char *data,
						Datum *values, bool *isnull);

/* copy by-reference keys (detoasted) into context */
extern void cv_key_copy(CvKeySet *set, const Datum *values,
						const bool *isnull, Datum *to, MemoryContext context);

/* the same into space of the caller's, MAXALIGNed, of cv_key_copy_size() */
extern Size cv_key_copy_size(CvKeySet *set, const Datum *values,
							 const bool *isnull);
extern void cv_key_copy_to(CvKeySet *set, const Datum *values,
						   const bool *isnull, Datum *to, char *space);

#endif							/* CV_GROUP_KEY_H */
