/*-------------------------------------------------------------------------
 *
 * result_columns.c
 *	  Where the columns of result and state tables really are.
 *
 *	window_start, window_end, keys..., aggregates of CREATE...,
 *	cv_key, cv_state, _corrections, _updated_at,
 *	then aggregates that OR REPLACE has added, in their order, and users'
 *	generated columns, in any place
 *
 * A dump leaves out dropped columns, and keeps the order of the others.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "utils/rel.h"

#include "view/result_columns.h"

static AttrNumber next_added(TupleDesc desc, AttrNumber attnum);

bool
cv_result_columns_moved(const CvViewSpec *spec)
{
	return cv_first_aggs(spec) < list_length(spec->aggs);
}

AttrNumber *
cv_result_columns(TupleDesc desc, const CvViewSpec *spec)
{
	int			nkeys = list_length(spec->keys);
	int			naggs = list_length(spec->aggs);
	int			first = cv_first_aggs(spec);
	int			natts = CV_RESULT_NATTS(nkeys, naggs);
	AttrNumber *attnums = palloc0(sizeof(AttrNumber) * natts);
	AttrNumber	added = CV_RESULT_NATTS(nkeys, first);

	for (int att = 1; att <= natts; att++)
	{
		int			agg = att - CV_ATT_FIRST_AGG(nkeys);

		if (agg < first)
			attnums[att - 1] = att;
		else if (agg >= naggs)
			attnums[att - 1] = att - (naggs - first);
		else
			attnums[att - 1] = added = next_added(desc, added);
		if (attnums[att - 1] > desc->natts)
			attnums[att - 1] = 0;
	}
	return attnums;
}

static AttrNumber
next_added(TupleDesc desc, AttrNumber attnum)
{
	while (++attnum <= desc->natts)
	{
		Form_pg_attribute att = TupleDescAttr(desc, attnum - 1);

		if (!att->attisdropped && att->attgenerated == '\0')
			break;
	}
	return attnum;
}

AttrNumber *
cv_result_columns_of(Oid relid, const CvViewSpec *spec)
{
	Relation	rel = table_open(relid, AccessShareLock);
	AttrNumber *attnums = cv_result_columns(RelationGetDescr(rel), spec);
	int			n = CV_RESULT_NATTS(list_length(spec->keys),
									list_length(spec->aggs));

	for (int i = 0; i < n; i++)
	{
		if (attnums[i] == 0)
			elog(ERROR, "table \"%s\" lacks column %d of a continuous view",
				 RelationGetRelationName(rel), i + 1);
	}
	table_close(rel, NoLock);
	return attnums;
}
