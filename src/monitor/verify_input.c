/*-------------------------------------------------------------------------
 *
 * verify_input.c
 *	  verify(): the rows of the input that the view has consumed.
 *
 * A row is told by its raw xmin, which freezing keeps, and the saved set of
 * consumed transactions; see reader_filter.c.  (If transaction IDs have wrapped
 * around, a frozen row may have the xid of a transaction that waits to be
 * consumed, and is taken for one of its rows here.)
 *
 * Rows that on_error = skip has left out are told by what they say: it is in
 * the table of late rows.  Another row that says the same fails as well.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_func.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

#include "monitor/verify.h"
#include "output/late_table.h"

/* Whose rows are judged, and the last verdict: most are like the one before. */
typedef struct Judge
{
	const CvPosition *position;
	uint64		near_xid;
	Oid			relid;
	const CvXidSet *consumed;	/* of that leaf; NULL: it has no rows for us */
	const CvXidSet *not_counted;
	TransactionId xmin;
	bool		is_taken;
} Judge;

PG_FUNCTION_INFO_V1(cv_verify_takes);

static Judge judge;

static void enter_leaf(Oid relid);
static bool is_taken(TransactionId xmin);
static Expr *takes_call(Index varno);
static Expr *not_skipped(const CvViewSpec *spec, Index varno);
static ArrayType *skipped_rows(Oid late);
static Expr *row_content(const CvViewSpec *spec, Index varno);

void
cv_verify_input_begin(const CvPosition *position)
{
	FullTransactionId next = ReadNextFullTransactionId();

	memset(&judge, 0, sizeof(Judge));
	judge.position = position;
	judge.near_xid = U64FromFullTransactionId(next);
}

void
cv_verify_input_end(void)
{
	judge.position = NULL;
}

/* SQL: verify_takes(tableoid oid, xmin xid) */
Datum
cv_verify_takes(PG_FUNCTION_ARGS)
{
	Oid			relid = PG_GETARG_OID(0);
	TransactionId xmin = PG_GETARG_TRANSACTIONID(1);

	if (judge.position == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("continuous.verify_takes() is for continuous.verify() only")));
	if (relid != judge.relid)
		enter_leaf(relid);
	if (xmin != judge.xmin)
	{
		judge.is_taken = judge.consumed != NULL && is_taken(xmin);
		judge.xmin = xmin;
	}
	PG_RETURN_BOOL(judge.is_taken);
}

static void
enter_leaf(Oid relid)
{
	const CvPosition *position = judge.position;

	judge.relid = relid;
	judge.xmin = InvalidTransactionId;
	judge.is_taken = false;
	judge.consumed = judge.not_counted = NULL;
	for (int i = 0; i < position->nleaves; i++)
	{
		const CvLeaf *leaf = &position->leaves[i];

		if (leaf->relid != relid || leaf->is_detached)
			continue;
		judge.consumed = cv_position_leaf_set(position, leaf);
		if (leaf->begins_from_now)
			judge.not_counted = &position->not_counted;
	}
}

static bool
is_taken(TransactionId xmin)
{
	uint64		xid = cv_xid_widen(xmin, judge.near_xid);

	/* older than the counter, which somebody has reset */
	if (xid > judge.near_xid)
		xid = FrozenTransactionId;
	return cv_xid_set_contains(judge.consumed, xid) &&
		(judge.not_counted == NULL ||
		 !cv_xid_set_contains(judge.not_counted, xid));
}

List *
cv_verify_input_conditions(const CvViewSpec *spec, const CvPosition *position,
						   Index varno)
{
	List	   *result = list_make1(takes_call(varno));

	if (position->counters.rows_failed > 0 && OidIsValid(spec->late))
		result = lappend(result, not_skipped(spec, varno));
	return result;
}

static Expr *
takes_call(Index varno)
{
	Oid			types[] = {OIDOID, XIDOID};
	List	   *name = list_make2(makeString("continuous"),
								  makeString("verify_takes"));
	Var		   *relid = makeVar(varno, TableOidAttributeNumber, OIDOID, -1,
								InvalidOid, 0);
	Var		   *xmin = makeVar(varno, MinTransactionIdAttributeNumber, XIDOID,
							   -1, InvalidOid, 0);

	return (Expr *) makeFuncExpr(LookupFuncName(name, lengthof(types), types,
												false),
								 BOOLOID, list_make2(relid, xmin), InvalidOid,
								 InvalidOid, COERCE_EXPLICIT_CALL);
}

/* not_skipped -- to_jsonb(row) <> ALL (what was skipped) */
static Expr *
not_skipped(const CvViewSpec *spec, Index varno)
{
	ScalarArrayOpExpr *test = makeNode(ScalarArrayOpExpr);
	Const	   *skipped = makeConst(JSONBARRAYOID, -1, InvalidOid, -1,
									PointerGetDatum(skipped_rows(spec->late)),
									false, false);
	Expr	   *content = row_content(spec, varno);
	Oid			equals = lookup_type_cache(JSONBOID,
										   TYPECACHE_EQ_OPR)->eq_opr;

	test->opno = get_negator(equals);
	test->opfuncid = get_opcode(test->opno);
	test->useOr = false;
	test->args = list_make2(content, skipped);
	test->location = -1;
	return (Expr *) test;
}

static ArrayType *
skipped_rows(Oid late)
{
	Relation	rel = table_open(late, NoLock);
	TableScanDesc scan = table_beginscan(rel, GetActiveSnapshot(), 0, NULL);
	TupleTableSlot *row = table_slot_create(rel, NULL);
	ArrayBuildState *state = initArrayResult(JSONBOID, CurrentMemoryContext,
											 true);

	while (table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		char	   *reason;
		Datum		content;
		bool		isnull;

		CHECK_FOR_INTERRUPTS();
		reason = TextDatumGetCString(slot_getattr(row, CV_LATE_ATT_REASON,
												  &isnull));
		content = slot_getattr(row, CV_LATE_ATT_ROW_DATA, &isnull);
		if (!isnull && strcmp(reason, "error") == 0)
			accumArrayResult(state, content, false, JSONBOID,
							 CurrentMemoryContext);
		pfree(reason);
	}
	ExecDropSingleTupleTableSlot(row);
	table_endscan(scan);
	table_close(rel, NoLock);
	return DatumGetArrayTypeP(makeArrayResult(state, CurrentMemoryContext));
}

/* row_content -- what late_table.c would keep of the row. */
static Expr *
row_content(const CvViewSpec *spec, Index varno)
{
	TupleDesc	desc = cv_late_columns(spec);
	RowExpr    *row = makeNode(RowExpr);

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		char	   *name = NameStr(att->attname);

		row->args = lappend(row->args,
							makeVar(varno, get_attnum(spec->input, name),
									att->atttypid, att->atttypmod,
									att->attcollation, 0));
		row->colnames = lappend(row->colnames, makeString(pstrdup(name)));
	}
	row->row_typeid = RECORDOID;
	row->row_format = COERCE_EXPLICIT_CALL;
	row->location = -1;
	return (Expr *) makeFuncExpr(F_TO_JSONB, JSONBOID, list_make1(row),
								 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}
