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
 * As PostgreSQL does, but that tumble, hop and session need no schema in the
 * top level, and that window_start and window_end stand for the bounds of
 * the window.  query is a raw parse tree, and is left alone; source is the
 * text that its locations are in.
 */
extern Query *cv_view_parse(SelectStmt *query, const char *source,
							int location, int len);

/* The first call of one of the functions' names in the group or select list. */
extern FuncCall *cv_raw_window_call(SelectStmt *query);

/* errposition for a location in source, as parser_errposition() has it */
extern int	cv_errposition(const char *source, int location);

#endif							/* CV_VIEW_PARSE_H */
