/*-------------------------------------------------------------------------
 *
 * cv_fuzz.c
 *	  Fuzz targets: what parses bytes is given valid ones with mutations.
 *
 * Run in a server whose pg_continuous is built with sanitizers; the library's
 * functions are called as they are.  A seed makes the same mutations each time.
 * Damage has to be found as such (ERRCODE_DATA_CORRUPTED), statements may fail
 * with any error but an internal one.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/xact.h"
#include "common/pg_prng.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "aggregate/agg_set.h"
#include "base/damage.h"
#include "input/input_query.h"
#include "input/position_detail.h"
#include "view/view_catalog.h"
#include "view/view_spec.h"
#include "window/window.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(cv_fuzz_position);
PG_FUNCTION_INFO_V1(cv_fuzz_states);
PG_FUNCTION_INFO_V1(cv_fuzz_statement);

/* What became of the rounds. */
typedef struct Tally
{
	int64		done;			/* nothing was wrong */
	int64		refused;		/* the error that there should be */
} Tally;

/* A view's aggregates, and where its rows have them. */
typedef struct States
{
	CvAggSet   *aggs;
	int			nkeys;
	int			naggs;
	Datum	   *values;
	bool	   *isnull;
} States;

static bytea *mutate(pg_prng_state *rng, const bytea *bytes);
static char *mutate_statement(pg_prng_state *rng, const char *statement);
static void fix_checksum(bytea *bytes);
static bool was_damage(MemoryContext context, Tally *tally);
static States *open_states(Oid view);
static void try_state(States *states, Datum saved, Tally *tally);
static void run_statement(const char *statement, Tally *tally);
static text *say(const Tally *tally);

/*
 * cv_fuzz_position -- read mutated details; half of them with a right checksum,
 * so that what comes behind it is tried, too.
 */
Datum
cv_fuzz_position(PG_FUNCTION_ARGS)
{
	bytea	   *detail = PG_GETARG_BYTEA_P_COPY(0);
	int			rounds = PG_GETARG_INT32(2);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "fuzz",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = CurrentMemoryContext;
	pg_prng_state rng;
	Tally		tally = {0};

	pg_prng_seed(&rng, PG_GETARG_INT32(1));
	for (int i = 0; i < rounds; i++)
	{
		bytea	   *bytes;

		CHECK_FOR_INTERRUPTS();
		MemoryContextReset(context);
		MemoryContextSwitchTo(context);
		bytes = mutate(&rng, detail);
		if (i % 2 == 0)
			fix_checksum(bytes);
		PG_TRY();
		{
			CvPosition *position = palloc0(sizeof(CvPosition));

			cv_position_detail_read(position, bytes);
			position = cv_position_copy(position);
			(void) cv_position_detail_write(position);
			tally.done++;
		}
		PG_CATCH();
		{
			if (!was_damage(context, &tally))
				PG_RE_THROW();
		}
		PG_END_TRY();
		if (MemoryContextMemAllocated(context, true) > 64 * 1024 * 1024)
			elog(ERROR, "a position of %d bytes took more than 64 MB",
				 (int) VARSIZE(bytes));
	}
	MemoryContextSwitchTo(old);
	PG_RETURN_TEXT_P(say(&tally));
}

/*
 * cv_fuzz_states -- load mutated states of a view's groups, and as they are
 * bring them to rest and back.
 */
