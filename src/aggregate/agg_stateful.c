/*-------------------------------------------------------------------------
 *
 * agg_stateful.c
 *	  Aggregates by their own transition functions: nodeAgg, borrowed.
 *
 * An Agg node is built by hand, started by the executor and never run.  What
 * it has compiled, the program that evaluates FILTER, strictness and the
 * transition functions of all aggregates for one row, is pointed at the group
 * that the row belongs to: exactly what ExecAgg() does, but for the choice of
 * the group.  Transition values live in the node's aggregate context, as the
 * functions expect.
 *
 * Transition values of a plain type are flattened when they come to rest, and
 * transitions go on from there.  Those of type internal can only come to rest
 * by their serialisation function, and nothing promises that transitions may
 * go on after a deserialisation: numeric's states lose their sum of squares.
 * So, as parallel query does, rows are collected in a fresh state, which is
 * combined with the one at rest when the group is settled.
 *
 * Whether a combine function is called depends on transValueIsNull alone;
 * noTransValue of a transition that is not strict stays true for ever.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_aggregate_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/nodeAgg.h"
#include "parser/parse_agg.h"
#include "utils/acl.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "aggregate/stateful_private.h"
#include "base/compat.h"

static void setup_trans(CvStatefulSet *set, StatefulTrans *trans,
						AggStatePerTrans pertrans, CvPlannedTrans *planned);
static void setup_send(CvStatefulSet *set, StatefulTrans *trans);
static void setup_combine(CvStatefulSet *set, StatefulTrans *trans);
static void setup_function(CvStatefulSet *set, StatefulTrans *trans,
						   FmgrInfo *finfo, Oid function, Expr *expr);
static void settle_internal(CvStatefulSet *set, StatefulTrans *trans,
							AggStatePerGroup group, Kept *kept);
static Datum revive(CvStatefulSet *set, StatefulTrans *trans,
					const Kept *kept, bool *isnull);
static Datum combine(CvStatefulSet *set, StatefulTrans *trans,
					 Datum left, bool left_isnull,
					 Datum right, bool right_isnull, bool *isnull);
static Datum finish_revived(CvStatefulSet *set, StatefulTrans *trans,
							AggStatePerAgg peragg, const Kept *kept,
							bool *isnull);
static Datum call_final(CvStatefulSet *set, AggStatePerAgg peragg,
						Datum value, bool value_isnull, bool *isnull);
static void merge_plain(CvStatefulSet *set, StatefulTrans *trans,
						AggStatePerGroup dst, AggStatePerGroup src);
static void keep(CvStatefulSet *set, StatefulTrans *trans, Kept *kept,
				 Datum live, bool isnull);
static ExprContext *work_begin(CvStatefulSet *set);
static void work_end(CvStatefulSet *set, ExprContext *before);

CvStatefulSet *
cv_stateful_set_create(CvStatefulPlan *plan, AggState *aggstate)
{
	CvStatefulSet *set = palloc0(sizeof(CvStatefulSet));
	ListCell   *lc;

	set->context = CurrentMemoryContext;
	set->aggstate = aggstate;
	set->states = aggstate->aggcontexts[0];
	set->scratch = CreateExprContext(aggstate->ss.ps.state);
	set->work = CreateExprContext(aggstate->ss.ps.state);
	set->program = aggstate->phase->evaltrans;
	set->count = list_length(plan->trans);
	set->trans = palloc0(set->count * sizeof(StatefulTrans));
	foreach(lc, plan->trans)
	{
		int			i = foreach_current_index(lc);

		setup_trans(set, &set->trans[i], &aggstate->pertrans[i], lfirst(lc));
	}

	set->final_changes = palloc0(list_length(plan->infos) * sizeof(bool));
	foreach(lc, plan->infos)
	{
		CvAggInfo  *info = lfirst(lc);

		set->final_changes[foreach_current_index(lc)] =
			info->finalmodify != AGGMODIFY_READ_ONLY;
	}
	return set;
}

static void
setup_trans(CvStatefulSet *set, StatefulTrans *trans,
			AggStatePerTrans pertrans, CvPlannedTrans *planned)
{
	const CvAggInfo *info = planned->info;
	Expr	   *expr;

	trans->pertrans = pertrans;
	trans->info = info;
	trans->column = planned->column;
	trans->is_internal = (info->transtype == INTERNALOID);
	if (!trans->is_internal)
	{
		setup_send(set, trans);
		return;
	}

	trans->kept = set->nkept++;
	setup_combine(set, trans);
	build_aggregate_serialfn_expr(info->serialfn, &expr);
	setup_function(set, trans, &trans->serial, info->serialfn, expr);
	build_aggregate_deserialfn_expr(info->deserialfn, &expr);
	setup_function(set, trans, &trans->deserial, info->deserialfn, expr);
}

/*
 * A saved state may be dumped and restored.  Values of built-in types hold
 * nothing that does not survive this, but enums, composite types and arrays
 * of such hold oids: these are saved as they would be sent, if they can be.
 */
