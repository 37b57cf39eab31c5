/*-------------------------------------------------------------------------
 *
 * compat.h
 *	  The one place that knows which PostgreSQL it is compiled for.
 *
 * Code elsewhere is written against the newest names; this header gives the
 * older releases (15 on) those names.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_COMPAT_H
#define CV_COMPAT_H

#if PG_VERSION_NUM < 150000
#error "pg_continuous needs PostgreSQL 15 or later"
#endif

#if PG_VERSION_NUM < 160000
#include "storage/relfilenode.h"

#define RelFileLocator			RelFileNode
#define RelFileLocatorEquals	RelFileNodeEquals
#define RelFileNumber			Oid
#define InvalidRelFileNumber	InvalidOid
#define spcOid					spcNode
#define dbOid					dbNode
#define relNumber				relNode
#define rd_locator				rd_node
#define cv_xlocators			xnodes	/* of a parsed commit record */

/* what a check hook gives to its assign hook */
#define cv_guc_malloc(size)		malloc(size)

/* all settings, in guc_tables.h */
#define cv_guc_variables(n) \
	(*(n) = GetNumConfigOptions(), get_guc_variables())

#define cv_decode_datetime(field, type, n, kind, tm, fsec, offset) \
	DecodeDateTime(field, type, n, kind, tm, fsec, offset)

#define cv_function_aclcheck(function, role) \
	pg_proc_aclcheck(function, role, ACL_EXECUTE)

/* which indexes need new entries after table_tuple_update() */
#define CvUpdateIndexes			bool
#define cv_update_needs_indexes(which)	(which)
#define cv_update_needs_btrees(which)	(which)
#define cv_insert_index_entries(rri, slot, estate, is_update, which) \
	ExecInsertIndexTuples(rri, slot, estate, is_update, false, NULL, NIL)

/* on a table that may be in use */
#define cv_define_index(relid, stmt) \
	DefineIndex(relid, stmt, InvalidOid, InvalidOid, InvalidOid, false, false, \
				false, false, true)

/* a range table of one RTE, of which columns are (also) updated */
#define cv_init_range_table(estate, rte, updated_cols) \
	do { \
		(rte)->updatedCols = (updated_cols); \
		ExecInitRangeTable(estate, list_make1(rte)); \
	} while (0)
#else
#include "optimizer/optimizer.h"
#include "parser/parse_relation.h"
#include "storage/relfilelocator.h"
#include "varatt.h"

#define cv_xlocators			xlocators

#define cv_guc_malloc(size)		guc_malloc(LOG, size)

#define cv_guc_variables(n)		get_guc_variables(n)

#define cv_decode_datetime(field, type, n, kind, tm, fsec, offset) \
	DecodeDateTime(field, type, n, kind, tm, fsec, offset, \
				   &(DateTimeErrorExtra) {0})

#define cv_function_aclcheck(function, role) \
	object_aclcheck(ProcedureRelationId, function, role, ACL_EXECUTE)

#define CvUpdateIndexes			TU_UpdateIndexes
#define cv_update_needs_indexes(which)	((which) != TU_None)
#define cv_update_needs_btrees(which)	((which) == TU_All)
#define cv_insert_index_entries(rri, slot, estate, is_update, which) \
	ExecInsertIndexTuples(rri, slot, estate, is_update, false, NULL, NIL, \
						  (which) == TU_Summarizing)

#define cv_define_index(relid, stmt) \
	DefineIndex(relid, stmt, InvalidOid, InvalidOid, InvalidOid, -1, false, \
				false, false, false, true)

#define cv_init_range_table(estate, rte, updated_cols) \
	do { \
		List	   *perminfos_ = NIL; \
		addRTEPermissionInfo(&perminfos_, rte)->updatedCols = (updated_cols); \
		cv_exec_init_range_table(estate, list_make1(rte), perminfos_); \
	} while (0)
#endif

#if PG_VERSION_NUM < 160000
#define cv_class_ownercheck(relid, role) pg_class_ownercheck(relid, role)
#define cv_make_range(typcache, lower, upper) \
	make_range(typcache, lower, upper, false)

/* a parse state's relations become those of the query */
#define cv_query_set_range_table(query, pstate) \
	((query)->rtable = (pstate)->p_rtable)

