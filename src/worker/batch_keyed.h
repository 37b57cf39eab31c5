/*-------------------------------------------------------------------------
 *
 * batch_keyed.h
 *	  Views without a window: one group a key, forgotten some time after its
 *	  last event.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_BATCH_KEYED_H
#define CV_BATCH_KEYED_H

#include "worker/batch.h"

#define cv_batch_is_keyed(batch) \
	((batch)->spec->window.kind == CV_WINDOW_NONE)

/* their groups in shared memory are in one window, which never ends */
#define CV_KEYED_WINDOW_START	INT64CONST(0)
#define CV_KEYED_WINDOW_END		PG_INT64_MAX

/* with the groups: nothing has been written yet */
extern void cv_batch_keyed_begin(CvBatch *batch);

/* false: time, or time + state_ttl, is out of range: it is of no key */
extern bool cv_batch_keyed_exists(const CvBatch *batch, int64 time);

/* add a row to its key, which begins anew if it was forgotten */
extern void cv_batch_add_to_key(CvBatch *batch, TupleTableSlot *row,
								int64 time);

/*
 * A group was found at rest: is its life over?  Then it has got an empty state,
 * as nobody needs what it has added up.
 */
extern bool cv_batch_begins_life(CvBatch *batch, CvGroup *group);

/* Is the key forgotten, and nothing left of it to be seen? */
extern bool cv_batch_is_dropped(const CvBatch *batch, const CvGroup *group);

/* a group's row is written */
extern void cv_batch_keyed_note_end(CvBatch *batch, int64 window_end);

/* ttl_action = drop: rows of forgotten keys leave the result table */
extern void cv_batch_remove_dropped_keys(CvBatch *batch);

/* ... have all of them left? */
extern bool cv_batch_keys_are_gone(const CvBatch *batch);

/*
 * cv_batch_keyed_make_room -- shared memory is full: once a batch, all goes, so
 * that keys that still have events come in again.
 */
extern void cv_batch_keyed_make_room(CvBatch *batch);

/* after the commit: which rows are gone, for the next batch */
extern void cv_batch_keyed_remember(CvBatch *batch);

/* ... and what shared memory says of dropped keys */
extern void cv_batch_forget_dropped_keys(CvBatch *batch);

#endif							/* CV_BATCH_KEYED_H */
