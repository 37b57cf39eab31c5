/*-------------------------------------------------------------------------
 *
 * join_unique.c
 *	  Do conditions leave at most one row of a table?
 *
 *	UNIQUE (a, b)				a = known AND b = known
 *	EXCLUDE (a WITH =, p WITH &&)
 *								a = known AND known <@ p
 *	EXCLUDE (a WITH =, tstzrange(f, t) WITH &&)
 *								a = known AND known >= f AND known < t
 *
 * Periods that do not overlap have no point in common, so there is at most one
 * that a point is in.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteManip.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "view/join_private.h"

/* A range that a query or an index makes of two expressions. */
typedef struct Period
{
	Node	   *from;
	Node	   *to;
	bool		has_from;		/* is the bound part of it? */
	bool		has_to;
	Oid			opfamily;		/* that orders its elements */
} Period;

static bool is_proof(const CvJoinProof *proof, Index rti, Relation index);
static bool holds_predicate(const CvJoinProof *proof, Index rti,
							Relation index);
static List *index_columns(Relation index, Relation rel, Index rti);
static bool is_unique_key(const CvJoinProof *proof, Index rti,
						  Relation index, List *columns);
static bool is_collation_fit(Oid index, Oid clause);
static bool excludes_others(const CvJoinProof *proof, Index rti,
							Relation index, List *columns);
static bool has_equal(const CvJoinProof *proof, Index rti, Node *column,
					  Oid operator);
static bool holds_point(const CvJoinProof *proof, Index rti, Node *column);
static bool read_period(Node *column, Period *period);
static bool is_range_constructor(Oid funcid);
static bool is_behind_start(const Period *period, Node *point,
							const CvJoinProof *proof, Index rti);
static bool is_before_end(const Period *period, Node *point,
						  const CvJoinProof *proof, Index rti);
static bool is_bounded(Node *clause, Node *bound, Node *point,
					   const Period *period, const CvJoinProof *proof,
					   StrategyNumber strict, StrategyNumber loose,
					   bool is_loose_fit);

bool
cv_join_is_unique(const CvJoinProof *proof, Index rti)
{
	RangeTblEntry *rte = rt_fetch(rti, proof->query->rtable);
	Relation	rel = table_open(rte->relid, AccessShareLock);
	List	   *indexes = NIL;
	bool		result = false;
	ListCell   *lc;

	/* indexes of a parent say nothing of its children, but for partitions */
	if (!rte->inh || rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE ||
		!has_subclass(rte->relid) ||
		find_inheritance_children(rte->relid, NoLock) == NIL)
		indexes = RelationGetIndexList(rel);
	foreach(lc, indexes)
	{
		Relation	index = index_open(lfirst_oid(lc), AccessShareLock);

		result = result || is_proof(proof, rti, index);
		index_close(index, NoLock);
	}
	list_free(indexes);
	table_close(rel, NoLock);
	return result;
}

static bool
is_proof(const CvJoinProof *proof, Index rti, Relation index)
{
	Form_pg_index form = index->rd_index;
	RangeTblEntry *rte = rt_fetch(rti, proof->query->rtable);
	Relation	rel;
	List	   *columns;

	/* a deferred constraint may be violated in between */
	if (!form->indisvalid || !form->indisready || !form->indimmediate ||
		!(form->indisunique || form->indisexclusion) ||
		!holds_predicate(proof, rti, index))
		return false;
	rel = table_open(rte->relid, NoLock);
	columns = index_columns(index, rel, rti);
	table_close(rel, NoLock);
	if (form->indisexclusion)
		return excludes_others(proof, rti, index, columns);
	return is_unique_key(proof, rti, index, columns);
}

/* of a partial index; nothing is evaluated, see is_limited() */
static bool
holds_predicate(const CvJoinProof *proof, Index rti, Relation index)
{
	List	   *predicate = RelationGetIndexPredicate(index);
	Node	   *clause;

	if (predicate == NIL)
		return true;
	ChangeVarNodes((Node *) predicate, 1, rti, 0);
	clause = (Node *) make_ands_explicit(copyObject(proof->clauses[rti]));
	clause = (Node *) canonicalize_qual((Expr *) clause, false);
	return predicate_implied_by(predicate, make_ands_implicit((Expr *) clause),
								false);
}