static void
setup_send(CvStatefulSet *set, StatefulTrans *trans)
{
	Oid			type = trans->info->transtype;
	int16		typlen;
	bool		typbyval;
	char		typalign;
	char		typdelim;
	Oid			param;
	Oid			send;
	Oid			receive;

	if (type < FirstNormalObjectId &&
		get_element_type(type) < FirstNormalObjectId)
		return;
	get_type_io_data(type, IOFunc_send, &typlen, &typbyval, &typalign,
					 &typdelim, &param, &send);
	get_type_io_data(type, IOFunc_receive, &typlen, &typbyval, &typalign,
					 &typdelim, &trans->receive_param, &receive);
	if (!OidIsValid(send) || !OidIsValid(receive))
		return;
	fmgr_info_cxt(send, &trans->send, set->context);
	fmgr_info_cxt(receive, &trans->receive, set->context);
	trans->is_sent = true;
}

static void
setup_combine(CvStatefulSet *set, StatefulTrans *trans)
{
	Oid			type = trans->info->transtype;
	Oid			inputs[2] = {type, type};
	Expr	   *expr;

	if (!OidIsValid(trans->info->combinefn))
		elog(ERROR, "aggregate %u has no combine function",
			 trans->info->aggref->aggfnoid);
	build_aggregate_transfn_expr(inputs, 2, 0, false, type,
								 trans->pertrans->aggCollation,
								 trans->info->combinefn, InvalidOid,
								 &expr, NULL);
	setup_function(set, trans, &trans->combine, trans->info->combinefn, expr);
}

/* ExecInitAgg() has done the like for the transition and final functions. */
static void
setup_function(CvStatefulSet *set, StatefulTrans *trans, FmgrInfo *finfo,
			   Oid function, Expr *expr)
{
	Oid			aggregate = trans->info->aggref->aggfnoid;
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(aggregate));
	Oid			owner;
	AclResult	result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", aggregate);
	owner = ((Form_pg_proc) GETSTRUCT(tuple))->proowner;
	ReleaseSysCache(tuple);

	result = cv_function_aclcheck(function, owner);
	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_FUNCTION, get_func_name(function));
	InvokeFunctionExecuteHook(function);
	fmgr_info_cxt(function, finfo, set->context);
	fmgr_info_set_expr((Node *) expr, finfo);
}

int
cv_stateful_count(const CvStatefulSet *set)
{
	return set->count;
}

Size
cv_stateful_size(const CvStatefulSet *set)
{
	return set->count * sizeof(AggStatePerGroupData) +
		set->nkept * sizeof(Kept);
}

MemoryContext
cv_stateful_context(const CvStatefulSet *set)
{
	return set->aggstate->aggcontexts[0]->ecxt_per_tuple_memory;
}

void
cv_stateful_reset(CvStatefulSet *set)
{
	ReScanExprContext(set->states);
}

void
cv_stateful_scratch_begin(CvStatefulSet *set)
{
	set->aggstate->aggcontexts[0] = set->scratch;
}

void
cv_stateful_scratch_end(CvStatefulSet *set)
{
	set->aggstate->aggcontexts[0] = set->states;
	ReScanExprContext(set->scratch);
}

/*
 * work_begin -- what functions allocate is freed by work_end().
 *
 * Internal states cannot be freed one by one, and each merge and each result
 * makes new ones.
 */
static ExprContext *
work_begin(CvStatefulSet *set)
{
	ExprContext *before = set->aggstate->aggcontexts[0];

	set->aggstate->aggcontexts[0] = set->work;
	return before;
}

static void
work_end(CvStatefulSet *set, ExprContext *before)
{
	set->aggstate->aggcontexts[0] = before;
	ReScanExprContext(set->work);
}

