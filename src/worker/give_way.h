/*-------------------------------------------------------------------------
 *
 * give_way.h
 *	  A long batch ends early if somebody waits for its locks, or has paused
 *	  the view.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_GIVE_WAY_H
#define CV_GIVE_WAY_H

#include "postgres_ext.h"

/* once, at the worker's start */
extern void cv_give_way_init(void);

/* around a batch; end also after an error */
extern void cv_give_way_begin(Oid view);
extern void cv_give_way_end(void);

#endif							/* CV_GIVE_WAY_H */