static List *
index_columns(Relation index, Relation rel, Index rti)
{
	List	   *expressions = RelationGetIndexExpressions(index);
	ListCell   *next = list_head(expressions);
	List	   *columns = NIL;

	for (int i = 0; i < IndexRelationGetNumberOfKeyAttributes(index); i++)
	{
		AttrNumber	attnum = index->rd_index->indkey.values[i];
		Node	   *column;

		if (attnum > 0)
		{
			Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel),
												  attnum - 1);

			column = (Node *) makeVar(rti, attnum, att->atttypid,
									  att->atttypmod, att->attcollation, 0);
		}
		else
		{
			if (next == NULL)
				elog(ERROR, "too few entries in indexprs list");
			column = lfirst(next);
			ChangeVarNodes(column, 1, rti, 0);
			next = lnext(expressions, next);
		}
		columns = lappend(columns, column);
	}
	return columns;
}

static bool
is_unique_key(const CvJoinProof *proof, Index rti, Relation index,
			  List *columns)
{
	ListCell   *lc1;
	ListCell   *lc2;

	if (index->rd_rel->relam != BTREE_AM_OID)
		return false;
	foreach(lc1, columns)
	{
		int			i = foreach_current_index(lc1);
		bool		is_equal = false;

		foreach(lc2, proof->clauses[rti])
		{
			Oid			opno;

			is_equal |= cv_join_match(proof, lfirst(lc2), lfirst(lc1),
									  &opno) != NULL &&
				get_op_opfamily_strategy(opno, index->rd_opfamily[i]) ==
				BTEqualStrategyNumber &&
				is_collation_fit(index->rd_indcollation[i],
								 exprInputCollation(lfirst(lc2)));
		}
		if (!is_equal)
			return false;
	}
	return true;
}

/* what is equal by the clause, is it equal by the index? */
static bool
is_collation_fit(Oid index, Oid clause)
{
	return index == clause || !OidIsValid(index) ||
		(OidIsValid(clause) && get_collation_isdeterministic(clause) &&
		 get_collation_isdeterministic(index));
}

static bool
excludes_others(const CvJoinProof *proof, Index rti, Relation index,
				List *columns)
{
	Oid		   *operators;
	Oid		   *functions;
	uint16	   *strategies;
	ListCell   *lc;

	RelationGetExclusionInfo(index, &operators, &functions, &strategies);
	foreach(lc, columns)
	{
		int			i = foreach_current_index(lc);

		if (operators[i] == OID_RANGE_OVERLAP_OP ||
			operators[i] == OID_MULTIRANGE_OVERLAPS_MULTIRANGE_OP)
		{
			if (!holds_point(proof, rti, lfirst(lc)))
				return false;
		}
		else if (OidIsValid(index->rd_indcollation[i]) &&
				 !get_collation_isdeterministic(index->rd_indcollation[i]))
			return false;
		else if (!has_equal(proof, rti, lfirst(lc), operators[i]))
			return false;
	}
	return true;
}

static bool
has_equal(const CvJoinProof *proof, Index rti, Node *column, Oid operator)
{
	ListCell   *lc;

	if (get_mergejoin_opfamilies(operator) == NIL)
		return false;
	foreach(lc, proof->clauses[rti])
	{
		Oid			opno;
		Oid			collation = exprInputCollation(lfirst(lc));

		if (cv_join_match(proof, lfirst(lc), column, &opno) != NULL &&
			equality_ops_are_compatible(opno, operator) &&
			(!OidIsValid(collation) ||
			 get_collation_isdeterministic(collation)))
			return true;
	}
	return false;
}

/* holds_point -- is a known point in the range? */
static bool
holds_point(const CvJoinProof *proof, Index rti, Node *column)
{
	Period		period;
	ListCell   *lc;

	foreach(lc, proof->clauses[rti])
	{
		Oid			opno;

		if (cv_join_match(proof, lfirst(lc), column, &opno) != NULL &&
			(opno == OID_RANGE_CONTAINS_ELEM_OP ||
			 opno == OID_MULTIRANGE_CONTAINS_ELEM_OP))
			return true;
	}
	if (!read_period(column, &period))
		return false;
	foreach(lc, proof->clauses[rti])
	{
		Oid			opno;
		Node	   *point = cv_join_match(proof, lfirst(lc), period.from,
										  &opno);

		if (point != NULL && is_behind_start(&period, point, proof, rti) &&
			is_before_end(&period, point, proof, rti))
			return true;
	}
	return false;
}

