/*-------------------------------------------------------------------------
 *
 * position_detail.h
 *	  The part of a position that only we read: one bytea.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_POSITION_DETAIL_H
#define CV_POSITION_DETAIL_H

#include "input/position.h"

extern bytea *cv_position_detail_write(const CvPosition *position);

/* fills what write has stored, in the current context */
extern void cv_position_detail_read(CvPosition *position,
									const bytea *detail);

#endif							/* CV_POSITION_DETAIL_H */
