/*-------------------------------------------------------------------------
 *
 * chunk_table.h
 *	  The table v_collected: inputs of aggregates that need all of them, of
 *	  groups that have too many for a row.
 *
 * What it holds is described in aggregate/agg_chunks.h, its columns in
 * view/view_spec.h.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_CHUNK_TABLE_H
#define CV_CHUNK_TABLE_H

#include "aggregate/agg_chunks.h"
#include "input/position.h"

typedef struct CvChunkTable CvChunkTable;

/*
 * cv_chunk_table_open -- the caller has locked relid and its indexes.
 *
 * collections: of the view's position; kept up to date.
 * moves: windows' ends can change, so that move() has to look.
 */
extern CvChunkTable *cv_chunk_table_open(Oid relid,
										 CvCollections *collections,
										 bool moves);

/* Not called on error. */
extern void cv_chunk_table_close(CvChunkTable *table);

/* what aggregates call; as long as the table is open */
extern CvChunks *cv_chunk_table_chunks(CvChunkTable *table);

/*
 * cv_chunk_table_remove_ended -- chunks with after < window_end <= upto.
 *
 * A bounded number of them, and of bytes; false if some are left.
 */
extern bool cv_chunk_table_remove_ended(CvChunkTable *table, int64 after,
										int64 upto);

/* cv_chunk_table_survey -- of a table that came from a dump. */
extern void cv_chunk_table_survey(Oid relid, CvCollections *collections);

#endif							/* CV_CHUNK_TABLE_H */
