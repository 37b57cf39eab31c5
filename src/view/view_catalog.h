/*-------------------------------------------------------------------------
 *
 * view_catalog.h
 *	  The table continuous.view: one row a continuous view.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_CATALOG_H
#define CV_VIEW_CATALOG_H

#include "view/view_spec.h"

/* One row of continuous.view, as it stands. */
typedef struct CvViewRow
{
	Oid			view;
	Oid			definition;
	Oid			results;
	Oid			late;
	Oid			state;
	Oid			input;
	List	   *options;		/* of String "name=value" */
	List	   *settings;		/* of String "name=value" */
} CvViewRow;

/* Is the extension created in this database, and what are its OIDs? */
extern bool cv_extension_exists(void);
extern Oid	cv_schema_oid(void);
extern Oid	cv_catalog_table(const char *name, bool missing_ok);

/* All rows / one row, under the active (or a fresh catalog) snapshot. */
extern List *cv_view_catalog_list(void);
extern CvViewRow *cv_view_catalog_lookup(Oid view);
extern bool cv_is_continuous_view(Oid relid);

extern void cv_view_catalog_add(const CvViewRow *row);
extern void cv_view_catalog_update(const CvViewRow *row);
extern void cv_view_catalog_remove(Oid view);

/* Views whose input is relid, or an ancestor of the partition relid. */
extern List *cv_view_catalog_list_by_input(Oid relid);

/* The view whose result, late, state table or hidden view relid is. */
extern CvViewRow *cv_view_catalog_lookup_member(Oid relid);

/*
 * cv_view_load -- the whole spec of a view, or NULL if there is none.
 *
 * Takes no lock on the members: the caller has them.  Allocates in the
 * current memory context.
 */
extern CvViewSpec *cv_view_load(Oid view);

/* Dials from "name=value" options; checks each, ereports what is wrong. */
extern void cv_dials_parse(List *options, CvDials *dials);

#endif							/* CV_VIEW_CATALOG_H */
