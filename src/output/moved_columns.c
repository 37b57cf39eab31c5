/*-------------------------------------------------------------------------
 *
 * moved_columns.c
 *	  Rows of a table that OR REPLACE has added columns to, as if all of ours
 *	  were in front.
 *
 * Only for such tables: of all others the columns are where everybody expects
 * them (see result_columns.c), and their rows are seen as they are.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"
#include "utils/rel.h"

#include "output/moved_columns.h"
#include "view/result_columns.h"

/* a result table has no more slots than this */
#define MAX_SHOWN	4

typedef struct Shown
{
	TupleTableSlot *row;
	TupleTableSlot *slot;
} Shown;

struct CvMovedColumns
{
	TupleDesc	table;
	TupleDesc	desc;			/* of our columns, in order */
	AttrNumber *attnums;		/* where they are in the table */
	Shown		shown[MAX_SHOWN];
	int			nshown;
	Datum	   *values;			/* of the whole row */
	bool	   *isnull;
};

static TupleTableSlot *shown_slot(CvMovedColumns *moved, TupleTableSlot *row);

CvMovedColumns *
cv_moved_columns_create(Relation rel, const CvViewSpec *spec)
{
	CvMovedColumns *moved = palloc0(sizeof(CvMovedColumns));
	int			natts = CV_RESULT_NATTS(list_length(spec->keys),
										list_length(spec->aggs));

	moved->table = RelationGetDescr(rel);
	moved->attnums = cv_result_columns(moved->table, spec);
	moved->desc = CreateTemplateTupleDesc(natts);
	for (int i = 0; i < natts; i++)
	{
		if (moved->attnums[i] == 0)
			elog(ERROR, "table \"%s\" lacks column %d of continuous view %s",
				 RelationGetRelationName(rel), i + 1, spec->name);
		TupleDescCopyEntry(moved->desc, i + 1, moved->table,
						   moved->attnums[i]);
	}
	moved->values = palloc(sizeof(Datum) * moved->table->natts);
	moved->isnull = palloc(sizeof(bool) * moved->table->natts);
	return moved;
}

void
cv_moved_columns_free(CvMovedColumns *moved)
{
	for (int i = 0; i < moved->nshown; i++)
		ExecDropSingleTupleTableSlot(moved->shown[i].slot);
}

TupleTableSlot *
cv_moved_columns_show(CvMovedColumns *moved, TupleTableSlot *row)
{
	TupleTableSlot *slot = shown_slot(moved, row);

	slot_getallattrs(row);
	ExecClearTuple(slot);
	for (int i = 0; i < moved->desc->natts; i++)
	{
		slot->tts_values[i] = row->tts_values[moved->attnums[i] - 1];
		slot->tts_isnull[i] = row->tts_isnull[moved->attnums[i] - 1];
	}
	ExecStoreVirtualTuple(slot);
	slot->tts_tid = row->tts_tid;
	slot->tts_tableOid = row->tts_tableOid;
	return slot;
}

static TupleTableSlot *
shown_slot(CvMovedColumns *moved, TupleTableSlot *row)
{
	MemoryContext old;
	Shown	   *shown;

	for (int i = 0; i < moved->nshown; i++)
	{
		if (moved->shown[i].row == row)
			return moved->shown[i].slot;
	}
	if (moved->nshown == MAX_SHOWN)
		elog(ERROR, "a result table has too many slots");
	old = MemoryContextSwitchTo(GetMemoryChunkContext(moved));
	shown = &moved->shown[moved->nshown++];
	shown->row = row;
	shown->slot = MakeSingleTupleTableSlot(moved->desc, &TTSOpsVirtual);
	MemoryContextSwitchTo(old);
	return shown->slot;
}

TupleTableSlot *
cv_moved_columns_row(CvMovedColumns *moved, TupleTableSlot *shown)
{
	for (int i = 0; i < moved->nshown; i++)
	{
		if (moved->shown[i].slot == shown)
			return moved->shown[i].row;
	}
	elog(ERROR, "row is none of the result table");
}

void
cv_moved_columns_spread(CvMovedColumns *moved, TupleTableSlot *old,
						const Datum **values, const bool **isnull)
{
	int			natts = moved->table->natts;

	if (old != NULL)
	{
		slot_getallattrs(old);
		memcpy(moved->values, old->tts_values, sizeof(Datum) * natts);
		memcpy(moved->isnull, old->tts_isnull, sizeof(bool) * natts);
	}
	else
	{
		memset(moved->values, 0, sizeof(Datum) * natts);
		memset(moved->isnull, true, sizeof(bool) * natts);
	}
	for (int i = 0; i < moved->desc->natts; i++)
	{
		moved->values[moved->attnums[i] - 1] = (*values)[i];
		moved->isnull[moved->attnums[i] - 1] = (*isnull)[i];
	}
	*values = moved->values;
	*isnull = moved->isnull;
}
