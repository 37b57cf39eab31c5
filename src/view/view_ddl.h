/*-------------------------------------------------------------------------
 *
 * view_ddl.h
 *	  CREATE, OR REPLACE, ALTER and DROP of continuous views.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VIEW_DDL_H
#define CV_VIEW_DDL_H

#include "catalog/objectaddress.h"
#include "nodes/parsenodes.h"
#include "tcop/utility.h"
#include "utils/relcache.h"
#include "base/compat.h"
#include "view/view_catalog.h"
#include "view/view_spec.h"

/*
 * Set by the folders that own the rows in question.  The first is called in
 * the transaction that makes a view, when everything else is there; the
 * second before the view is dropped, while continuous.position and
 * continuous.status are still there.
 */
extern void (*cv_view_created_hook) (const CvViewRow *row,
									 const CvDials *dials);
extern void (*cv_view_dropped_hook) (Oid view);

/* What has become of rows that were read again. */
typedef struct CvRecomputed
{
	int64		rows_read;		/* again */
	int64		rows_counted;	/* ... in a window, once for each row */
	int64		rows_before;	/* that the view has ever read */
	bool		has_oldest;
	int64		oldest;			/* least event time of rows counted */
} CvRecomputed;

/*
 * The aggregates from number first_agg on have just been added to the view:
 * definition, result and state table have them.  Computes them, and only them,
 * from all rows that are there and were consumed.  A view that has consumed
 * nothing yet is left alone: all zero.
 */
extern void (*cv_view_recompute_hook) (Oid view, int first_agg,
									   CvRecomputed *result);

/*
 * Move rows that end after a time, or all, from one of a view's tables to the
 * other, or delete them.  As the owner.
 */
extern void (*cv_view_move_rows_hook) (const CvViewSpec *spec, Oid from,
									   Oid to, const int64 *after);

/* ---- view_create.c ---- */

/* Where a statement comes from, for error positions. */
typedef struct CvStatement
{
	const char *source;
	int			location;
	int			len;
} CvStatement;

extern void cv_view_create(ViewStmt *stmt, const CvStatement *where);

/* ---- view_replace.c ---- */

/*
 * cv_view_replace -- OR REPLACE of an existing view: what stands over the
 * groups, and options.  Only spec->query counts, the new one as parsed.
 */
extern void cv_view_replace(Oid view, CvViewSpec *spec, List *options,
							List *stock_options);

/* ---- view_members.c ---- */

/* All made in the view's schema; the next free name is used if one is taken. */
extern Oid	cv_member_make_definition(Oid schema, const char *view,
									  Query *query);
extern Oid	cv_member_make_results(Oid schema, const char *view,
								   const CvViewSpec *spec);
extern Oid	cv_member_make_state(Oid schema, const char *view,
								 const CvViewSpec *spec);
extern Oid	cv_member_make_collected(Oid schema, const char *view,
									 const CvViewSpec *spec);
extern Oid	cv_member_make_late(Oid schema, const char *view,
								const CvViewSpec *spec);
extern void cv_member_announce_late(const CvViewRow *row);
extern void cv_member_make_top(RangeVar *view, const CvViewSpec *spec,
							   Oid results, List *options, bool replace);

/* Columns for spec's aggregates from number first on (results or state). */
extern void cv_member_add_columns(Oid relid, const CvViewSpec *spec,
								  int first);
extern void cv_member_replace_definition(Oid definition, Query *query);

/* The members that exist, in the order in which they were made. */
extern List *cv_member_list(const CvViewRow *row);

/* "v" + "_results" etc., free in the schema */
extern char *cv_member_name(const char *view, CvRole role, Oid schema);

/* ---- view_indexes.c ---- */

/* Make those that are missing / are they there?  relid: results or state. */
extern void cv_member_make_indexes(Oid relid, const CvViewSpec *spec,
								   bool is_state);
extern bool cv_member_has_indexes(Relation rel, const CvViewSpec *spec,
								  bool is_state);

/*
 * cv_member_make_key_index -- that of the sessions of a key, on a table that is
 * locked already, and open.  InvalidOid: others are at the table.
 */
extern Oid	cv_member_make_key_index(Relation rel, AttrNumber cv_key);

/* ... of the table of what is collected */
extern void cv_member_make_chunk_index(Oid relid);
extern bool cv_member_has_chunk_index(Relation rel);

/* Is index the only one of its kind that the view needs? */
extern bool cv_member_needs_index(const CvViewRow *row, Oid relid, Oid index);

/* ---- view_links.c ---- */

/*
 * cv_view_link -- tie members, triggers and view together by dependencies.
 *
 * Makes the append-only triggers that are missing.  For a new view, and for
 * one that comes from a dump, where dependencies are not.
 */
extern void cv_view_link(const CvViewRow *row);

/*
 * cv_view_adopt -- for whoever gives a restored view its position: lock the
 * input as CREATE does, and link.  The user owns the view.
 */
extern void cv_view_adopt(const CvViewRow *row);

/*
 * cv_view_is_guarded -- does its append-only trigger fire on all of the input?
 * Then cv_view_take_up() does the same as cv_view_adopt(), and needs no lock
 * but those of a batch.
 */
extern bool cv_view_is_guarded(const CvViewRow *row);
extern void cv_view_take_up(const CvViewRow *row);

/*
 * cv_view_guarded_since -- the transaction that has made the oldest append-only
 * trigger of an input, or of one of its leaves; invalid if there is none.
 */
