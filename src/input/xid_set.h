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

extern bool cv_xid_set_contains(const CvXidSet *set, uint64 xid);

/* next moves up to xid; what lies between becomes open */
extern void cv_xid_set_advance(CvXidSet *set, uint64 next);
extern void cv_xid_set_add_open(CvXidSet *set, uint64 lo, uint64 hi);
extern void cv_xid_set_remove_open(CvXidSet *set, uint64 xid);

/* does a hold every xid that b holds? */
extern bool cv_xid_set_covers(const CvXidSet *a, const CvXidSet *b);

/*
 * The cut that a registered MVCC snapshot makes: next = xmax, open = all it
 * calls running, subtransactions included also if it overflowed.
 */
extern void cv_xid_set_from_snapshot(CvXidSet *set, Snapshot snapshot);

/*
 * Widen a 32-bit xid that is not newer than next, a 64-bit xid near it.
 * Special xids (< 3) give themselves.
 */
extern uint64 cv_xid_widen(TransactionId xid, uint64 near_xid);

extern void cv_xid_set_write(const CvXidSet *set, StringInfo out);
extern void cv_xid_set_read(CvXidSet *set, StringInfo in);

#endif							/* CV_XID_SET_H */
