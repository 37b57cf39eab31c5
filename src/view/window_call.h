/*-------------------------------------------------------------------------
 *
 * window_call.h
 *	  The window call in a view's query: which one it is, and what it says.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_WINDOW_CALL_H
#define CV_WINDOW_CALL_H

#include "datatype/timestamp.h"
#include "view/view_spec.h"

#define CV_MAX_WINDOW_SPANS	2

/* A function that stands for a window in the Query of a view. */
typedef struct CvWindowFunction
{
	const char *name;			/* in the schema continuous */
	const char *written;		/* as users write it */
	CvWindowKind kind;
	const char *spans[CV_MAX_WINDOW_SPANS]; /* its arguments behind the time */
} CvWindowFunction;

/* Which of ours is the function?  NULL if it is none. */
extern const CvWindowFunction *cv_window_function(Oid funcid);

/* "hop" etc., as users write it */
extern const char *cv_window_kind_name(CvWindowKind kind);

/* Is node a call of one of them? */
extern bool cv_is_window_call(Node *node);

/* Is node lower(...) or upper(...) of a window call? */
extern bool cv_is_window_bound(Node *node, bool *is_lower);

/* The first window call in the expression tree, sub-selects left out. */
extern FuncExpr *cv_window_call_find(Node *node);

/*
 * cv_window_calls_fold -- make constants of the constant arguments of all
 * window calls, in place.
 *
 * At creation, as whoever makes the view.  Later the query is read with
 * others' rights (the worker's, a superuser's), so that nothing of it may be
 * evaluated: cv_window_call_read() takes only what is a constant by itself.
 */
extern void cv_window_calls_fold(Query *query);

/* All arguments in their places, defaults filled in. */
extern List *cv_window_call_arguments(FuncExpr *call);

/*
 * What a window call says.  wrong is NULL if window and time_expr are
 * filled, else the message.
 */
typedef struct CvWindowCall
{
	CvWindowSpec window;
	Expr	   *time_expr;
	const char *wrong;
	const char *hint;
} CvWindowCall;

extern void cv_window_call_read(FuncExpr *call, CvWindowCall *result);

#endif							/* CV_WINDOW_CALL_H */
