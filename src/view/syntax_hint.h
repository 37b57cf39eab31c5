/*-------------------------------------------------------------------------
 *
 * syntax_hint.h
 *	  Hints for statements that PostgreSQL refuses before we see them.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SYNTAX_HINT_H
#define CV_SYNTAX_HINT_H

/* Only from _PG_init, after cv_keyword_init(). */
extern void cv_syntax_hint_init(void);

#endif							/* CV_SYNTAX_HINT_H */
