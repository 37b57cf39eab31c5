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

#include "aggregate/agg_stateful.h"
#include "base/compat.h"

#define FLAG_NULL		0x01	/* transValueIsNull */
#define FLAG_NO_VALUE	0x02	/* noTransValue */

/* A state of type internal at rest; bytes = NULL: it has seen no rows. */
typedef struct Kept
{
	struct varlena *bytes;
	void	   *live;			/* the same, not serialised, or NULL */
} Kept;

typedef struct StatefulTrans
{
	AggStatePerTrans pertrans;
	const CvAggInfo *info;
	int			column;
	bool		is_internal;
	int			kept;			/* which Kept, if it is */
	FmgrInfo	combine;		/* these: fn_oid not valid = not yet set up */
	FmgrInfo	serial;
	FmgrInfo	deserial;
	bool		is_sent;		/* saved by send, loaded by receive */
	FmgrInfo	send;
	FmgrInfo	receive;
	Oid			receive_param;
} StatefulTrans;

/* State area: AggStatePerGroupData[count], Kept[nkept] */
struct CvStatefulSet
{
	MemoryContext context;		/* of this struct */
	AggState   *aggstate;
	ExprState  *program;
	bool	   *final_changes;	/* per aggno: the function may write */
	int			count;
	int			nkept;
	StatefulTrans *trans;
};

static void setup_trans(CvStatefulSet *set, StatefulTrans *trans,
						AggStatePerTrans pertrans, CvPlannedTrans *planned);
static void setup_send(CvStatefulSet *set, StatefulTrans *trans);
static void setup_combine(CvStatefulSet *set, StatefulTrans *trans);
static void setup_function(CvStatefulSet *set, StatefulTrans *trans,
						   FmgrInfo *finfo, Oid function, Expr *expr);
static void init_group(CvStatefulSet *set, StatefulTrans *trans,
					   AggStatePerGroup group);
static void settle_internal(CvStatefulSet *set, StatefulTrans *trans,
							AggStatePerGroup group, Kept *kept);
static Datum revive(CvStatefulSet *set, StatefulTrans *trans,
					const Kept *kept, bool *isnull);
static Datum combine(CvStatefulSet *set, StatefulTrans *trans,
					 Datum left, bool left_isnull,
					 Datum right, bool right_isnull, bool *isnull);
static Datum call_final(CvStatefulSet *set, AggStatePerAgg peragg,
						Datum value, bool value_isnull, bool *isnull);
static void load_plain(StatefulTrans *trans, AggStatePerGroup group,
					   CvFlatReader *reader);
static void merge_plain(CvStatefulSet *set, StatefulTrans *trans,
						AggStatePerGroup dst, AggStatePerGroup src);
static void merge_internal(CvStatefulSet *set, StatefulTrans *trans,
						   Kept *dst, Kept *src);
static void keep(CvStatefulSet *set, StatefulTrans *trans, Kept *kept,
				 Datum live, bool isnull);
static Kept *get_kept(const CvStatefulSet *set, const char *state,
					  const StatefulTrans *trans);

CvStatefulSet *
cv_stateful_set_create(CvStatefulPlan *plan, AggState *aggstate)
{
	CvStatefulSet *set = palloc0(sizeof(CvStatefulSet));
	ListCell   *lc;

	set->context = CurrentMemoryContext;
	set->aggstate = aggstate;
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
	ReScanExprContext(set->aggstate->aggcontexts[0]);
}

static Kept *
get_kept(const CvStatefulSet *set, const char *state,
		 const StatefulTrans *trans)
{
	const char *first = state + set->count * sizeof(AggStatePerGroupData);

	return &((Kept *) unconstify(char *, first))[trans->kept];
}

void
cv_stateful_init(CvStatefulSet *set, char *state)
{
	AggStatePerGroup groups = (AggStatePerGroup) state;

	memset(state, 0, cv_stateful_size(set));
	for (int i = 0; i < set->count; i++)
		init_group(set, &set->trans[i], &groups[i]);
}

static void
init_group(CvStatefulSet *set, StatefulTrans *trans, AggStatePerGroup group)
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
	init_group(set, trans, group);
}

