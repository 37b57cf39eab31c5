/*-------------------------------------------------------------------------
 *
 * join_check.c
 *	  Is there at most one row of each joined table for a row of the input?
 *
 * Rows of the input are read once, and joined to what is there at that moment.
 * With at most one partner each this is a look-up, which is what users expect;
 * with many, those that come later would be missed, so that is refused unless
 * they say that they know (joins = any).
 *
 * It is a proof by steps.  The input is known.  Another relation becomes known
 * if conditions that compare it with known ones leave at most one row of it:
 * by a unique index, by an exclusion constraint (a period that holds a point
 * in time), or, for a sub-select, by what PostgreSQL itself knows of it, or by
 * a proof of its own.  Functions and VALUES have no rows that come later.
 * The view is refused if a relation is left that never becomes known.
 *
 * A condition counts for a relation if all rows of the result that have a row
 * of it satisfy the condition: WHERE, ON of inner joins, and ON of the outer
 * joins that the relation is on the nullable side of.  That an outer join may
 * give a row without it instead, is one row, too: it gives either.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "parser/parsetree.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "base/compat.h"
#include "view/join_check.h"
#include "view/join_private.h"
#include "view/view_from.h"

/* Columns of a sub-select, to be replaced by what they are in it. */
typedef struct Inwards
{
	Index		rti;
	Query	   *query;
	bool		has_failed;
} Inwards;

static Index prove(CvJoinProof *proof, List *clauses);
static void collect(CvJoinProof *proof, Node *jointree, List *above);
static List *add_conditions(Query *query, List *above, Node *quals);
static bool becomes_known(const CvJoinProof *proof, Index rti);
static bool is_one_row(const CvJoinProof *proof, Index rti, Query *query);
static bool is_limited(Query *query);
static bool is_distinct(const CvJoinProof *proof, Index rti, Query *query);
static List *move_inwards(const CvJoinProof *proof, Index rti, Query *query);
static Node *move_expr(Node *node, Inwards *inwards);
static Query *view_query(Oid view);
static Query *with_query(Query *query, RangeTblEntry *rte);
static bool compares_periods(const CvJoinProof *proof, Index rti);
static AttrNumber ordered_column(const CvJoinProof *proof, Index rti,
								 Node *clause);
static void refuse(const CvJoinProof *proof, Index rti);

void
cv_joins_check(const CvViewSpec *spec)
{
	CvJoinProof proof = {.query = spec->query};
	Index		unknown;

	if (spec->dials.any_joins || cv_from_only_rti(spec->query) != 0)
		return;
	proof.known = bms_make_singleton(spec->input_rti);
	unknown = prove(&proof, NIL);
	if (unknown != 0)
		refuse(&proof, unknown);
}

/* 0, or a relation that stays unknown; clauses hold for all of them */
static Index
prove(CvJoinProof *proof, List *clauses)
{
	Node	   *jointree = (Node *) proof->query->jointree;
	Index		first;
	bool		has_changed;
	ListCell   *lc;

	check_stack_depth();
	proof->clauses = palloc0_array(List *,
								   list_length(proof->query->rtable) + 1);
	collect(proof, jointree, clauses);
	do
	{
		first = 0;
		has_changed = false;
		foreach(lc, cv_from_rti_list(jointree))
		{
			Index		rti = lfirst_int(lc);

			if (bms_is_member(rti, proof->known))
				continue;
			if (becomes_known(proof, rti))
			{
				proof->known = bms_add_member(proof->known, rti);
				has_changed = true;
			}
			else if (first == 0)
				first = rti;
		}
	} while (first != 0 && has_changed);
	return first;
}

static void
collect(CvJoinProof *proof, Node *jointree, List *above)
{
	JoinExpr   *join = (JoinExpr *) jointree;
	List	   *both;
	ListCell   *lc;

	if (IsA(jointree, RangeTblRef))
	{
		proof->clauses[((RangeTblRef *) jointree)->rtindex] = above;
		return;
	}
	if (IsA(jointree, FromExpr))
	{
		above = add_conditions(proof->query, above,
							   ((FromExpr *) jointree)->quals);
		foreach(lc, ((FromExpr *) jointree)->fromlist)
			collect(proof, lfirst(lc), above);
		return;
	}
	both = add_conditions(proof->query, above,
						  castNode(JoinExpr, jointree)->quals);
	collect(proof, join->larg, join->jointype == JOIN_INNER ||
			join->jointype == JOIN_RIGHT ? both : above);
	collect(proof, join->rarg, join->jointype == JOIN_INNER ||
			join->jointype == JOIN_LEFT ? both : above);
}

static List *
add_conditions(Query *query, List *above, Node *quals)
{
	List	   *list = list_copy(above);
	ListCell   *lc;

	if (quals == NULL)
		return list;
	if (!is_andclause(quals))
		return lappend(list, cv_flatten_join_vars(query, quals));
	foreach(lc, ((BoolExpr *) quals)->args)
		list = add_conditions(query, list, lfirst(lc));
	return list;
}