void
cv_stateful_init(CvStatefulSet *set, char *state)
{
	AggStatePerGroup groups = (AggStatePerGroup) state;

	memset(state, 0, cv_stateful_size(set));
	for (int i = 0; i < set->count; i++)
		cv_stateful_init_group(set, &set->trans[i], &groups[i]);
}

void
cv_stateful_init_group(CvStatefulSet *set, StatefulTrans *trans, AggStatePerGroup group)
{
	AggStatePerTrans pertrans = trans->pertrans;

	group->transValue = (Datum) 0;
	group->transValueIsNull = pertrans->initValueIsNull;
	group->noTransValue = pertrans->initValueIsNull;
	if (!pertrans->initValueIsNull)
	{
		MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

		group->transValue = datumCopy(pertrans->initValue,
									  pertrans->transtypeByVal,
									  pertrans->transtypeLen);
		MemoryContextSwitchTo(old);
	}
}

void
cv_stateful_advance(CvStatefulSet *set, char *state, TupleTableSlot *row)
{
	AggState   *aggstate = set->aggstate;
	ExprContext *econtext = aggstate->tmpcontext;

	aggstate->all_pergroups[0] = (AggStatePerGroup) state;
	econtext->ecxt_outertuple = row;
	ExecEvalExprNoReturnSwitchContext(set->program, econtext);
	ResetExprContext(econtext);
}

void
cv_stateful_settle(CvStatefulSet *set, char *state)
{
	AggStatePerGroup groups = (AggStatePerGroup) state;
	MemoryContext old;

	if (set->nkept == 0)
		return;
	old = MemoryContextSwitchTo(cv_stateful_context(set));
	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];

		if (trans->is_internal)
			settle_internal(set, trans, &groups[i],
							get_kept(set, state, trans));
	}
	MemoryContextSwitchTo(old);
}

static void
settle_internal(CvStatefulSet *set, StatefulTrans *trans,
				AggStatePerGroup group, Kept *kept)
{
	Datum		live = group->transValue;
	bool		isnull = false;

	if (group->transValueIsNull)
		return;
	if (kept->bytes != NULL)
	{
		Datum		left = revive(set, trans, kept, &isnull);

		live = combine(set, trans, left, isnull, live, false, &isnull);
	}
	keep(set, trans, kept, live, isnull);
	cv_stateful_init_group(set, trans, group);
}

/* kept := live, in bytes; the current context is the aggregate context */
static void
keep(CvStatefulSet *set, StatefulTrans *trans, Kept *kept,
	 Datum live, bool isnull)
{
	if (kept->bytes != NULL)
		pfree(kept->bytes);
	kept->bytes = isnull ? NULL : cv_stateful_serialize(set, trans, live);
	kept->live = kept->bytes ? DatumGetPointer(live) : NULL;
}

/* In the current context; NULL if that is what the function gives. */
struct varlena *
cv_stateful_serialize(CvStatefulSet *set, StatefulTrans *trans, Datum live)
{
	LOCAL_FCINFO(fcinfo, 1);
	Datum		bytes;

	InitFunctionCallInfoData(*fcinfo, &trans->serial, 1, InvalidOid,
							 (Node *) set->aggstate, NULL);
	fcinfo->args[0].value = live;
	fcinfo->args[0].isnull = false;
	set->aggstate->curaggcontext = set->aggstate->aggcontexts[0];
	set->aggstate->curpertrans = trans->pertrans;
	bytes = FunctionCallInvoke(fcinfo);
	return fcinfo->isnull ? NULL : (struct varlena *) DatumGetPointer(bytes);
}

/*
 * revive -- a state that may be combined and finished.
 *
 * Not what the deserialisation function gives, but what combining that with
 * nothing gives: no other kind of state reaches a final function in a
 * parallel query either.
 */
static Datum
revive(CvStatefulSet *set, StatefulTrans *trans, const Kept *kept,
	   bool *isnull)
{
	LOCAL_FCINFO(fcinfo, 2);
	MemoryContext old;
	Datum		state;

	InitFunctionCallInfoData(*fcinfo, &trans->deserial, 2, InvalidOid,
							 (Node *) set->aggstate, NULL);
	fcinfo->args[0].value = PointerGetDatum(kept->bytes);
	fcinfo->args[0].isnull = false;
	fcinfo->args[1].value = PointerGetDatum(NULL);
	fcinfo->args[1].isnull = false;
	set->aggstate->curaggcontext = set->aggstate->aggcontexts[0];
	set->aggstate->curpertrans = trans->pertrans;
	old = MemoryContextSwitchTo(cv_stateful_context(set));
	state = FunctionCallInvoke(fcinfo);
	state = combine(set, trans, (Datum) 0, true, state, fcinfo->isnull,
					isnull);
	MemoryContextSwitchTo(old);
	return state;
}