/* kept := live, in bytes; the current context is the aggregate context */
static void
keep(CvStatefulSet *set, StatefulTrans *trans, Kept *kept,
	 Datum live, bool isnull)
{
	LOCAL_FCINFO(fcinfo, 1);
	Datum		bytes;

	if (kept->bytes != NULL)
		pfree(kept->bytes);
	kept->bytes = NULL;
	kept->live = NULL;
	if (isnull)
		return;

	InitFunctionCallInfoData(*fcinfo, &trans->serial, 1, InvalidOid,
							 (Node *) set->aggstate, NULL);
	fcinfo->args[0].value = live;
	fcinfo->args[0].isnull = false;
	set->aggstate->curpertrans = trans->pertrans;
	bytes = FunctionCallInvoke(fcinfo);
	if (fcinfo->isnull)
		return;
	kept->bytes = (struct varlena *) DatumGetPointer(bytes);
	kept->live = DatumGetPointer(live);
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
			value = revive(set, trans, kept, isnull);
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
			merge_internal(set, trans, get_kept(set, dst, trans),
						   get_kept(set, src, trans));
		else
			merge_plain(set, trans, &dst_groups[i], &src_groups[i]);
	}
}

static void
merge_internal(CvStatefulSet *set, StatefulTrans *trans, Kept *dst, Kept *src)
{
	Datum		left = (Datum) 0;
	Datum		right;
	bool		left_isnull = true;
	bool		right_isnull;
	MemoryContext old;

	if (src->bytes == NULL)
		return;
	old = MemoryContextSwitchTo(cv_stateful_context(set));
	if (dst->bytes != NULL)
		left = revive(set, trans, dst, &left_isnull);
	right = revive(set, trans, src, &right_isnull);
	left = combine(set, trans, left, left_isnull, right, right_isnull,
				   &left_isnull);
	keep(set, trans, dst, left, left_isnull);
	MemoryContextSwitchTo(old);
}

static void
merge_plain(CvStatefulSet *set, StatefulTrans *trans,
			AggStatePerGroup dst, AggStatePerGroup src)
{
	AggStatePerTrans pertrans = trans->pertrans;
	Datum		result;
	bool		isnull;

	if (!OidIsValid(trans->combine.fn_oid))
		setup_combine(set, trans);
	result = combine(set, trans, dst->transValue, dst->transValueIsNull,
					 src->transValue, src->transValueIsNull, &isnull);
	if (isnull)
		result = (Datum) 0;
	else if (DatumGetPointer(result) != DatumGetPointer(dst->transValue) ||
			 dst->transValueIsNull)
	{
		MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

		result = datumCopy(result, pertrans->transtypeByVal,
						   pertrans->transtypeLen);
		MemoryContextSwitchTo(old);
	}
	dst->transValue = result;
	dst->transValueIsNull = isnull;

	/* the next row must not be taken for the first one */
	dst->noTransValue = isnull && dst->noTransValue && src->noTransValue;
}

void
cv_stateful_freeze(CvStatefulSet *set, const char *state, StringInfo out)
{
	const AggStatePerGroupData *groups = (const AggStatePerGroupData *) state;

	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];
		AggStatePerTrans pertrans = trans->pertrans;

		if (trans->is_internal)
		{
			Kept	   *kept = get_kept(set, state, trans);

			appendStringInfoCharMacro(out, kept->bytes ? 0 : FLAG_NULL);
			if (kept->bytes)
				cv_flat_append(out, PointerGetDatum(kept->bytes), false, -1);
			continue;
		}
		appendStringInfoCharMacro(out,
								  (groups[i].transValueIsNull ? FLAG_NULL : 0) |
								  (groups[i].noTransValue ? FLAG_NO_VALUE : 0));
		if (!groups[i].transValueIsNull)
			cv_flat_append(out, groups[i].transValue,
						   pertrans->transtypeByVal, pertrans->transtypeLen);
	}
}

