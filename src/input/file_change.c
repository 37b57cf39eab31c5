/*-------------------------------------------------------------------------
 *
 * file_change.c
 *	  Notes of file changes that we understand: continuous.file_change.
 *
 * TRUNCATE, VACUUM FULL, CLUSTER and SET TABLESPACE keep the xmin of rows or
 * drop the rows, so a scan of the new file finds just what is not consumed
 * yet.  Any other program that swaps files gives old rows new xids: no note,
 * and the view stops (HAZARDS-input H3).
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"

#include "input/file_change.h"
#include "view/view_catalog.h"
#include "view/view_ddl.h"

#define ATT_RELID		1
#define ATT_OLD_FILE	2
#define ATT_NEW_FILE	3
#define ATT_KIND		4
#define NATTS			4

/* fewer notes of one table are not worth looking for who needs them */
#define CV_MANY_NOTES	32

static bool is_noted(Oid relid, RelFileNumber from, RelFileNumber to,
					 bool *truncated);
static bool has_many_notes(Oid relid);
static bool is_needed(CvPosition *position, const CvLeaf *leaf);
static bool find_note(Relation notes, Oid relid, RelFileNumber new_file,
					  RelFileNumber *old_file, bool *is_truncate);

void
cv_file_change_check(const CvLeaf *leaf, Relation rel, bool *truncated)
{
	if (is_noted(leaf->relid, leaf->locator.relNumber,
				 rel->rd_locator.relNumber, truncated))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the file of table \"%s\" was replaced by an unknown program",
					RelationGetRelationName(rel)),
			 errdetail("Rows that were consumed cannot be told from new ones."),
			 errhint("Call continuous.rebuild() for the view.")));
}

/* is_noted -- did recognised commands lead from one file to the other? */
static bool
is_noted(Oid relid, RelFileNumber from, RelFileNumber to, bool *truncated)
{
	Relation	notes = table_open(cv_catalog_table("file_change", false),
								   AccessShareLock);
	RelFileNumber file = to;
	bool		is_truncate;

	*truncated = false;
	/* walk the chain back from the file that is there now */
	while (file != from &&
		   find_note(notes, relid, file, &file, &is_truncate))
		*truncated |= is_truncate;
	table_close(notes, AccessShareLock);
	return file == from;
}

void
cv_file_change_trim(CvPosition *position)
{
	for (int i = 0; i < position->nleaves; i++)
	{
		const CvLeaf *leaf = &position->leaves[i];

		if (!leaf->is_detached && has_many_notes(leaf->relid) &&
			!is_needed(position, leaf))
			cv_file_change_forget(leaf->relid);
	}
}

static bool
has_many_notes(Oid relid)
{
	Relation	notes = table_open(cv_catalog_table("file_change", false),
								   AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	int			n = 0;

	ScanKeyInit(&key, ATT_RELID, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	scan = systable_beginscan(notes, InvalidOid, false, NULL, 1, &key);
	while (n <= CV_MANY_NOTES && HeapTupleIsValid(systable_getnext(scan)))
		n++;
	systable_endscan(scan);
	table_close(notes, AccessShareLock);
	return n > CV_MANY_NOTES;
}

/* Is there a view that still knows an older file? */
static bool
is_needed(CvPosition *position, const CvLeaf *leaf)
{
	ListCell   *lc;

	foreach(lc, cv_view_catalog_list())
	{
		CvViewRow  *row = lfirst(lc);
		bool		is_damaged = false;
		CvPosition *other = row->view == position->view ? position :
			cv_position_load_sound(row->view, &is_damaged);
		CvLeaf	   *known = other == NULL ? NULL :
			cv_position_lookup_leaf(other, leaf->relid);

		if (is_damaged)
			return true;
		if (known != NULL &&
			known->locator.relNumber != leaf->locator.relNumber)
			return true;
	}
	return false;
}

static bool
find_note(Relation notes, Oid relid, RelFileNumber new_file,
		  RelFileNumber *old_file, bool *is_truncate)
{
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		isnull;
	bool		is_found;

	cv_check_layout(RelationGetDescr(notes), NATTS);
	ScanKeyInit(&key[0], ATT_RELID, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(relid));
	ScanKeyInit(&key[1], ATT_NEW_FILE, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(new_file));
	scan = systable_beginscan(notes, InvalidOid, false, NULL, 2, key);
	tuple = systable_getnext(scan);
	is_found = HeapTupleIsValid(tuple);
	if (is_found)
	{
		TupleDesc	desc = RelationGetDescr(notes);
		char	   *kind = TextDatumGetCString(heap_getattr(tuple, ATT_KIND,
															desc, &isnull));

		*old_file = DatumGetObjectId(heap_getattr(tuple, ATT_OLD_FILE,
												  desc, &isnull));
		*is_truncate = strcmp(kind, "TRUNCATE") == 0;
	}
	systable_endscan(scan);
	return is_found;
}
