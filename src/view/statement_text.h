/*-------------------------------------------------------------------------
 *
 * statement_text.h
 *	  What a CREATE VIEW really says in the text.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATEMENT_TEXT_H
#define CV_STATEMENT_TEXT_H

#include "nodes/parsenodes.h"
#include "view/view_spec.h"

/* The words before the view's name. */
typedef struct CvViewWords
{
	bool		is_continuous;	/* CREATE [OR REPLACE] CONTINUOUS VIEW */
	bool		is_recursive;	/* CREATE ... RECURSIVE VIEW */
} CvViewWords;

/*
 * cv_view_words_read -- read the statement at location up to the name.
 *
 * source may hold more than this statement; both locations count from its
 * beginning, -1 means unknown.
 */
extern CvViewWords cv_view_words_read(const char *source, int location,
									  int name_location);

/*
 * cv_text_settings_begin -- settings under which the text of a query says
 * exactly what the query does, and is read again as just that.
 *
 * Else a time zone's abbreviation, or too few digits of a float, would change
 * a constant on the way.  Ended by AtEOXact_GUC(true, result).
 */
extern int	cv_text_settings_begin(void);

/*
 * cv_query_text -- the text of an analysed query.
 *
 * Names of columns have that of their relation: an output column of the same
 * name would be meant otherwise, in ORDER BY.
 */
extern char *cv_query_text(Query *query, bool is_pretty);

/* cv_expression_text -- of an expression of a view's query, as SQL. */
extern char *cv_expression_text(const CvViewSpec *spec, Expr *expr);

#endif							/* CV_STATEMENT_TEXT_H */
