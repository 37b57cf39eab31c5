/*-------------------------------------------------------------------------
 *
 * anchor_rows.c
 *	  For which times has the input of a restored view rows?
 *
 * Of each slice of time with rows, where it begins, and the time of its first
 * row.  There may be very many slices; when they take more than the setting
 * batch_memory, neighbours become one: buckets, each twice as wide as before.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/hsearch.h"
#include "utils/memutils.h"

#include "base/settings.h"
#include "worker/anchor_rows.h"

typedef struct Bucket
{
	int64		number;			/* start of the slice >> shift; hash key */
	int64		first;			/* least time */
	int64		count;			/* of rows; sorted: and of all before */
} Bucket;

/* what a hash table takes for one */
#define BUCKET_SIZE		(sizeof(Bucket) + 24)

struct CvAnchorRows
{
	MemoryContext context;
	int			shift;
	HTAB	   *hash;
	Bucket	   *last;			/* the one added to last, or NULL */
	int64		n;				/* of sorted */
	Bucket	   *sorted;
};

static HTAB *create_hash(CvAnchorRows *rows);
static Bucket *add(HTAB *hash, int64 number, int64 first, int64 count);
static void keep_in_memory(CvAnchorRows *rows);
static void widen(CvAnchorRows *rows);
static int	compare_buckets(const void *a, const void *b);
static int64 find_bucket(const CvAnchorRows *rows, int64 number);

CvAnchorRows *
cv_anchor_rows_create(MemoryContext context, int64 width)
{
	MemoryContext own = AllocSetContextCreate(context,
											  "continuous view anchor",
											  ALLOCSET_DEFAULT_SIZES);
	CvAnchorRows *rows = MemoryContextAllocZero(own, sizeof(CvAnchorRows));

	rows->context = own;
	while (rows->shift < 62 && (INT64CONST(2) << rows->shift) <= width)
		rows->shift++;
	rows->hash = create_hash(rows);
	return rows;
}

void
cv_anchor_rows_free(CvAnchorRows **rows)
{
	if (*rows != NULL)
		MemoryContextDelete((*rows)->context);
	*rows = NULL;
}

static HTAB *
create_hash(CvAnchorRows *rows)
{
	HASHCTL		ctl = {
		.keysize = sizeof(int64),
		.entrysize = sizeof(Bucket),
		.hcxt = rows->context,
	};

	return hash_create("times with rows", 1024, &ctl,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

void
cv_anchor_rows_add(CvAnchorRows *rows, int64 start, int64 time)
{
	int64		number = start >> rows->shift;

	if (likely(rows->last != NULL && rows->last->number == number))
	{
		rows->last->first = Min(rows->last->first, time);
		rows->last->count++;
		return;
	}
	rows->last = add(rows->hash, number, time, 1);
	keep_in_memory(rows);
}

void
cv_anchor_rows_merge(CvAnchorRows *rows, const CvAnchorRows *more)
{
	HASH_SEQ_STATUS status;
	Bucket	   *bucket;

	while (rows->shift < more->shift)
		widen(rows);
	hash_seq_init(&status, more->hash);
	while ((bucket = hash_seq_search(&status)) != NULL)
		(void) add(rows->hash, bucket->number >> (rows->shift - more->shift),
				   bucket->first, bucket->count);
	keep_in_memory(rows);
}

static Bucket *
add(HTAB *hash, int64 number, int64 first, int64 count)
{
	bool		found;
	Bucket	   *bucket = hash_search(hash, &number, HASH_ENTER, &found);

	if (!found)
		bucket->count = 0;
	bucket->count += count;
	if (!found || bucket->first > first)
		bucket->first = first;
	return bucket;
}

/* keep_in_memory -- what is too much is widened until it takes half of it. */
static void
keep_in_memory(CvAnchorRows *rows)
{
	if (hash_get_num_entries(rows->hash) * BUCKET_SIZE <=
		(Size) cv_batch_memory_kb * 1024)
		return;
	while (rows->shift < 62 &&
		   hash_get_num_entries(rows->hash) * BUCKET_SIZE >
		   (Size) cv_batch_memory_kb * 1024 / 2)
		widen(rows);
}

static void
widen(CvAnchorRows *rows)
{
	HTAB	   *wider = create_hash(rows);
	HASH_SEQ_STATUS status;
	Bucket	   *bucket;

	hash_seq_init(&status, rows->hash);
	while ((bucket = hash_seq_search(&status)) != NULL)
		(void) add(wider, bucket->number >> 1, bucket->first, bucket->count);
	hash_destroy(rows->hash);
	rows->hash = wider;
	rows->shift++;
	rows->last = NULL;
}

void
cv_anchor_rows_sort(CvAnchorRows *rows)
{
	HASH_SEQ_STATUS status;
	Bucket	   *bucket;

	if (rows->sorted != NULL)
		pfree(rows->sorted);
	rows->sorted =
		MemoryContextAllocHuge(rows->context,
							   Max(hash_get_num_entries(rows->hash), 1) *
							   sizeof(Bucket));
	rows->n = 0;
	hash_seq_init(&status, rows->hash);
	while ((bucket = hash_seq_search(&status)) != NULL)
		rows->sorted[rows->n++] = *bucket;
	qsort(rows->sorted, rows->n, sizeof(Bucket), compare_buckets);
	for (int64 i = 1; i < rows->n; i++)
		rows->sorted[i].count += rows->sorted[i - 1].count;
}

static int
compare_buckets(const void *a, const void *b)
{
	int64		x = ((const Bucket *) a)->number;
	int64		y = ((const Bucket *) b)->number;

	return x < y ? -1 : x > y ? 1 : 0;
}

/* find_bucket -- the index of the first that is not before it. */
static int64
find_bucket(const CvAnchorRows *rows, int64 number)
{
	int64		lo = 0;
	int64		hi = rows->n;

	while (lo < hi)
	{
		int64		mid = (lo + hi) / 2;

		if (rows->sorted[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool
cv_anchor_rows_between(const CvAnchorRows *rows, int64 from, int64 to)
{
	int64		i = find_bucket(rows, from >> rows->shift);

	return i < rows->n && rows->sorted[i].number <= (to - 1) >> rows->shift;
}

bool
cv_anchor_rows_is_exact(const CvAnchorRows *rows)
{
	return rows->shift == 0;
}

int64
cv_anchor_rows_count(const CvAnchorRows *rows, int64 from, int64 to)
{
	int64		lo = find_bucket(rows, from);
	int64		hi = find_bucket(rows, to);

	if (rows->shift > 0)
		return PG_INT64_MAX;
	return (hi > 0 ? rows->sorted[hi - 1].count : 0) -
		(lo > 0 ? rows->sorted[lo - 1].count : 0);
}

/* In a bucket with earlier ones nobody knows: then it is from. */
int64
cv_anchor_rows_first(const CvAnchorRows *rows, int64 from)
{
	int64		i = find_bucket(rows, from >> rows->shift);

	if (i == rows->n)
		return PG_INT64_MAX;
	if (rows->sorted[i].first >= from)
		return rows->sorted[i].first;
	/* a slice that begins before has none behind it */
	if (rows->shift > 0)
		return from;
	return i + 1 < rows->n ? rows->sorted[i + 1].first : PG_INT64_MAX;
}