static bool
becomes_known(const CvJoinProof *proof, Index rti)
{
	RangeTblEntry *rte = rt_fetch(rti, proof->query->rtable);

	switch (rte->rtekind)
	{
		case RTE_RELATION:
			if (rte->relkind == RELKIND_VIEW)
				return is_one_row(proof, rti, view_query(rte->relid));
			return cv_join_is_unique(proof, rti);
		case RTE_SUBQUERY:
			return is_one_row(proof, rti, rte->subquery);
		case RTE_CTE:
			return is_one_row(proof, rti, with_query(proof->query, rte));
		default:
			return true;
	}
}

/* is_one_row -- at most, for each row of what is known */
static bool
is_one_row(const CvJoinProof *proof, Index rti, Query *query)
{
	CvJoinProof inner = {.query = query};

	if (query == NULL)
		return false;
	if (!cv_from_reads_table((Node *) query) || is_limited(query) ||
		is_distinct(proof, rti, query))
		return true;
	/* one row at most of each table makes one at most of whatever it is */
	if (query->setOperations != NULL)
		return false;
	return prove(&inner, move_inwards(proof, rti, query)) == 0;
}

/*
 * is_limited -- LIMIT 1?
 *
 * As the parser gives it, an integer made a bigint: nothing is evaluated here,
 * as a superuser may do an ALTER VIEW.
 */
static bool
is_limited(Query *query)
{
	FuncExpr   *cast = (FuncExpr *) query->limitCount;
	Const	   *count = (Const *) query->limitCount;

	if (count == NULL || query->limitOption != LIMIT_OPTION_COUNT)
		return false;
	if (IsA(cast, FuncExpr) && cast->funcid == F_INT8_INT4)
		count = linitial(cast->args);
	if (!IsA(count, Const) || count->constisnull)
		return false;
	return count->consttype == INT4OID ?
		DatumGetInt32(count->constvalue) <= 1 :
		count->consttype == INT8OID && DatumGetInt64(count->constvalue) <= 1;
}

/* by DISTINCT, GROUP BY or UNION, and those columns compared as equal */
static bool
is_distinct(const CvJoinProof *proof, Index rti, Query *query)
{
	List	   *columns = NIL;
	List	   *operators = NIL;
	ListCell   *lc1;
	ListCell   *lc2;

	if (!query_supports_distinctness(query))
		return false;
	foreach(lc1, query->targetList)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc1);
		Node	   *column = (Node *) makeVarFromTargetEntry(rti, tle);

		foreach(lc2, tle->resjunk ? NIL : proof->clauses[rti])
		{
			Oid			opno;

			if (cv_join_match(proof, lfirst(lc2), column, &opno) != NULL &&
				get_mergejoin_opfamilies(opno) != NIL)
			{
				columns = lappend_int(columns, tle->resno);
				operators = lappend_oid(operators, opno);
			}
		}
	}
	return query_is_distinct_for(query, columns, operators);
}

/*
 * move_inwards -- conditions on a sub-select's columns, as conditions in it.
 *
 * What is known outside is a level up then, which counts as known.
 */
static List *
move_inwards(const CvJoinProof *proof, Index rti, Query *query)
{
	Inwards		inwards = {.rti = rti, .query = query};
	List	   *moved = NIL;
	ListCell   *lc;

	if (query->hasAggs || query->groupClause != NIL ||
		query->groupingSets != NIL || query->hasWindowFuncs ||
		query->hasTargetSRFs || query->distinctClause != NIL ||
		query->limitCount != NULL || query->limitOffset != NULL)
		return NIL;
	foreach(lc, proof->clauses[rti])
	{
		Node	   *clause = copyObject(lfirst(lc));
		ListCell   *var;
		bool		is_known = true;

		foreach(var, pull_vars_of_level(clause, 0))
		{
			Index		varno = lfirst_node(Var, var)->varno;

			is_known &= varno == rti || bms_is_member(varno, proof->known);
		}
		if (!is_known || checkExprHasSubLink(clause))
			continue;
		IncrementVarSublevelsUp(clause, 1, 0);
		inwards.has_failed = false;
		clause = move_expr(clause, &inwards);
		if (!inwards.has_failed)
			moved = add_conditions(query, moved, clause);
	}
	return moved;
}

static Node *
move_expr(Node *node, Inwards *inwards)
{
	Var		   *var = (Var *) node;
	TargetEntry *tle;

	if (node == NULL)
		return NULL;
	if (!IsA(node, Var) || var->varno != inwards->rti ||
		var->varlevelsup != 1)
		return expression_tree_mutator(node, move_expr, inwards);
	tle = get_tle_by_resno(inwards->query->targetList, var->varattno);
	if (tle != NULL && !checkExprHasSubLink((Node *) tle->expr))
		return copyObject((Node *) tle->expr);
	inwards->has_failed = true;
	return copyObject(node);
}