/* what a query needs of a relation, and the hook that is asked about it */
#define CvPermissionInfo	RangeTblEntry
#define cv_query_permissions(query, rte)	(rte)
#define cv_query_forget_permissions(query)	((void) (query))
#define cv_entry_forget_permissions(rte) \
	((rte)->requiredPerms = 0, (rte)->checkAsUser = InvalidOid, \
	 (rte)->selectedCols = (rte)->extraUpdatedCols = NULL)
#define cv_query_take_permissions(query, rte, from)	((void) (from))
#define CV_CHECK_PERMS_PARAMS	List *infos, bool is_error
#define CV_CHECK_PERMS_ARGS		infos, is_error
#else
#define cv_class_ownercheck(relid, role) \
	object_ownercheck(RelationRelationId, relid, role)
#define cv_make_range(typcache, lower, upper) \
	make_range(typcache, lower, upper, false, NULL)

#define cv_query_set_range_table(query, pstate) \
	((query)->rtable = (pstate)->p_rtable, \
	 (query)->rteperminfos = (pstate)->p_rteperminfos)

#define CvPermissionInfo	RTEPermissionInfo
#define cv_query_permissions(query, rte) \
	getRTEPermissionInfo((query)->rteperminfos, rte)
#define cv_query_forget_permissions(query)	((query)->rteperminfos = NIL)
#define cv_entry_forget_permissions(rte)	((rte)->perminfoindex = 0)
/* rte gets those of an entry in whose place it is */
#define cv_query_take_permissions(query, rte, from) \
	((rte)->perminfoindex = (from)->perminfoindex, \
	 list_nth_node(RTEPermissionInfo, (query)->rteperminfos, \
				   (rte)->perminfoindex - 1)->relid = (rte)->relid)
#define CV_CHECK_PERMS_PARAMS	List *range_table, List *infos, bool is_error
#define CV_CHECK_PERMS_ARGS		range_table, infos, is_error
#endif

#if PG_VERSION_NUM < 180000
#define cv_exec_init_range_table(estate, rtable, perminfos) \
	ExecInitRangeTable(estate, rtable, perminfos)
#define cv_index_beginscan(heap, index, snapshot, nkeys) \
	index_beginscan(heap, index, snapshot, nkeys, 0)
#else
#define cv_exec_init_range_table(estate, rtable, perminfos) \
	ExecInitRangeTable(estate, rtable, perminfos, bms_make_singleton(1))
#define cv_index_beginscan(heap, index, snapshot, nkeys) \
	index_beginscan(heap, index, snapshot, NULL, nkeys, 0)
#endif

/* what EXPLAIN is told has a header of its own */
#if PG_VERSION_NUM >= 180000
#include "commands/explain_state.h"
#endif

/* what a backend says of itself, by its number, 1 and up */
#if PG_VERSION_NUM < 160000
#define cv_local_backend_status(i)	pgstat_fetch_stat_local_beentry(i)
#else
#define cv_local_backend_status(i)	pgstat_get_local_beentry_by_index(i)
#endif

/* a name for what an extension waits for, by WaitEventExtensionNew() */
#if PG_VERSION_NUM < 170000
#define cv_wait_event_new(name)	((void) (name), PG_WAIT_EXTENSION)
#else
#define cv_wait_event_new(name)	WaitEventExtensionNew(name)
#endif

/* privileges that newer releases have on tables, for a list of strings */
#if PG_VERSION_NUM < 170000
#define CV_NEWER_PRIVILEGES
#else
#define CV_NEWER_PRIVILEGES		"maintain",
#endif

#if PG_VERSION_NUM < 170000
#define MyProcNumber			(MyProc->pgprocno)
#define cv_lock_held(tag, mode)	LockHeldByMe(tag, mode)

/* 17 has infinite intervals */
#define INTERVAL_NOT_FINITE(interval) ((void) (interval), false)
#else
#define cv_lock_held(tag, mode)	LockHeldByMe(tag, mode, false)
#endif

/*
 * 18 puts the expressions of GROUP BY into a range table entry of their own,
 * the last one; this gives the query the shape that it has before 18.  The
 * targets that are such an expression are done here, as flatten_group_exprs()
 * forgets where in the text a column stands.
 */
