/*-------------------------------------------------------------------------
 *
 * view_catalog.h
 *	  The table continuous.view: one row a continuous view.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_CATALOG_H
#define CV_VIEW_CATALOG_H

#include "access/attnum.h"
#include "access/htup.h"
#include "access/tupdesc.h"
#include "utils/relcache.h"
#include "utils/snapshot.h"

#include "view/view_spec.h"

#define CV_EXTENSION_NAME	"pg_continuous"

/* One row of continuous.view, as it stands. */
typedef struct CvViewRow
{
	Oid			view;
	Oid			definition;
	Oid			results;
	Oid			late;
	Oid			state;
	Oid			collected;
	Oid			input;
	List	   *options;		/* of String "name=value" */
	List	   *settings;		/* of String "name=value" */
	TransactionId written_by;	/* raw xmin: when it was loaded or changed */
} CvViewRow;

/* Is the extension created in this database, and what are its OIDs? */
extern bool cv_extension_exists(void);
extern Oid	cv_schema_oid(void);
extern Oid	cv_catalog_table(const char *name, bool missing_ok);

/* A copy of the row of one of these tables that has the view there, or NULL. */
extern HeapTuple cv_catalog_find(Relation table, AttrNumber att, Oid view,
								 Snapshot snapshot);

/* Error out unless the extension's script made it with these many columns. */
extern void cv_check_layout(TupleDesc desc, int natts);

/* All rows / one row, under the active (or a fresh catalog) snapshot. */
extern List *cv_view_catalog_list(void);
extern CvViewRow *cv_view_catalog_lookup(Oid view);
extern bool cv_is_continuous_view(Oid relid);

extern void cv_view_catalog_add(const CvViewRow *row);
extern void cv_view_catalog_update(const CvViewRow *row);
extern void cv_view_catalog_remove(Oid view);

/* Views whose input is relid, or an ancestor of the partition relid. */
extern List *cv_view_catalog_list_by_input(Oid relid);

/* The view of which relid is a table, or the hidden view. */
extern CvViewRow *cv_view_catalog_lookup_member(Oid relid);

/* What relid is to which view; by the cache of member_cache.c, so cheap. */
typedef enum CvRole
{
	CV_ROLE_NONE,
	CV_ROLE_VIEW,
	CV_ROLE_DEFINITION,
	CV_ROLE_RESULTS,
	CV_ROLE_LATE,
	CV_ROLE_STATE,
	CV_ROLE_COLLECTED
} CvRole;

extern CvRole cv_member_role(Oid relid, Oid *view);

/* Calls visit for each of them; role is CV_ROLE_NONE of an input. */
extern void cv_view_catalog_visit_members(void (*visit) (Oid relid,
														 CvRole role, Oid view,
														 void *arg),
										  void *arg);

/* Is relid named in the FROM of a view, or are there any views at all? */
extern bool cv_is_input(Oid relid);
extern bool cv_has_views(void);

/*
 * cv_member_cache_invalidate -- in all sessions, when this transaction ends.
 * For whoever changes continuous.view by other means than these functions.
 */
extern void cv_member_cache_invalidate(void);

/* Has the view a position, so that the worker follows it? */
extern bool cv_view_is_adopted(Oid view);

/*
 * cv_view_load -- the whole spec of a view, or NULL if there is none.
 *
 * Takes no lock on the members: the caller has them.  Allocates in the
 * current memory context.
 */
extern CvViewSpec *cv_view_load(Oid view);

/*
 * cv_view_reads_children -- partitions and inheritance children of the input,
 * too?  Not if it says FROM ONLY.  cv_view_input_relids: the input and those;
 * takes no lock.
 */
extern bool cv_view_reads_children(const CvViewSpec *spec);
extern List *cv_view_input_relids(const CvViewSpec *spec);

/* Dials from "name=value" options; checks each, ereports what is wrong. */
extern void cv_dials_parse(List *options, CvDials *dials);

/*
 * cv_dials_tell -- for the user: the options given, and the defaults of those
 * that decide when a window closes and what becomes of late rows.
 */
extern char *cv_dials_tell(List *options, const CvDials *dials);

/* Errors out if the dials do not go with a window like that. */
extern void cv_dials_check_window(const CvDials *dials,
								  const CvWindowSpec *window);

/* Is there such a dial? */
extern bool cv_option_is_known(const char *name);

/* Errors out if there is no such dial, or if one is given twice. */
extern void cv_option_check_name(const char *name);
extern void cv_options_check_once(List *options);

/* "name=value" in its two parts; value points into option */
extern char *cv_option_name(const char *option);
extern const char *cv_option_value(const char *option);

#endif							/* CV_VIEW_CATALOG_H */
