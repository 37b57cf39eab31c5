/*-------------------------------------------------------------------------
 *
 * key_check.c
 *	  Are the hashes of keys that rest in tables those of this server?
 *
 * A row's cv_key is the hash of its keys, or a bit more where keys collide.
 * It was made by the types' hash functions, which may give other values in
 * another major version, and by the order of bytes in memory.  A group whose
 * cv_key is another one here would not be found, and be there twice.
 *
 * So the position says where the hashes were made, see cv_key_platform(), and
 * what pg_upgrade has brought is looked at once before the view goes on.  A
 * dump carries no position: of a restored view some rows are looked at.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/table.h"
#include "access/tableam.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#include "output/result_table.h"
#include "state/group_key.h"
#include "view/view_ddl.h"
#include "worker/batch_windows.h"
#include "worker/key_check.h"

/* no key is further from its hash: others have it by then */
#define MAX_CV_KEY_TRIES	1000

/* what is different is so of most values, so a few tell */
#define CV_SOME_ROWS	10000

typedef struct KeyCheck
{
	const CvViewSpec *spec;
	Snapshot	snapshot;
	int64		limit;			/* rows of a table */
	bool		skips_sealed;
	int64		sealed;			/* what ends by then takes no more rows */
	CvSessionFacts *facts;		/* or NULL */
} KeyCheck;

static void check_tables(const KeyCheck *check);
static void check_table(const KeyCheck *check, Oid relid);
static uint64 check_row(const KeyCheck *check, CvKeySet *keys, int key_at,
						int bits, TupleTableSlot *row);
static void note_session(CvSessionFacts *facts, int64 start, int64 end,
						 uint64 tries);

void
cv_key_check_live(const CvViewSpec *spec, CvPosition *position)
{
	KeyCheck	check = {
		.spec = spec, .snapshot = GetActiveSnapshot(),
		.limit = PG_INT64_MAX, .skips_sealed = position->has_sealed,
		.sealed = position->sealed
	};

	if (position->platform == cv_key_platform())
		return;
	check_tables(&check);
	position->platform = cv_key_platform();
}

void
cv_key_check_some(const CvViewSpec *spec, Snapshot snapshot)
{
	KeyCheck	check = {
		.spec = spec, .snapshot = snapshot, .limit = CV_SOME_ROWS
	};

	check_tables(&check);
}

void
cv_key_check_sessions(const CvViewSpec *spec, Snapshot snapshot,
					  CvSessionFacts *facts)
{
	KeyCheck	check = {
		.spec = spec, .snapshot = snapshot, .limit = PG_INT64_MAX,
		.facts = facts
	};

	check_tables(&check);
}

static void
check_tables(const KeyCheck *check)
{
	check_table(check, check->spec->results);
	if (OidIsValid(check->spec->state))
		check_table(check, check->spec->state);
}

static void
check_table(const KeyCheck *check, Oid relid)
{
	const CvViewSpec *spec = check->spec;
	CvKeySet   *keys = cv_key_set_create(spec->keys, spec->key_clauses);
	int			key_at = CV_ATT_KEY(list_length(spec->keys),
									cv_first_aggs(spec)) - 1;
	Relation	rel = table_open(relid, AccessShareLock);
	TupleTableSlot *row = table_slot_create(rel, NULL);
	TableScanDesc scan = table_beginscan(rel, check->snapshot, 0, NULL);
	int			bits = spec->window.kind == CV_WINDOW_CUMULATE &&
		relid == spec->results ? CV_CUMULATE_BITS : 0;
	int64		n = 0;

	while (n < check->limit &&
		   table_scan_getnextslot(scan, ForwardScanDirection, row))
	{
		int64		start;
		int64		end;
		uint64		tries;

		CHECK_FOR_INTERRUPTS();
		slot_getsomeattrs(row, key_at + 1);
		start = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_START - 1]);
		end = DatumGetInt64(row->tts_values[CV_ATT_WINDOW_END - 1]);
		if (check->skips_sealed && end <= check->sealed)
			continue;
		tries = check_row(check, keys, key_at, bits, row);
		if (check->facts != NULL)
			note_session(check->facts, start, end, tries);
		n++;
	}
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(row);
	table_close(rel, NoLock);
}

/* check_row -- how far is its cv_key, without the last bits, from its hash? */
static uint64
check_row(const KeyCheck *check, CvKeySet *keys, int key_at, int bits,
		  TupleTableSlot *row)
{
	uint64		cv_key = (uint64) DatumGetInt64(row->tts_values[key_at]);
	uint64		hash = cv_key_hash(keys,
								   &row->tts_values[CV_ATT_FIRST_KEY - 1],
								   &row->tts_isnull[CV_ATT_FIRST_KEY - 1]);
	uint64		tries = (cv_key >> bits) - (hash >> bits);

	if (tries <= MAX_CV_KEY_TRIES)
		return tries;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("keys of continuous view \"%s\" were hashed differently where they come from",
					get_rel_name(check->spec->view)),
			 errdetail("Hash functions may change with the major version of PostgreSQL, the architecture, or the extension that a type belongs to."),
			 errhint("Call continuous.rebuild() to compute it from the rows that are there.")));
}

static void
note_session(CvSessionFacts *facts, int64 start, int64 end, uint64 tries)
{
	facts->newest_end = facts->has_any ? Max(facts->newest_end, end) : end;
	facts->longest = Max(facts->longest, (uint64) end - (uint64) start);
	/* any two may overlap, and keys with one hash collide */
	facts->overlap_start = facts->has_overlap ?
		Max(facts->overlap_start, start) : start;
	facts->cv_key_tries = Max(facts->cv_key_tries, (uint32) tries);
	facts->keys_collide |= tries != 0;
	facts->has_any = facts->has_overlap = true;
}
