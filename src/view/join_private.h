/*-------------------------------------------------------------------------
 *
 * join_private.h
 *	  What join_check.c and join_unique.c share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_JOIN_PRIVATE_H
#define CV_JOIN_PRIVATE_H

#include "nodes/parsenodes.h"

/* One FROM, of the view or of a sub-select in it. */
typedef struct CvJoinProof
{
	Query	   *query;
	Bitmapset  *known;			/* relations that are known to have at most one
								 * row for a row of the input, by rti */
	List	  **clauses;		/* by rti, from 1: what holds for all rows that
								 * have a row of it; ANDed */
} CvJoinProof;

/* Does expr depend on known relations only? */
extern bool cv_join_is_known(const CvJoinProof *proof, Node *expr);

/*
 * cv_join_match -- the other side of a clause "operand op known", or NULL.
 *
 * *opno is the operator with operand on its left.
 */
extern Node *cv_join_match(const CvJoinProof *proof, Node *clause,
						   Node *operand, Oid *opno);

/* Are both the same column or expression? */
extern bool cv_join_is_same(Node *a, Node *b);

/* Without casts that do nothing. */
extern Node *cv_join_strip(Node *expr);

/* ---- join_unique.c ---- */

/* Is it <, <=, >= or > of its left type's order? */
extern bool cv_join_is_order(Oid opno);

/* Does a unique index or an exclusion constraint leave one row at most? */
extern bool cv_join_is_unique(const CvJoinProof *proof, Index rti);

#endif							/* CV_JOIN_PRIVATE_H */