extern TransactionId cv_view_guarded_since(Oid relid);

/* The same for whatever pg_depend knows. */
extern TransactionId cv_made_by(Oid class_id, Oid object_id);

/*
 * cv_view_enable_triggers -- after ALTER TABLE ... ENABLE TRIGGER on an input
 * (pg_restore --disable-triggers): those of views fire always, as before.
 */
extern void cv_view_enable_triggers(Oid relid);

/* A restored view that nobody has adopted goes with its members, too. */
extern void cv_view_link_dropped(DropStmt *stmt);

/*
 * cv_view_unadopt -- follow the view of this trigger no longer.
 *
 * It is as one that was restored then, so pg_restore --clean can take it away.
 */
extern void cv_view_unadopt(Oid relid, Oid trigger);

/* A new inheritance child of an input needs a trigger of its own. */
extern void cv_view_guard_child(Oid child);

/* Is it the function of the triggers that keep inputs append-only? */
extern bool cv_is_input_trigger(Oid function);

/* Lock the input and its leaves so that triggers can be made. */
extern void cv_view_lock_input(Oid input, bool inherit, const char *view);

/* ---- view_verify.c ---- */

/* Refuse a restored view that is not what CREATE has made. */
extern void cv_view_verify(const CvViewRow *row);

/* ---- view_options.c ---- */

/*
 * cv_options_split -- WITH options into dials ("name=value") and those that
 * views have anyway (DefElem).  The word continuous itself is left out.
 */
extern void cv_options_split(List *defs, List **options, List **stock);

/* value of the option continuous; false if it is not there */
extern bool cv_options_is_continuous(List *defs);

/* Refuse our options, or what looks like them, in another statement. */
extern void cv_options_refuse_elsewhere(List *defs);

/* Settings to be captured, "name=value". */
extern List *cv_settings_capture(void);

/* Is it one of them? */
extern bool cv_setting_is_captured(const char *name);

/* ---- view_alter.c ---- */

/*
 * cv_view_alter -- SET and RESET of options.  What is left for PostgreSQL is
 * in stmt->cmds afterwards.
 */
extern void cv_view_alter(Oid view, AlterTableStmt *stmt);

/*
 * cv_options_replace -- give the view these dials instead of those it has.
 *
 * Checks that the step is allowed, makes members that the new dials need, and
 * writes the catalog row.  old is the view as it is; row is changed.
 */
extern void cv_options_replace(CvViewRow *row, CvViewSpec *old,
							   List *options);

/* After the view itself was changed: the members follow. */
extern void cv_view_carry_name(Oid view);
extern void cv_view_carry_column(Oid view, AttrNumber attnum);
extern void cv_view_carry_schema(Oid view, const char *schema);
extern void cv_view_carry_owner(Oid view, RoleSpec *owner);

/* ---- ddl_hook.c ---- */

/*
 * cv_run_subcommand -- run a statement as a part of the current one.
 *
 * Our own refusals do not apply.  Its effects are visible afterwards.
 */
extern void cv_run_subcommand(Node *stmt, const char *source);

/* ---- ddl_refuse.c: each does nothing unless stmt is to be refused ---- */

/* May this session change members of views that are not adopted? */
extern bool cv_may_restore(void);

extern void cv_refuse_replace(ViewStmt *stmt);
extern void cv_refuse_drop(DropStmt *stmt);
extern void cv_refuse_alter(AlterTableStmt *stmt);
extern void cv_refuse_rename(RenameStmt *stmt);
extern void cv_refuse_schema(AlterObjectSchemaStmt *stmt);
extern void cv_refuse_truncate(TruncateStmt *stmt);
extern void cv_refuse_trigger(CreateTrigStmt *stmt);
extern void cv_refuse_index(IndexStmt *stmt);
extern void cv_refuse_rule(RuleStmt *stmt);
extern void cv_refuse_child(CreateStmt *stmt);
extern void cv_refuse_refresh(RefreshMatViewStmt *stmt);

/* Errors out: the view or the member that relid is takes no writes. */
pg_noreturn extern void cv_refuse_write(Oid relid, CmdType command);

/* ---- view_indexes.c ---- */

/* Has it a predicate?  To ask PostgreSQL for that would call functions in it. */
extern bool cv_index_is_partial(Relation index);

/* ---- state_guard.c ---- */

/* Before and after a statement that may change aggregates: error if it has. */
extern List *cv_state_layouts(void);
extern void cv_state_layouts_check(List *layouts);

/* Error if states or what is collected may have rows of that relation's type */
extern void cv_refuse_row_type(Oid relid);

/* ---- input_guard.c ---- */

/* Check and guard what a statement has made a part of an input. */
extern void cv_guard_new_leaves(Node *stmt);

/*
 * Changes of files.  kind is what continuous.file_change.kind is to say, NULL
 * if the current statement is none that may change an input's file.
 */
extern const char *cv_file_change_kind(Node *stmt);
extern void cv_file_change_note(Oid relid, const char *kind);
pg_noreturn extern void cv_refuse_file_change(Oid relid);

/* Files of inputs that TRUNCATE might change, and the notes afterwards. */
extern List *cv_truncate_prepare(TruncateStmt *stmt);
extern void cv_truncate_finish(List *relids, CommandId before);

/* Notes about a relation that is going away. */
extern void cv_file_change_forget(Oid relid);

#endif							/* CV_VIEW_DDL_H */