static Query *
view_query(Oid view)
{
	Relation	rel = relation_open(view, AccessShareLock);
	Query	   *query = copyObject(get_view_query(rel));

	relation_close(rel, NoLock);
	return query;
}

/* NULL if it is that of a query around ours, as is a recursive one in itself */
static Query *
with_query(Query *query, RangeTblEntry *rte)
{
	ListCell   *lc;

	foreach(lc, rte->ctelevelsup == 0 ? query->cteList : NIL)
	{
		CommonTableExpr *cte = lfirst_node(CommonTableExpr, lc);

		if (strcmp(cte->ctename, rte->ctename) == 0)
			return (Query *) cte->ctequery;
	}
	return NULL;
}

bool
cv_join_is_known(const CvJoinProof *proof, Node *expr)
{
	ListCell   *lc;

	foreach(lc, pull_vars_of_level(expr, 0))
	{
		if (!bms_is_member(lfirst_node(Var, lc)->varno, proof->known))
			return false;
	}
	return true;
}

Node *
cv_join_match(const CvJoinProof *proof, Node *clause, Node *operand,
			  Oid *opno)
{
	OpExpr	   *op = (OpExpr *) clause;
	Node	   *left;
	Node	   *right;

	if (!IsA(clause, OpExpr) || list_length(op->args) != 2)
		return NULL;
	left = cv_join_strip(linitial(op->args));
	right = cv_join_strip(lsecond(op->args));
	operand = cv_join_strip(operand);
	*opno = op->opno;
	if (cv_join_is_same(left, operand) && cv_join_is_known(proof, right))
		return right;
	*opno = get_commutator(op->opno);
	if (OidIsValid(*opno) && cv_join_is_same(right, operand) &&
		cv_join_is_known(proof, left))
		return left;
	return NULL;
}

/* a column is the same one whichever outer joins it has come through */
bool
cv_join_is_same(Node *a, Node *b)
{
	if (IsA(a, Var) && IsA(b, Var))
		return ((Var *) a)->varno == ((Var *) b)->varno &&
			((Var *) a)->varattno == ((Var *) b)->varattno &&
			((Var *) a)->varlevelsup == ((Var *) b)->varlevelsup;
	return equal(a, b);
}

/* without casts that do nothing */
Node *
cv_join_strip(Node *expr)
{
	while (expr != NULL && IsA(expr, RelabelType))
		expr = (Node *) ((RelabelType *) expr)->arg;
	return expr;
}

/* ---- what to say ---- */

/* as the join to a table of periods does: from <= time AND time < to */
static bool
compares_periods(const CvJoinProof *proof, Index rti)
{
	Bitmapset  *columns = NULL;
	ListCell   *lc1;
	ListCell   *lc2;

	foreach(lc1, proof->clauses[rti])
	{
		foreach(lc2, is_orclause(lfirst(lc1)) ?
				((BoolExpr *) lfirst(lc1))->args : list_make1(lfirst(lc1)))
		{
			AttrNumber	attnum = ordered_column(proof, rti, lfirst(lc2));

			if (attnum > 0)
				columns = bms_add_member(columns, attnum);
		}
	}
	return bms_membership(columns) == BMS_MULTIPLE;
}

/* the one that clause compares by <, <=, >= or > with what is known, or 0 */
static AttrNumber
ordered_column(const CvJoinProof *proof, Index rti, Node *clause)
{
	ListCell   *lc;

	foreach(lc, IsA(clause, OpExpr) ? ((OpExpr *) clause)->args : NIL)
	{
		Var		   *var = (Var *) cv_join_strip(lfirst(lc));
		Oid			opno;

		if (IsA(var, Var) && var->varno == rti && var->varlevelsup == 0 &&
			cv_join_match(proof, clause, (Node *) var, &opno) != NULL &&
			cv_join_is_order(opno))
			return var->varattno;
	}
	return 0;
}

static void
refuse(const CvJoinProof *proof, Index rti)
{
	RangeTblEntry *rte = rt_fetch(rti, proof->query->rtable);
	const char *name = rte->eref->aliasname;

	if (rte->rtekind == RTE_RELATION && compares_periods(proof, rti))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("\"%s\" is not joined on a unique key: rows added to it later would be missed",
						name),
				 errdetail("Periods in \"%s\" may overlap, unless a constraint says that they do not.",
						   name),
				 errhint("Add EXCLUDE USING gist (key WITH =, tstzrange(valid_from, valid_to) WITH &&) to it, or use WITH (joins = 'any'), which reads it as it is at that moment.")));
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("\"%s\" is not joined on a unique key: rows added to it later would be missed",
					name),
			 errhint("WITH (joins = 'any') reads it as it is at that moment.")));
}
