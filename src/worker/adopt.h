/*-------------------------------------------------------------------------
 *
 * adopt.h
 *	  The position of a view that has just been created, or dropped.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ADOPT_H
#define CV_ADOPT_H

#include "input/position.h"
#include "view/view_spec.h"

/* from _PG_init: fills the DDL's hooks */
extern void cv_adopt_init(void);

/* what the tables of a restored view say: errors out if it cannot go on */
extern void cv_adopt_check_restored(const CvViewSpec *spec,
									CvPosition *position);

#endif							/* CV_ADOPT_H */
