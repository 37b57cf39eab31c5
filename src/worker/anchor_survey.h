/*-------------------------------------------------------------------------
 *
 * anchor_survey.h
 *	  What of a restored view's results do the rows at hand not cover?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ANCHOR_SURVEY_H
#define CV_ANCHOR_SURVEY_H

#include "worker/batch.h"

/* By the rows that were measured: sets from, has_kept, kept of the anchor. */
extern void cv_anchor_choose_kept(CvBatch *batch);

#endif							/* CV_ANCHOR_SURVEY_H */
