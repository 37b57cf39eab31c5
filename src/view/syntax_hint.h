/*-------------------------------------------------------------------------
 *
 * syntax_hint.h
 *	  A hint for statements that use the word CONTINUOUS where it is none.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_SYNTAX_HINT_H
#define CV_SYNTAX_HINT_H

/* Only from _PG_init in the postmaster, after cv_keyword_init(). */
extern void cv_syntax_hint_init(void);

#endif							/* CV_SYNTAX_HINT_H */
