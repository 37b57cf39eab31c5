/*-------------------------------------------------------------------------
 *
 * adopt.h
 *	  The position of a view that has just been created, or dropped.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_ADOPT_H
#define CV_ADOPT_H

/* from _PG_init: fills the DDL's hooks */
extern void cv_adopt_init(void);

#endif							/* CV_ADOPT_H */
