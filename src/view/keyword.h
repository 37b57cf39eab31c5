/*-------------------------------------------------------------------------
 *
 * keyword.h
 *	  Makes CREATE CONTINUOUS VIEW parse on a stock server.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_KEYWORD_H
#define CV_KEYWORD_H

/*
 * cv_keyword_init -- teach the scanner the words, unless continuous.syntax is
 * off.  Only from _PG_init in the postmaster.  Where it cannot be done, logs
 * one WARNING; CREATE VIEW ... WITH (continuous) works anyway.
 */
extern void cv_keyword_init(void);

/*
 * Does CREATE CONTINUOUS VIEW parse?  It then gives the tree of CREATE UNLOGGED
 * VIEW; only the source text at the statement's location tells the two apart.
 */
extern bool cv_keyword_active(void);

#endif							/* CV_KEYWORD_H */
