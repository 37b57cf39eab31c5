/*-------------------------------------------------------------------------
 *
 * key_check.h
 *	  Are the hashes of keys that rest in tables those of this server?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_KEY_CHECK_H
#define CV_KEY_CHECK_H

#include "input/position.h"
#include "utils/snapshot.h"
#include "view/view_spec.h"

/* Each errors out if not.  The caller acts as the view's owner. */

/* before anything looks for a group: of groups that still take rows */
extern void cv_key_check_live(const CvViewSpec *spec, CvPosition *position);

/* of a view that was restored: of some groups */
extern void cv_key_check_some(const CvViewSpec *spec, Snapshot snapshot);

/* the same of all, which are sessions, and what is true of them */
extern void cv_key_check_sessions(const CvViewSpec *spec, Snapshot snapshot,
								  CvSessionFacts *facts);

#endif							/* CV_KEY_CHECK_H */
