/*-------------------------------------------------------------------------
 *
 * view_parse.h
 *	  From the text of a continuous view to its analysed Query.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_PARSE_H
#define CV_VIEW_PARSE_H

#include "nodes/parsenodes.h"

/*
 * cv_view_parse -- analyse the SELECT of a CREATE CONTINUOUS VIEW.
 *
 * As PostgreSQL does, but that tumble, hop, cumulate and session need no schema
 * in the top level, and that window_start and window_end stand for the bounds of
 * the window.  query is a raw parse tree, and is left alone; source is the
 * text that its locations are in.
 */
extern Query *cv_view_parse(SelectStmt *query, const char *source,
							int location, int len);

/* what GROUP BY may have */
#define CV_WINDOW_HINT \
	"Write GROUP BY tumble(ts, size), hop(ts, slide, size), cumulate(ts, step, size) or session(ts, gap). Without a window, give option state_ttl."

/* errposition for a location in source, as parser_errposition() has it */
extern int	cv_errposition(const char *source, int location);

#endif							/* CV_VIEW_PARSE_H */
