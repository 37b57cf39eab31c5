/*-------------------------------------------------------------------------
 *
 * explain.h
 *	  What explain() puts its lines into, and who writes which of them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_EXPLAIN_H
#define CV_EXPLAIN_H

#include "nodes/execnodes.h"
#include "utils/tuplestore.h"

#include "view/view_catalog.h"

typedef struct CvExplain
{
	Tuplestorestate *lines;
	TupleDesc	desc;
	int			depth;			/* of the next line */
	CvViewRow  *row;
	CvViewSpec *spec;
} CvExplain;

/* One line, indented as deep as we are. */
extern void cv_explain_line(CvExplain *explain, const char *format,...)
			pg_attribute_printf(2, 3);

/* input, plan and aggregates; see explain_input.c */
extern void cv_explain_input(CvExplain *explain);

/* where the view stands; see explain_state.c */
extern void cv_explain_state(CvExplain *explain);

#endif							/* CV_EXPLAIN_H */