#if PG_VERSION_NUM < 180000
#define cv_query_flatten_group(query) ((void) (query))
#else
#define cv_query_flatten_group(query) \
	do { \
		if ((query)->hasGroupRTE) \
		{ \
			RangeTblEntry *cv_rte_ = llast_node(RangeTblEntry, (query)->rtable); \
			foreach_node(TargetEntry, cv_target_, (query)->targetList) \
			{ \
				Var		   *cv_var_ = (Var *) cv_target_->expr; \
				if (IsA(cv_var_, Var) && \
					cv_var_->varno == list_length((query)->rtable)) \
					cv_target_->expr = copyObject(list_nth(cv_rte_->groupexprs, \
														   cv_var_->varattno - 1)); \
			} \
			(query)->targetList = (List *) \
				flatten_group_exprs(NULL, query, (Node *) (query)->targetList); \
			(query)->havingQual = \
				flatten_group_exprs(NULL, query, (query)->havingQual); \
			(query)->rtable = list_delete_last((query)->rtable); \
			(query)->hasGroupRTE = false; \
		} \
	} while (0)
#endif

/*
 * Columns of joins as those of the relations that they come from; that they
 * have come through outer joins, which 16 and later note in them, is forgotten.
 */
#if PG_VERSION_NUM < 160000
#define cv_flatten_join_vars(query, node) flatten_join_alias_vars(query, node)
#else
#define cv_flatten_join_vars(query, node) \
	remove_nulling_relids(flatten_join_alias_vars(NULL, query, node), \
						  bms_add_range(NULL, 1, list_length((query)->rtable)), \
						  NULL)
#endif

/*
 * cv_query_drop_group_entry -- PostgreSQL 18 has a range table entry for what
 * is grouped by; forget it in a query that has lost its GROUP BY.
 */
#if PG_VERSION_NUM >= 180000
#define cv_query_drop_group_entry(query) \
	do { \
		ListCell   *cv_lc_; \
		foreach(cv_lc_, (query)->rtable) \
		{ \
			RangeTblEntry *cv_rte_ = lfirst_node(RangeTblEntry, cv_lc_); \
			if (cv_rte_->rtekind == RTE_GROUP) \
			{ \
				cv_rte_->rtekind = RTE_RESULT; \
				cv_rte_->groupexprs = NIL; \
			} \
		} \
		(query)->hasGroupRTE = false; \
	} while (0)
#else
#define cv_query_drop_group_entry(query)	((void) 0)
#endif

/* the relation's columns in node become those of a target list */
#if PG_VERSION_NUM < 180000
#define cv_replace_vars(node, varno, rte, targets) \
	ReplaceVarsFromTargetList(node, varno, 0, rte, targets, \
							  REPLACEVARS_REPORT_ERROR, 0, NULL)
#else
#define cv_replace_vars(node, varno, rte, targets) \
	ReplaceVarsFromTargetList(node, varno, 0, rte, targets, 0, \
							  REPLACEVARS_REPORT_ERROR, 0, NULL)
#endif

/* 18 has columns that are in no tuple */
#if PG_VERSION_NUM < 180000
#define cv_is_virtual_column(att)	((void) (att), false)
#else
#define cv_is_virtual_column(att) \
	((att)->attgenerated == ATTRIBUTE_GENERATED_VIRTUAL)
#endif

/* stands in front of the declaration; before 18 behind it */
#if PG_VERSION_NUM < 180000
#define pg_noreturn		__attribute__((noreturn))
#endif

/* before 18, for its effects only: the result is thrown away */
#if PG_VERSION_NUM < 180000
#define ExecEvalExprNoReturnSwitchContext(state, econtext) \
	do { \
		bool		cv_isnull_; \
		(void) ExecEvalExprSwitchContext(state, econtext, &cv_isnull_); \
	} while (0)
#endif

#if PG_VERSION_NUM < 180000
#define cv_primary_key_index(rel)	RelationGetPrimaryKeyIndex(rel)
#define cv_conditional_xact_wait(xid)	ConditionalXactLockTableWait(xid)
#else
#define cv_primary_key_index(rel)	RelationGetPrimaryKeyIndex(rel, false)
#define cv_conditional_xact_wait(xid)	ConditionalXactLockTableWait(xid, false)
#endif

#if PG_VERSION_NUM < 180000
#define cv_ordering_op_properties(opno, opfamily, type) \
	get_ordering_op_properties(opno, opfamily, type, &(int16) {0})
#else
#define cv_ordering_op_properties(opno, opfamily, type) \
	get_ordering_op_properties(opno, opfamily, type, &(CompareType) {0})
#endif

#if PG_VERSION_NUM < 170000
#define cv_notify_queue_bytes()	((double) 0x100000 * BLCKSZ)
#else
#define cv_notify_queue_bytes()	((double) max_notify_queue_pages * BLCKSZ)
#endif

#endif							/* CV_COMPAT_H */