void
cv_stateful_thaw(CvStatefulSet *set, char *state, CvFlatReader *reader)
{
	AggStatePerGroup groups = (AggStatePerGroup) state;
	MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

	memset(state, 0, cv_stateful_size(set));
	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];
		uint8		flags;

		cv_flat_read_bytes(reader, &flags, sizeof(flags));
		if (trans->is_internal)
		{
			Kept	   *kept = get_kept(set, state, trans);

			init_group(set, trans, &groups[i]);
			if ((flags & FLAG_NULL) == 0)
				kept->bytes = (struct varlena *)
					DatumGetPointer(cv_flat_read(reader, false, -1));
			continue;
		}
		groups[i].transValueIsNull = (flags & FLAG_NULL) != 0;
		groups[i].noTransValue = (flags & FLAG_NO_VALUE) != 0;
		if ((flags & FLAG_NULL) == 0)
			groups[i].transValue =
				cv_flat_read(reader, trans->pertrans->transtypeByVal,
							 trans->pertrans->transtypeLen);
	}
	MemoryContextSwitchTo(old);
}

bool
cv_stateful_save(CvStatefulSet *set, int i, const char *state, StringInfo out)
{
	const AggStatePerGroupData *group =
		&((const AggStatePerGroupData *) state)[i];
	StatefulTrans *trans = &set->trans[i];
	AggStatePerTrans pertrans = trans->pertrans;

	if (trans->is_internal)
	{
		Kept	   *kept = get_kept(set, state, trans);

		if (kept->bytes == NULL)
			return false;
		cv_flat_append(out, PointerGetDatum(kept->bytes), false, -1);
		return true;
	}

	if (!group->transValueIsNull && trans->column >= 0)
		return false;
	if (group->transValueIsNull && group->noTransValue &&
		pertrans->initValueIsNull)
		return false;
	appendStringInfoCharMacro(out,
							  (group->transValueIsNull ? FLAG_NULL : 0) |
							  (group->noTransValue ? FLAG_NO_VALUE : 0));
	if (group->transValueIsNull)
		return true;
	if (trans->is_sent)
		cv_flat_append(out,
					   PointerGetDatum(SendFunctionCall(&trans->send,
														group->transValue)),
					   false, -1);
	else
		cv_flat_append(out, group->transValue, pertrans->transtypeByVal,
					   pertrans->transtypeLen);
	return true;
}

void
cv_stateful_load(CvStatefulSet *set, int i, char *state, const Datum *values,
				 const bool *isnull, CvFlatReader *reader)
{
	AggStatePerGroup group = &((AggStatePerGroup) state)[i];
	StatefulTrans *trans = &set->trans[i];
	AggStatePerTrans pertrans = trans->pertrans;
	MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

	if (trans->is_internal)
	{
		init_group(set, trans, group);
		memset(get_kept(set, state, trans), 0, sizeof(Kept));
		if (reader != NULL)
			get_kept(set, state, trans)->bytes = (struct varlena *)
				DatumGetPointer(cv_flat_read(reader, false, -1));
	}
	else if (reader != NULL)
		load_plain(trans, group, reader);
	else if (trans->column >= 0 && !isnull[trans->column])
	{
		group->transValue = cv_flat_copy(values[trans->column],
										 pertrans->transtypeByVal,
										 pertrans->transtypeLen);
		group->transValueIsNull = false;
		group->noTransValue = false;
	}
	else
		init_group(set, trans, group);
	MemoryContextSwitchTo(old);
}

static void
load_plain(StatefulTrans *trans, AggStatePerGroup group, CvFlatReader *reader)
{
	uint8		flags;

	cv_flat_read_bytes(reader, &flags, sizeof(flags));
	group->transValue = (Datum) 0;
	group->transValueIsNull = (flags & FLAG_NULL) != 0;
	group->noTransValue = (flags & FLAG_NO_VALUE) != 0;
	if (group->transValueIsNull)
		return;
	if (trans->is_sent)
	{
		Datum		sent = cv_flat_read(reader, false, -1);
		StringInfoData bytes;

		initStringInfo(&bytes);
		appendBinaryStringInfo(&bytes, VARDATA_ANY(DatumGetPointer(sent)),
							   VARSIZE_ANY_EXHDR(DatumGetPointer(sent)));
		group->transValue = ReceiveFunctionCall(&trans->receive, &bytes,
												trans->receive_param, -1);
		pfree(bytes.data);
		pfree(DatumGetPointer(sent));
	}
	else
		group->transValue = cv_flat_read(reader,
										 trans->pertrans->transtypeByVal,
										 trans->pertrans->transtypeLen);
}
