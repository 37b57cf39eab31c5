/*-------------------------------------------------------------------------
 *
 * agg_queue.h
 *	  The merge of a row of states that slides: new ones come at its end, old
 *	  ones go at its beginning.
 *
 * Its states are of scratch (cv_agg_scratch_begin()): they are void when that
 * ends, and the queue is to be cleared then.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_QUEUE_H
#define CV_AGG_QUEUE_H

#include "aggregate/agg_set.h"

typedef struct CvAggQueue CvAggQueue;

/* in the current context; its states' areas, too */
extern CvAggQueue *cv_agg_queue_create(CvAggSet *set);
extern void cv_agg_queue_clear(CvAggQueue *queue);

/* Where the next state is to be made; push: it is. */
extern void *cv_agg_queue_space(CvAggQueue *queue);
extern void cv_agg_queue_push(CvAggQueue *queue);

/*
 * cv_agg_queue_turn -- those that are in it now are the older part.
 *
 * The total is that of the older part, merged from its end to its beginning,
 * and behind it that of the newer one, from its beginning to its end: so it
 * depends on where it was turned, and on nothing else, which matters to floats.
 * Before, all have to be newer ones.
 */
extern void cv_agg_queue_turn(CvAggQueue *queue);

/* The oldest goes; there is one. */
extern void cv_agg_queue_pop(CvAggQueue *queue);

/*
 * cv_agg_queue_total -- all of them merged, in order, to be finished and
 * nothing else; valid until the next call.  There is at least one.
 */
extern void *cv_agg_queue_total(CvAggQueue *queue);

#endif							/* CV_AGG_QUEUE_H */