/* In the current context; the result may be left or right itself. */
static Datum
combine(CvStatefulSet *set, StatefulTrans *trans,
		Datum left, bool left_isnull,
		Datum right, bool right_isnull, bool *isnull)
{
	LOCAL_FCINFO(fcinfo, 2);
	Datum		result;

	if (trans->combine.fn_strict && (left_isnull || right_isnull))
	{
		*isnull = left_isnull && right_isnull;
		return right_isnull ? left : right;
	}

	InitFunctionCallInfoData(*fcinfo, &trans->combine, 2,
							 trans->pertrans->aggCollation,
							 (Node *) set->aggstate, NULL);
	fcinfo->args[0].value = left;
	fcinfo->args[0].isnull = left_isnull;
	fcinfo->args[1].value = right;
	fcinfo->args[1].isnull = right_isnull;
	set->aggstate->curaggcontext = set->aggstate->aggcontexts[0];
	set->aggstate->curpertrans = trans->pertrans;
	result = FunctionCallInvoke(fcinfo);
	*isnull = fcinfo->isnull;
	return result;
}

Datum
cv_stateful_finish(CvStatefulSet *set, char *state, int aggno, bool *isnull)
{
	AggStatePerAgg peragg = &set->aggstate->peragg[aggno];
	StatefulTrans *trans = &set->trans[peragg->transno];
	AggStatePerTrans pertrans = trans->pertrans;
	AggStatePerGroup group = &((AggStatePerGroup) state)[peragg->transno];
	Datum		value = group->transValue;
	Datum		result;

	*isnull = group->transValueIsNull;
	if (trans->is_internal)
	{
		Kept	   *kept = get_kept(set, state, trans);

		*isnull = (kept->bytes == NULL);
		value = PointerGetDatum(kept->live);
		if (kept->bytes != NULL &&
			(kept->live == NULL || set->final_changes[aggno]))
			return finish_revived(set, trans, peragg, kept, isnull);
	}
	else if (!*isnull &&
			 (!OidIsValid(peragg->finalfn_oid) || set->final_changes[aggno]))
		value = cv_flat_copy(value, pertrans->transtypeByVal,
							 pertrans->transtypeLen);

	if (!OidIsValid(peragg->finalfn_oid))
		return value;
	value = MakeExpandedObjectReadOnly(value, *isnull,
									   pertrans->transtypeLen);
	result = call_final(set, peragg, value, *isnull, isnull);

	/* a final function may give its argument back */
	if (!*isnull && !peragg->resulttypeByVal &&
		DatumGetPointer(result) == DatumGetPointer(value))
		result = cv_flat_copy(result, peragg->resulttypeByVal,
							  peragg->resulttypeLen);
	return result;
}

/* The result must not point into the revived state, which is gone then. */
static Datum
finish_revived(CvStatefulSet *set, StatefulTrans *trans,
			   AggStatePerAgg peragg, const Kept *kept, bool *isnull)
{
	ExprContext *before = work_begin(set);
	Datum		value = revive(set, trans, kept, isnull);
	Datum		result = call_final(set, peragg, value, *isnull, isnull);

	if (!*isnull)
		result = cv_flat_copy(result, peragg->resulttypeByVal,
							  peragg->resulttypeLen);
	work_end(set, before);
	return result;
}

static Datum
call_final(CvStatefulSet *set, AggStatePerAgg peragg, Datum value,
		   bool value_isnull, bool *isnull)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	AggState   *aggstate = set->aggstate;
	AggStatePerTrans pertrans = &aggstate->pertrans[peragg->transno];
	bool		any_null = value_isnull || peragg->numFinalArgs > 1;
	Datum		result;

	*isnull = true;
	if (peragg->finalfn.fn_strict && any_null)
		return (Datum) 0;

	InitFunctionCallInfoData(*fcinfo, &peragg->finalfn, peragg->numFinalArgs,
							 pertrans->aggCollation, (Node *) aggstate, NULL);
	fcinfo->args[0].value = value;
	fcinfo->args[0].isnull = value_isnull;
	for (int i = 1; i < peragg->numFinalArgs; i++)
	{
		fcinfo->args[i].value = (Datum) 0;
		fcinfo->args[i].isnull = true;
	}
	aggstate->curaggcontext = aggstate->aggcontexts[0];
	aggstate->curperagg = peragg;
	result = FunctionCallInvoke(fcinfo);
	aggstate->curperagg = NULL;
	*isnull = fcinfo->isnull;
	return result;
}

