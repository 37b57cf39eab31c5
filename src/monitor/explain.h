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
	CvViewSpec *spec;			/* NULL: it came from a dump and does not run */
} CvExplain;

/* One line, indented as deep as we are. */
extern void cv_explain_line(CvExplain *explain, const char *format,...)
			pg_attribute_printf(2, 3);

/* of a table or a view, qualified and quoted */
extern char *cv_explain_name(Oid relid);

/* input, plan and aggregates; see explain_input.c */
extern void cv_explain_input(CvExplain *explain);

/* where the view stands; see explain_state.c */
extern void cv_explain_state(CvExplain *explain);

#endif							/* CV_EXPLAIN_H */
