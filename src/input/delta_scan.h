/*-------------------------------------------------------------------------
 *
 * delta_scan.h
 *	  Reading the heap where the WAL cannot tell: the backfill of a new view,
 *	  WAL that is gone, new partitions, changed files.
 *
 * A scan has one cut, the snapshot of its first stretch.  Rows of
 * transactions that the cut calls finished and that were not consumed before
 * are taken; the blocks of all other transactions are remembered until their
 * commit shows up in the tail.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DELTA_SCAN_H
#define CV_DELTA_SCAN_H

#include "input/leaves.h"
#include "input/position.h"
#include "utils/snapshot.h"

/*
 * cv_scan_plan -- compare the leaves that are there with those of the
 * position, bring the position's list up to date, and say what has to be
 * scanned: a CvScan without a cut, or NULL if nothing.
 *
 * A scan that is under way is taken over, for the leaves not read yet.  all:
 * the WAL cannot tell, scan every leaf.  Errors out if a file was
 * replaced by a program we do not know.
 */
extern CvScan *cv_scan_plan(CvPosition *position, const CvLeaves *leaves,
							bool all);

/*
 * cv_scan_begin -- make the cut by the snapshot, and note it in the position.
 *
 * The tail tracks the leaves' files already, and the snapshot is newer.
 */
extern void cv_scan_begin(CvPosition *position, CvScan *scan,
						  Snapshot snapshot);

/*
 * cv_scan_next_stretch -- the next blocks to read; false: the scan is over.
 *
 * *leaf is opened and locked (NULL rel: could not be locked, *is_busy).
 */
typedef struct CvStretch
{
	Relation	rel;
	const CvXidSet *old;
	XLogRecPtr	frozen_before;
	BlockNumber start;
	BlockNumber end;			/* exclusive */
} CvStretch;

typedef enum CvStretchResult
{
	CV_STRETCH_READY,
	CV_STRETCH_BUSY,
	CV_STRETCH_REPLACED,		/* the file is another one: plan anew */
	CV_STRETCH_RESTART,			/* backfill: the file was replaced midway */
	CV_STRETCH_END
} CvStretchResult;

extern CvStretchResult cv_scan_next_stretch(CvPosition *position,
											BlockNumber max_blocks,
											CvStretch *stretch);

/* the stretch up to its end has been read */
extern void cv_scan_advance(CvPosition *position, const CvStretch *stretch);

/* back to following */
extern void cv_scan_finish(CvPosition *position);

#endif							/* CV_DELTA_SCAN_H */