Datum
cv_fuzz_states(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	int			rounds = PG_GETARG_INT32(2);
	CvViewRow  *row = cv_view_catalog_lookup(view);
	States	   *states = open_states(view);
	pg_prng_state rng;
	Tally		tally = {0};
	Oid			tables[2];

	pg_prng_seed(&rng, PG_GETARG_INT32(1));
	tables[0] = row->results;
	tables[1] = row->state;
	SPI_connect();
	for (int t = 0; t < 2; t++)
	{
		char	   *name;

		if (!OidIsValid(tables[t]))
			continue;
		name = quote_qualified_identifier(get_namespace_name(get_rel_namespace(tables[t])),
										  get_rel_name(tables[t]));
		SPI_execute(psprintf("SELECT * FROM %s ORDER BY window_end, cv_key LIMIT 50", name),
					true, 0);
		for (uint64 i = 0; i < SPI_processed; i++)
		{
			HeapTuple	tuple = SPI_tuptable->vals[i];
			int			state_at = CV_ATT_STATE(states->nkeys, states->naggs) - 1;

			heap_deform_tuple(tuple, SPI_tuptable->tupdesc, states->values,
							  states->isnull);
			if (states->isnull[state_at] ||
				VARSIZE_ANY_EXHDR(DatumGetPointer(states->values[state_at])) == 0)
				continue;
			try_state(states, states->values[state_at], &tally);
			if (tally.refused > 0)
				elog(ERROR, "a state that is sound was refused");
			for (int r = 0; r < rounds; r++)
			{
				Tally		mutated = {0};
				bytea	   *sound = DatumGetByteaPCopy(states->values[state_at]);
				bytea	   *bytes = mutate(&rng, sound);

				CHECK_FOR_INTERRUPTS();
				if (VARSIZE(bytes) == VARSIZE(sound) &&
					memcmp(bytes, sound, VARSIZE(sound)) == 0)
					continue;
				try_state(states, PointerGetDatum(bytes), &mutated);
				if (mutated.done > 0)
					elog(ERROR, "damage of a state was not seen");
				tally.done += mutated.refused;
			}
		}
	}
	SPI_finish();
	cv_agg_set_end(states->aggs);
	if (tally.done == 0)
		elog(ERROR, "the view has no states");
	PG_RETURN_TEXT_P(cstring_to_text("states: all damage was seen"));
}

/*
 * cv_fuzz_statement -- run mutated statements, and undo them.
 */
Datum
cv_fuzz_statement(PG_FUNCTION_ARGS)
{
	char	   *statement = text_to_cstring(PG_GETARG_TEXT_PP(0));
	int			rounds = PG_GETARG_INT32(2);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "fuzz",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = CurrentMemoryContext;
	pg_prng_state rng;
	Tally		tally = {0};

	pg_prng_seed(&rng, PG_GETARG_INT32(1));
	SPI_connect();
	for (int i = 0; i < rounds; i++)
	{
		CHECK_FOR_INTERRUPTS();
		MemoryContextReset(context);
		MemoryContextSwitchTo(context);
		run_statement(mutate_statement(&rng, statement), &tally);
	}
	SPI_finish();
	MemoryContextSwitchTo(old);
	PG_RETURN_TEXT_P(say(&tally));
}

/* mutate -- a few bytes changed, cut off, put in or taken out. */
static bytea *
mutate(pg_prng_state *rng, const bytea *bytes)
{
	static const uint8 special[] = {0, 1, 0x7F, 0x80, 0xFF};
	Size		len = VARSIZE(bytes) - VARHDRSZ;
	bytea	   *copy = palloc0(VARSIZE(bytes) + 64);
	uint8	   *data = (uint8 *) VARDATA(copy);
	int			changes = 1 + pg_prng_uint64_range(rng, 0, 3);

	memcpy(data, VARDATA(bytes), len);
	while (changes-- > 0)
	{
		Size		at = len > 0 ? pg_prng_uint64_range(rng, 0, len - 1) : 0;

		switch (pg_prng_uint64_range(rng, 0, 9))
		{
			case 0:
				len = at;
				break;
			case 1:
				memmove(data + at + 1, data + at, len - at);
				data[at] = (uint8) pg_prng_uint32(rng);
				len++;
				break;
			case 2:
				if (len > 0)
					memmove(data + at, data + at + 1, --len - at);
				break;
			case 3:
			case 4:
			case 5:
				data[at] = special[pg_prng_uint64_range(rng, 0, lengthof(special) - 1)];
				break;
			case 6:
				memset(data + at, 0xFF, Min(len - at, 9));
				break;
			default:
				data[at] ^= 1 << pg_prng_uint64_range(rng, 0, 7);
		}
	}
	SET_VARSIZE(copy, len + VARHDRSZ);
	return copy;
}

/*
 * mutate_statement -- words doubled, left out, exchanged, or other characters.
 */
