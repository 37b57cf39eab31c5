/*-------------------------------------------------------------------------
 *
 * memory_use.h
 *	  Where a worker's memory goes, for continuous.memory.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_MEMORY_USE_H
#define CV_MEMORY_USE_H

#include "base/shared_memory.h"

/* at the end of a round: what is in use now */
/* at a worker's start, and when settings have changed */
extern void cv_memory_use_keep(void);

extern void cv_memory_use_publish(CvWorkerSlot *slot);

/* the worker leaves: nothing is */
extern void cv_memory_use_clear(CvWorkerSlot *slot);

#endif							/* CV_MEMORY_USE_H */
