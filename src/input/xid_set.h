/*-------------------------------------------------------------------------
 *
 * xid_set.h
 *	  Which transactions are consumed: {next, open}.
 *
 * A 64-bit xid is consumed iff it is < next and in no open range.  That
 * is the only test there is; LSNs play no part.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_XID_SET_H
#define CV_XID_SET_H

#include "lib/stringinfo.h"
#include "utils/snapshot.h"

/* [lo, hi) */
typedef struct CvXidRange
{
	uint64		lo;
	uint64		hi;
} CvXidRange;

/* open is sorted, its ranges neither touch nor overlap, all below next */
typedef struct CvXidSet
{
	uint64		next;
	int			nopen;
	int			maxopen;
	CvXidRange *open;			/* palloc'd in the context it was made in */
} CvXidSet;

extern void cv_xid_set_init(CvXidSet *set);	/* nothing consumed: next = 0 */
extern void cv_xid_set_copy(CvXidSet *dst, const CvXidSet *src);
extern void cv_xid_set_free(CvXidSet *set);

/* give back memory that it has not needed for long */
extern void cv_xid_set_trim(CvXidSet *set);

extern bool cv_xid_set_contains(const CvXidSet *set, uint64 xid);

/* next moves up to xid; what lies between becomes open */
extern void cv_xid_set_advance(CvXidSet *set, uint64 next);
extern void cv_xid_set_add_open(CvXidSet *set, uint64 lo, uint64 hi);
extern void cv_xid_set_remove_open(CvXidSet *set, uint64 xid);

/* does it hold all from lo on, below hi? */
extern bool cv_xid_set_contains_all(const CvXidSet *set, uint64 lo, uint64 hi);

/* does a hold every xid that b holds? */
extern bool cv_xid_set_covers(const CvXidSet *a, const CvXidSet *b);

/*
 * The same for many, ascending and without duplicates; all or nothing if
 * memory runs out.
 */
extern void cv_xid_set_remove_open_all(CvXidSet *set, const uint64 *xids,
									   int n);

/* result = what a or b holds / what a and b hold; a new set, both stay */
extern void cv_xid_set_union(const CvXidSet *a, const CvXidSet *b,
							 CvXidSet *result);
extern void cv_xid_set_intersect(const CvXidSet *a, const CvXidSet *b,
								 CvXidSet *result);

/*
 * The cut that a registered MVCC snapshot makes: open = all it does not call
 * finished, subtransactions included also if it overflowed; next = the xid
 * that is to be assigned next.  That is at least the snapshot's xmax: xids
 * between the two may have written already, so they are open by name.
 */
extern void cv_xid_set_from_snapshot(CvXidSet *set, Snapshot snapshot);

/*
 * Widen a 32-bit xid: the greatest 64-bit xid <= near_xid that ends in it, or
 * itself if that would be negative.  Special xids (< 3) give themselves.
 */
extern uint64 cv_xid_widen(TransactionId xid, uint64 near_xid);

extern void cv_xid_set_write(const CvXidSet *set, StringInfo out);
extern void cv_xid_set_read(CvXidSet *set, StringInfo in);

#endif							/* CV_XID_SET_H */
