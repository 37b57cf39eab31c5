/*-------------------------------------------------------------------------
 *
 * agg_stateful_rest.c
 *	  States of stateful aggregates copied, and brought to rest and back.
 *
 * Frozen: flags, and a flat value, for each transition.  Saved: the same, but
 * only what the values of the row do not say.  What internal states have at
 * rest are their bytes.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/datum.h"

#include "aggregate/stateful_private.h"

#define FLAG_NULL		0x01	/* transValueIsNull */
#define FLAG_NO_VALUE	0x02	/* noTransValue */

static void copy_internal(CvStatefulSet *set, StatefulTrans *trans,
						  const AggStatePerGroupData *src_group,
						  const Kept *src, Kept *dst);
static void load_plain(StatefulTrans *trans, AggStatePerGroup group,
					   CvFlatReader *reader);

void
cv_stateful_copy(CvStatefulSet *set, char *dst, const char *src)
{
	AggStatePerGroup dst_groups = (AggStatePerGroup) dst;
	const AggStatePerGroupData *src_groups = (const AggStatePerGroupData *) src;
	MemoryContext old = MemoryContextSwitchTo(cv_stateful_context(set));

	memset(dst, 0, cv_stateful_size(set));
	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];

		if (trans->is_internal)
		{
			cv_stateful_init_group(set, trans, &dst_groups[i]);
			copy_internal(set, trans, &src_groups[i],
						  get_kept(set, src, trans),
						  get_kept(set, dst, trans));
			continue;
		}
		dst_groups[i] = src_groups[i];
		if (!src_groups[i].transValueIsNull)
			dst_groups[i].transValue =
				datumCopy(src_groups[i].transValue,
						  trans->pertrans->transtypeByVal,
						  trans->pertrans->transtypeLen);
	}
	MemoryContextSwitchTo(old);
}

/* copy_internal -- what is at rest, and what is not settled yet */
static void
copy_internal(CvStatefulSet *set, StatefulTrans *trans,
			  const AggStatePerGroupData *src_group, const Kept *src,
			  Kept *dst)
{
	Kept		fresh = {0};

	dst->bytes = cv_stateful_copy_bytes(src->bytes);
	if (src_group->transValueIsNull)
		return;
	fresh.bytes = cv_stateful_serialize(set, trans, src_group->transValue);
	cv_stateful_merge_kept(set, trans, dst, &fresh);
	if (fresh.bytes != NULL)
		pfree(fresh.bytes);
}

void
cv_stateful_release(CvStatefulSet *set, char *state)
{
	AggStatePerGroup groups = (AggStatePerGroup) state;

	for (int i = 0; i < set->count; i++)
	{
		StatefulTrans *trans = &set->trans[i];

		if (!trans->is_internal)
		{
			if (!groups[i].transValueIsNull)
				cv_stateful_release_value(trans, groups[i].transValue);
		}
		else if (get_kept(set, state, trans)->bytes != NULL)
			pfree(get_kept(set, state, trans)->bytes);
	}
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

			cv_stateful_init_group(set, trans, &groups[i]);
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
		cv_stateful_init_group(set, trans, group);
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
		cv_stateful_init_group(set, trans, group);
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
