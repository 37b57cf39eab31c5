/*-------------------------------------------------------------------------
 *
 * input_view.h
 *	  A simple view in the place of the input: the table behind it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_INPUT_VIEW_H
#define CV_INPUT_VIEW_H

#include "nodes/parsenodes.h"

/*
 * cv_input_view_expand -- put the table that the view reads into its place.
 *
 * Does nothing if the input is no view, or not a simple one: columns and WHERE
 * over one table, or over another such view.  Errors out where the view would
 * hide rows that the table shows.
 */
extern void cv_input_view_expand(Query *query);

#endif							/* CV_INPUT_VIEW_H */