/* column must be range(from, to [, bounds]), ordered as the default is */
static bool
read_period(Node *column, Period *period)
{
	FuncExpr   *call = (FuncExpr *) cv_join_strip(column);
	TypeCacheEntry *range;
	TypeCacheEntry *element;
	const char *bounds = "[)";

	if (!IsA(call, FuncExpr) || !is_range_constructor(call->funcid))
		return false;
	range = lookup_type_cache(call->funcresulttype, TYPECACHE_RANGE_INFO);
	if (range->rngelemtype == NULL || OidIsValid(range->rng_collation))
		return false;
	element = lookup_type_cache(range->rngelemtype->type_id,
								TYPECACHE_BTREE_OPFAMILY | TYPECACHE_CMP_PROC);
	if (range->rng_cmp_proc_finfo.fn_oid != element->cmp_proc)
		return false;
	if (list_length(call->args) == 3)
	{
		Const	   *flags = lthird(call->args);

		if (!IsA(flags, Const) || flags->constisnull)
			return false;
		bounds = TextDatumGetCString(flags->constvalue);
		if (strlen(bounds) != 2)
			return false;
	}
	period->from = linitial(call->args);
	period->to = lsecond(call->args);
	period->has_from = bounds[0] == '[';
	period->has_to = bounds[1] == ']';
	period->opfamily = element->btree_opf;
	return true;
}

/* tstzrange() and its like, those of users' ranges too */
static bool
is_range_constructor(Oid funcid)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	bool		result = false;

	if (!HeapTupleIsValid(tuple))
		return false;
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == INTERNALlanguageId)
	{
		bool		isnull;
		Datum		source = SysCacheGetAttr(PROCOID, tuple,
											 Anum_pg_proc_prosrc, &isnull);

		result = !isnull &&
			(strcmp(TextDatumGetCString(source), "range_constructor2") == 0 ||
			 strcmp(TextDatumGetCString(source), "range_constructor3") == 0);
	}
	ReleaseSysCache(tuple);
	return result;
}

static bool
is_behind_start(const Period *period, Node *point, const CvJoinProof *proof,
				Index rti)
{
	ListCell   *lc;

	foreach(lc, proof->clauses[rti])
	{
		if (is_bounded(lfirst(lc), period->from, point, period, proof,
					   BTLessStrategyNumber, BTLessEqualStrategyNumber,
					   period->has_from))
			return true;
	}
	return false;
}

/* a NULL is no end; so is "to IS NULL OR point < to" */
static bool
is_before_end(const Period *period, Node *point, const CvJoinProof *proof,
			  Index rti)
{
	ListCell   *lc1;
	ListCell   *lc2;

	foreach(lc1, proof->clauses[rti])
	{
		Node	   *clause = lfirst(lc1);
		bool		is_before = true;

		foreach(lc2, is_orclause(clause) ? ((BoolExpr *) clause)->args :
				list_make1(clause))
		{
			NullTest   *test = lfirst(lc2);

			is_before &= (IsA(test, NullTest) && is_orclause(clause) &&
						  test->nulltesttype == IS_NULL &&
						  cv_join_is_same(cv_join_strip((Node *) test->arg),
										  cv_join_strip(period->to))) ||
				is_bounded(lfirst(lc2), period->to, point, period, proof,
						   BTGreaterStrategyNumber,
						   BTGreaterEqualStrategyNumber, period->has_to);
		}
		if (is_before)
			return true;
	}
	return false;
}

/* is_bounded -- does clause say "bound op point", op one of the two? */
static bool
is_bounded(Node *clause, Node *bound, Node *point, const Period *period,
		   const CvJoinProof *proof, StrategyNumber strict,
		   StrategyNumber loose, bool is_loose_fit)
{
	Oid			opno;
	Node	   *other = cv_join_match(proof, clause, bound, &opno);
	int			strategy;

	if (other == NULL || !equal(other, point))
		return false;
	strategy = get_op_opfamily_strategy(opno, period->opfamily);
	return strategy == strict || (strategy == loose && is_loose_fit);
}

bool
cv_join_is_order(Oid opno)
{
	Oid			left;
	Oid			right;
	int			strategy;

	op_input_types(opno, &left, &right);
	strategy = get_op_opfamily_strategy(opno,
										lookup_type_cache(left, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
	return strategy != 0 && strategy != BTEqualStrategyNumber;
}