static char *
mutate_statement(pg_prng_state *rng, const char *statement)
{
	static const char *const words[] = {
		"continuous", "CONTINUOUS", "unlogged", "VIEW", "OR", "REPLACE", "CREATE",
		"(", ")", ",", "'", "\"", "/*", "--\n", "$$", ".", "*", "NULL", "-1",
		"99999999999999999999", "'1 min'", "''", "WITH", "AS", "SELECT", "tumble",
		"interval", "final", "=", "\xC3\xA4", "E'\\\\'", "U&\"\\0041\"", ";"
	};
	StringInfoData out;
	int			changes = 1 + pg_prng_uint64_range(rng, 0, 2);

	initStringInfo(&out);
	appendStringInfoString(&out, statement);
	while (changes-- > 0 && out.len > 0)
	{
		int			at = pg_prng_uint64_range(rng, 0, out.len - 1);
		int			upto = at + (int) pg_prng_uint64_range(rng, 0, 8);
		const char *word = words[pg_prng_uint64_range(rng, 0, lengthof(words) - 1)];
		char	   *rest;

		/* mostly from one word's begin to another's */
		while (at > 0 && out.data[at - 1] != ' ' && pg_prng_bool(rng))
			at--;
		if (pg_prng_bool(rng))
			word = "";
		rest = pstrdup(out.data + Min(upto, out.len));
		out.len = at;
		out.data[at] = '\0';
		appendStringInfo(&out, pg_prng_bool(rng) ? " %s %s" : "%s%s", word, rest);
		pfree(rest);
	}
	if (!pg_verifymbstr(out.data, out.len, true))
		return pstrdup(statement);
	return out.data;
}

static void
fix_checksum(bytea *bytes)
{
	Size		len = VARSIZE(bytes) - VARHDRSZ;

	if (len >= CV_CHECKSUM_SIZE)
		cv_checksum_write(VARDATA(bytes) + len - CV_CHECKSUM_SIZE,
						  VARDATA(bytes), len - CV_CHECKSUM_SIZE, 0);
}

/* was_damage -- count it, and forget the error. */
static bool
was_damage(MemoryContext context, Tally *tally)
{
	if (geterrcode() != ERRCODE_DATA_CORRUPTED || !cv_damage_found)
		return false;
	MemoryContextSwitchTo(context);
	FlushErrorState();
	cv_damage_found = false;
	tally->refused++;
	return true;
}

static States *
open_states(Oid view)
{
	States	   *states = palloc0(sizeof(States));
	CvViewSpec *spec = cv_view_load(view);
	List	   *outer_aggs;
	Query	   *query;
	int			natts;

	if (spec == NULL)
		elog(ERROR, "%u is not a continuous view", view);
	query = cv_input_query_build(spec, NULL, &outer_aggs);
	states->aggs = cv_agg_set_begin(cv_input_query_plan_nothing(query),
									outer_aggs, spec->generations,
									cv_window_merges_states(&spec->window),
									GetActiveSnapshot());
	states->nkeys = list_length(spec->keys);
	states->naggs = list_length(spec->aggs);
	natts = CV_RESULT_NATTS(states->nkeys, states->naggs) + 16;
	states->values = palloc0(sizeof(Datum) * natts);
	states->isnull = palloc0(sizeof(bool) * natts);
	return states;
}

static void
try_state(States *states, Datum saved, Tally *tally)
{
	int			first = CV_ATT_FIRST_AGG(states->nkeys) - 1;
	void	   *state = palloc0(cv_agg_state_size(states->aggs));
	MemoryContext old = CurrentMemoryContext;

	PG_TRY();
	{
		StringInfoData frozen;

		cv_agg_load(states->aggs, state, &states->values[first],
					&states->isnull[first], saved, false);
		initStringInfo(&frozen);
		cv_agg_freeze(states->aggs, state, &frozen);
		cv_agg_thaw(states->aggs, state, frozen.data, frozen.len);
		tally->done++;
	}
	PG_CATCH();
	{
		if (!was_damage(old, tally))
			PG_RE_THROW();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(old);
	cv_agg_set_reset_states(states->aggs);
}

static void
run_statement(const char *statement, Tally *tally)
{
	MemoryContext old = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile int code = 0;
	char	   *volatile message = NULL;

	BeginInternalSubTransaction(NULL);
	PG_TRY();
	{
		(void) SPI_execute(statement, false, 10);
		tally->done++;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(old);
		error = CopyErrorData();
		code = error->sqlerrcode;
		message = error->message;
		FlushErrorState();
		tally->refused++;
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(old);
	CurrentResourceOwner = owner;
	if (code == ERRCODE_INTERNAL_ERROR)
		elog(ERROR, "%s, said of: %s", message, statement);
}

static text *
say(const Tally *tally)
{
	return cstring_to_text(psprintf("%s were read, %s were refused",
									tally->done > 0 ? "some" : "none",
									tally->refused > 0 ? "some" : "none"));
}
