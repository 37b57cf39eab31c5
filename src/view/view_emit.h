/*-------------------------------------------------------------------------
 *
 * view_emit.h
 *	  Change of the dial emit of a view that has results already.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_EMIT_H
#define CV_VIEW_EMIT_H

#include "view/view_catalog.h"

/*
 * cv_view_change_emit -- move the rows of open windows to where the new value
 * wants them, and make or drop the state table; row->state is set.
 *
 * spec is the view as it was.
 */
extern void cv_view_change_emit(CvViewRow *row, const CvViewSpec *spec,
								CvEmit emit);

#endif							/* CV_VIEW_EMIT_H */