void
cv_stateful_merge(CvStatefulSet *set, char *dst, char *src)
{
	AggStatePerGroup dst_groups = (AggStatePerGroup) dst;
	AggStatePerGroup src_groups = (AggStatePerGroup) src;

	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];

		if (trans->is_internal)
			cv_stateful_merge_kept(set, trans, get_kept(set, dst, trans),
						   get_kept(set, src, trans));
		else
			merge_plain(set, trans, &dst_groups[i], &src_groups[i]);
	}
}

void
cv_stateful_merge_kept(CvStatefulSet *set, StatefulTrans *trans, Kept *dst,
					   const Kept *src)
{
	ExprContext *before;
	MemoryContext old;
	Datum		left = (Datum) 0;
	Datum		right;
	bool		left_isnull = true;
	bool		right_isnull;
	struct varlena *bytes = NULL;

	if (src->bytes == NULL)
		return;
	before = work_begin(set);
	old = MemoryContextSwitchTo(cv_stateful_context(set));
	if (dst->bytes != NULL)
		left = revive(set, trans, dst, &left_isnull);
	right = revive(set, trans, src, &right_isnull);
	left = combine(set, trans, left, left_isnull, right, right_isnull,
				   &left_isnull);
	if (!left_isnull)
		bytes = cv_stateful_serialize(set, trans, left);

	MemoryContextSwitchTo(before->ecxt_per_tuple_memory);
	if (dst->bytes != NULL)
		pfree(dst->bytes);
	dst->bytes = cv_stateful_copy_bytes(bytes);
	dst->live = NULL;
	MemoryContextSwitchTo(old);
	work_end(set, before);
}

struct varlena *
cv_stateful_copy_bytes(const struct varlena *bytes)
{
	if (bytes == NULL)
		return NULL;
	return (struct varlena *)
		DatumGetPointer(datumCopy(PointerGetDatum(bytes), false, -1));
}

/*
 * merge_plain -- neither side may be taken over by the function, as one could
 * do with an expanded object that may be written: hence read-only pointers.
 */
static void
merge_plain(CvStatefulSet *set, StatefulTrans *trans,
			AggStatePerGroup dst, AggStatePerGroup src)
{
	AggStatePerTrans pertrans = trans->pertrans;
	Datum		left = MakeExpandedObjectReadOnly(dst->transValue,
												  dst->transValueIsNull,
												  pertrans->transtypeLen);
	Datum		right = MakeExpandedObjectReadOnly(src->transValue,
												   src->transValueIsNull,
												   pertrans->transtypeLen);
	Datum		result;
	bool		isnull;

	if (!OidIsValid(trans->combine.fn_oid))
		setup_combine(set, trans);
	result = combine(set, trans, left, dst->transValueIsNull,
					 right, src->transValueIsNull, &isnull);

	/* the next row must not be taken for the first one */
	dst->noTransValue = isnull && dst->noTransValue && src->noTransValue;

	/* given back, it is as it was, or was changed in place */
	if (!isnull && !dst->transValueIsNull && !pertrans->transtypeByVal &&
		DatumGetPointer(result) == DatumGetPointer(left))
		return;
	if (!isnull)
	{
		MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

		result = datumCopy(result, pertrans->transtypeByVal,
						   pertrans->transtypeLen);
		MemoryContextSwitchTo(old);
	}
	if (!dst->transValueIsNull)
		cv_stateful_release_value(trans, dst->transValue);
	dst->transValue = isnull ? (Datum) 0 : result;
	dst->transValueIsNull = isnull;
}

void
cv_stateful_release_value(const StatefulTrans *trans, Datum value)
{
	AggStatePerTrans pertrans = trans->pertrans;

	if (pertrans->transtypeByVal)
		return;
	if (DatumIsReadWriteExpandedObject(value, false, pertrans->transtypeLen))
		DeleteExpandedObject(value);
	else
		pfree(DatumGetPointer(value));
}
