/*-------------------------------------------------------------------------
 *
 * xact_table.h
 *	  The tail's transactions: those in progress, with the blocks in which
 *	  they inserted, and those that committed and wait to be consumed.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_XACT_TABLE_H
#define CV_XACT_TABLE_H

#include "input/xact_crowd.h"

/* What a commit record says. */
typedef struct CvCommit
{
	uint64		xid;
	int			nsubxids;
	const uint64 *subxids;		/* sorted */
	XLogRecPtr	lsn;			/* start of the record */
	XLogRecPtr	end_lsn;
	TimestampTz time;
	bool		changes_catalog;
} CvCommit;

struct xid_entry_hash;

typedef struct CvXactTable
{
	CvEntryMemory memory;
	XLogRecPtr	start_lsn;		/* where the tail began */
	CvXidSet	open;			/* next = newest xid seen + 1 */
	CvXidSet	watched;		/* xids whose commits are queued in any case:
								 * its open ranges, which may lie beyond
								 * open.next */
	struct xid_entry_hash *entries; /* in progress, by xid */
	CvXactEntry *last;			/* the one found last */
	CvXactCrowd crowd;			/* in progress, without entries of their own */
	CvXactEntry **queue;		/* a ring, by seq */
	uint64		queue_size;		/* a power of two */
	uint64		first_seq;		/* oldest in the queue */
	uint64		last_seq;		/* newest in the queue */
	uint64		nsettled;		/* in the queue, of no known commit record */
	uint64		catalog_seq;	/* newest queued that changes the catalog */
	TimestampTz last_commit_time;
} CvXactTable;

extern CvXactTable *cv_xact_table_create(MemoryContext context,
										 XLogRecPtr start_lsn,
										 const CvXidSet *unconsumed);

/* the 64-bit xid nearest to the newest one seen */
extern uint64 cv_xact_table_widen(const CvXactTable *table, TransactionId xid);

/* the entry of an xid, made if need be; NULL if nobody wants the xid */
extern CvXactEntry *cv_xact_table_get(CvXactTable *table, uint64 xid,
									  XLogRecPtr lsn);
/* the entry that was queued, or NULL */
extern CvXactEntry *cv_xact_table_commit(CvXactTable *table,
										 const CvCommit *commit);
extern void cv_xact_table_abort(CvXactTable *table, uint64 xid, int nsubxids,
								const uint64 *subxids);

/* all open xids below this have ended, and no record will tell */
extern void cv_xact_table_settle(CvXactTable *table, uint64 below);
extern uint64 cv_xact_table_watch(CvXactTable *table, const CvXidSet *set,
								  XLogRecPtr lsn);

extern CvXactEntry *cv_xact_table_next(const CvXactTable *table, uint64 after);
extern void cv_xact_table_release(CvXactTable *table, uint64 upto);
extern void cv_xact_table_consumed(const CvXactTable *table, uint64 consumed,
								   const CvXidSet *base, CvXidSet *result);

/* the oldest first_lsn of those in progress; InvalidXLogRecPtr if none */
extern XLogRecPtr cv_xact_table_oldest_lsn(const CvXactTable *table);
/* has one of those in progress inserted into one of the files? */
extern bool cv_xact_table_has_files(const CvXactTable *table,
									const RelFileLocator *locators, int n);

/* of queue and transactions in progress / of the sets of xids */
extern Size cv_xact_table_memory(const CvXactTable *table);
extern Size cv_xact_table_set_memory(const CvXactTable *table);

extern void cv_xact_table_widen_blocks(CvXactTable *table, int maxranges);
/* what is in progress joins the crowd; false if that is too little to matter */
extern bool cv_xact_table_join_crowd(CvXactTable *table);

/*
 * cv_xact_table_keep -- let go of all that is queued but for those that keep()
 * wants: they get new seqs, in the same order.
 */
extern void cv_xact_table_keep(CvXactTable *table,
							   bool (*keep) (const CvXact *xact, void *arg),
							   void *arg);

#endif							/* CV_XACT_TABLE_H */
