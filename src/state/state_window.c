/*-------------------------------------------------------------------------
 *
 * state_window.c
 *	  The groups at rest of one window: hash -> flat bytes.
 *
 * Extendible hashing.  Entries are in buckets, pieces of up to CV_BUCKET_MAX
 * bytes.  A small window is one bucket, just as large as it has to be.  When
 * a bucket is full it moves to a larger piece, and at the end it is split in
 * two by the next bit of the hash; which bucket a hash is in says a directory
 * by the upper bits of the hash, which is doubled when a bucket that has only
 * one place in it is split.  So every step is small however large the window
 * is, and there is nothing to rebuild.  An entry costs 20 bytes beside its
 * data, and buckets are about five sixths full.
 *
 * The directory is one piece of CvPieces up to a block; beyond that a block
 * of block numbers, of such blocks.
 *
 * Data larger than CV_INLINE_MAX are in a chain of pieces of their own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_bitutils.h"

#include "state/state_bucket.h"
#include "state/state_window.h"

#define LEAF_DEPTH		10		/* of a directory that is one block */
#define ROOT_DEPTH		11		/* blocks that a block can name */
#define MAX_DEPTH		(LEAF_DEPTH + ROOT_DEPTH)
#define MAX_SPLITS_AHEAD	8

/* is put together in palloc'd memory */
#define LARGE_MAX		((Size) 256 * 1024 * 1024)

StaticAssertDecl(sizeof(CvPiece) << LEAF_DEPTH == CV_POOL_BLOCK_SIZE,
				 "a block is a leaf of a directory");
StaticAssertDecl(sizeof(CvPoolBlock) << ROOT_DEPTH == CV_POOL_BLOCK_SIZE,
				 "a block is a root of a directory");

/* A link of the chain that holds large data. */
typedef struct Segment
{
	CvPiece		next;
	/* data follow */
} Segment;

#define SEGMENT_MAX		(CV_PIECE_MAX - sizeof(Segment))

static CvBucket *find_bucket(const CvStateWindow *window, uint64 hash);
static int	find_entry(CvBucket *bucket, const CvStateGroup *group,
					   StringInfo buffer);
static const char *entry_data(CvBucketEntry *entry, StringInfo buffer);
static bool overwrite(CvBucketEntry *entry, const char *data, Size size);
static CvBucketEntry *add_entry(CvStateWindow *window, CvPieceSpace *space,
								uint64 hash, Size size);
static bool enlarge(CvStateWindow *window, CvPieceSpace *space,
					CvBucket *bucket, uint64 hash, Size needed);
static bool split(CvStateWindow *window, CvPieceSpace *space,
				  CvBucket *bucket, uint64 hash);
static bool is_splittable(const CvStateWindow *window, CvBucket *bucket,
						  uint64 hash);
static CvPiece new_bucket(CvStateWindow *window, CvPieceSpace *space,
						  Size size, int depth);
static void free_bucket(CvStateWindow *window, CvPieceSpace *space,
						CvPiece piece);
static void drop_entry(CvStateWindow *window, CvPieceSpace *space,
					   CvBucket *bucket, int i);
static CvPiece store_large(CvStateWindow *window, CvPieceSpace *space,
						   const char *data, Size size);
static void free_large(CvStateWindow *window, CvPieceSpace *space,
					   CvPiece first, Size size);
static Size segment_bytes(Size data_left);

/* Directory. */
static CvPiece *directory_place(CvPiece *buckets, int depth, uint32 i);
static CvPiece directory_alloc(CvPieceSpace *space, int depth);
static void directory_free(CvPieceSpace *space, CvPiece directory, int depth);
static Size directory_bytes(int depth);
static bool double_directory(CvStateWindow *window, CvPieceSpace *space);
static void set_places(CvStateWindow *window, uint64 hash, int depth,
					   CvPiece piece);

/* The first depth bits. */
static inline uint32
prefix(uint64 hash, int depth)
{
	return depth == 0 ? 0 : (uint32) (hash >> (64 - depth));
}

const char *
cv_state_window_lookup(const CvStateWindow *window, const CvStateGroup *group,
					   Size *size, StringInfo buffer)
{
	CvBucket   *bucket = find_bucket(window, group->hash);
	CvBucketEntry *entry;
	int			i;

	if (bucket == NULL)
		return NULL;
	i = find_entry(bucket, group, buffer);
	if (i < 0)
		return NULL;
	entry = cv_bucket_entry(bucket, i);
	*size = entry->size;
	return entry_data(entry, buffer);
}

bool
cv_state_window_put(CvStateWindow *window, CvPieceSpace *space,
					const CvStateGroup *group, const char *data, Size size,
					StringInfo buffer)
{
	CvBucket   *bucket = find_bucket(window, group->hash);
	bool		is_large = size > CV_INLINE_MAX;
	CvBucketEntry *entry;
	CvPiece		first = CV_NO_PIECE;
	int			i;

	if (bucket != NULL && (i = find_entry(bucket, group, buffer)) >= 0)
	{
		if (overwrite(cv_bucket_entry(bucket, i), data, size))
			return true;
		drop_entry(window, space, bucket, i);
	}
	if (size > LARGE_MAX ||
		size > (Size) cv_pool_total() * (CV_POOL_BLOCK_SIZE / 4))
		return false;

	if (is_large)
	{
		first = store_large(window, space, data, size);
		if (first == CV_NO_PIECE)
			return false;
	}
	entry = add_entry(window, space, group->hash, size);
	if (entry == NULL)
	{
		if (is_large)
			free_large(window, space, first, size);
		return false;
	}
	if (is_large)
		((CvBucketLarge *) cv_entry_data(entry))->first = first;
	else
		memcpy(cv_entry_data(entry), data, size);
	window->ngroups++;
	return true;
}

void
cv_state_window_remove(CvStateWindow *window, CvPieceSpace *space,
					   const CvStateGroup *group, StringInfo buffer)
{
	CvBucket   *bucket = find_bucket(window, group->hash);
	int			i;

	if (bucket != NULL && (i = find_entry(bucket, group, buffer)) >= 0)
		drop_entry(window, space, bucket, i);
}

void
cv_state_window_clear(CvStateWindow *window, CvPieceSpace *space)
{
	uint32		i = 0;

	if (window->buckets == CV_NO_PIECE)
		return;
	while (i < (uint32) 1 << window->depth)
	{
		CvPiece		piece = *directory_place(&window->buckets,
											 window->depth, i);
		CvBucket   *bucket = cv_piece_address(piece);

		i += (uint32) 1 << (window->depth - bucket->depth);
		while (bucket->nentries > 0)
			drop_entry(window, space, bucket, bucket->nentries - 1);
		free_bucket(window, space, piece);
	}
	if (window->depth > 0)
		directory_free(space, window->buckets, window->depth);
	window->buckets = CV_NO_PIECE;
	window->depth = 0;
	window->bytes = 0;
	Assert(window->ngroups == 0);
}

static CvBucket *
find_bucket(const CvStateWindow *window, uint64 hash)
{
	CvPiece		buckets = window->buckets;

	if (buckets == CV_NO_PIECE)
		return NULL;
	return cv_piece_address(*directory_place(&buckets, window->depth,
											 prefix(hash, window->depth)));
}

/* -1 if missing */
static int
find_entry(CvBucket *bucket, const CvStateGroup *group, StringInfo buffer)
{
	uint16		tag = (uint16) group->hash;

	for (int i = 0; i < bucket->nentries; i++)
	{
		CvBucketEntry *entry;

		if (cv_bucket_slot(bucket, i)->tag != tag)
			continue;
		entry = cv_bucket_entry(bucket, i);
		if (entry->hash == group->hash &&
			group->is_same(group->arg, entry_data(entry, buffer),
						   entry->size))
			return i;
	}
	return -1;
}

/* In place, if there is one. */
static const char *
entry_data(CvBucketEntry *entry, StringInfo buffer)
{
	Size		left = entry->size;
	CvPiece		piece;

	if (!entry->is_large)
		return cv_entry_data(entry);

	piece = ((CvBucketLarge *) cv_entry_data(entry))->first;
	if (left <= SEGMENT_MAX)
		return (char *) cv_piece_address(piece) + sizeof(Segment);
	resetStringInfo(buffer);
	enlargeStringInfo(buffer, left);
	while (left > 0)
	{
		Segment    *segment = cv_piece_address(piece);
		Size		here = Min(left, SEGMENT_MAX);

		appendBinaryStringInfo(buffer, (char *) (segment + 1), here);
		left -= here;
		piece = segment->next;
	}
	return buffer->data;
}

/* False if the data do not fit where the old ones are. */
static bool
overwrite(CvBucketEntry *entry, const char *data, Size size)
{
	if (entry->is_large)
	{
		CvPiece		piece = ((CvBucketLarge *) cv_entry_data(entry))->first;

		if (size != entry->size)
			return false;
		while (size > 0)
		{
			Segment    *segment = cv_piece_address(piece);
			Size		here = Min(size, SEGMENT_MAX);

			memcpy(segment + 1, data, here);
			data += here;
			size -= here;
			piece = segment->next;
		}
		return true;
	}
	if (size > CV_INLINE_MAX || (size + 7) / 8 != (entry->size + 7) / 8)
		return false;
	entry->size = size;
	memcpy(cv_entry_data(entry), data, size);
	return true;
}

/* An entry for data of this size, or NULL if there is no memory. */
static CvBucketEntry *
add_entry(CvStateWindow *window, CvPieceSpace *space, uint64 hash, Size size)
{
	CvBucketEntry model = {hash, size, size > CV_INLINE_MAX};
	int			units = cv_entry_units(&model);

	if (window->buckets == CV_NO_PIECE)
	{
		window->buckets = new_bucket(window, space,
									 cv_bucket_bytes(1, units), 0);
		if (window->buckets == CV_NO_PIECE)
			return NULL;
	}
	for (;;)
	{
		CvBucket   *bucket = find_bucket(window, hash);
		Size		needed;

		if (!cv_bucket_has_room(bucket, units))
			cv_bucket_compact(bucket);
		if (cv_bucket_has_room(bucket, units))
			return cv_bucket_append(bucket, hash, size, model.is_large != 0);
		needed = cv_bucket_bytes(bucket->nentries + 1,
								 cv_bucket_live_units(bucket) + units);
		if (!enlarge(window, space, bucket, hash, needed))
			return NULL;
	}
}

/* The bucket in a larger piece, or as two. */
static bool
enlarge(CvStateWindow *window, CvPieceSpace *space, CvBucket *bucket,
		uint64 hash, Size needed)
{
	CvPiece		old = *directory_place(&window->buckets, window->depth,
									   prefix(hash, window->depth));
	CvPiece		piece;
	CvBucket   *larger;

	if (needed > CV_BUCKET_MAX)
		return split(window, space, bucket, hash);
	piece = new_bucket(window, space, needed, bucket->depth);
	if (piece == CV_NO_PIECE)
		return false;
	larger = cv_piece_address(piece);
	for (int i = 0; i < bucket->nentries; i++)
		cv_bucket_copy_entry(larger, bucket, i);
	set_places(window, hash, bucket->depth, piece);
	free_bucket(window, space, old);
	return true;
}

static bool
split(CvStateWindow *window, CvPieceSpace *space, CvBucket *bucket,
	  uint64 hash)
{
	int			depth = bucket->depth + 1;
	uint64		bit = UINT64CONST(1) << (64 - depth);
	int			n[2] = {0, 0};
	int			units[2] = {0, 0};
	CvPiece		old;
	CvPiece		halves[2];

	if (!is_splittable(window, bucket, hash))
		return false;
	if (bucket->depth == window->depth && !double_directory(window, space))
		return false;

	for (int i = 0; i < bucket->nentries; i++)
	{
		CvBucketEntry *entry = cv_bucket_entry(bucket, i);
		int			side = (entry->hash & bit) != 0;

		n[side]++;
		units[side] += cv_entry_units(entry);
	}
	for (int side = 0; side < 2; side++)
	{
		halves[side] = new_bucket(window, space,
								  cv_bucket_bytes(n[side], units[side]),
								  depth);
		if (halves[side] == CV_NO_PIECE)
		{
			if (side == 1)
				free_bucket(window, space, halves[0]);
			return false;
		}
	}
	for (int i = 0; i < bucket->nentries; i++)
	{
		int			side = (cv_bucket_entry(bucket, i)->hash & bit) != 0;

		cv_bucket_copy_entry(cv_piece_address(halves[side]), bucket, i);
	}

	old = *directory_place(&window->buckets, window->depth,
						   prefix(hash, window->depth));
	set_places(window, hash & ~bit, depth, halves[0]);
	set_places(window, hash | bit, depth, halves[1]);
	free_bucket(window, space, old);
	return true;
}

/*
 * Would some splits tell the entries and the new hash apart?  If all hashes
 * are alike, a directory of any size would not.
 */
static bool
is_splittable(const CvStateWindow *window, CvBucket *bucket, uint64 hash)
{
	uint64		differing = 0;
	int			depth;

	for (int i = 0; i < bucket->nentries; i++)
		differing |= cv_bucket_entry(bucket, i)->hash ^ hash;
	if (differing == 0)
		return false;
	depth = 64 - pg_leftmost_one_pos64(differing);
	return depth <= MAX_DEPTH &&
		depth <= (int) window->depth + MAX_SPLITS_AHEAD;
}

static CvPiece
new_bucket(CvStateWindow *window, CvPieceSpace *space, Size size, int depth)
{
	CvPiece		piece = cv_piece_alloc(space, size);

	if (piece == CV_NO_PIECE)
		return CV_NO_PIECE;
	size = cv_piece_round_up(size);
	cv_bucket_init(cv_piece_address(piece), size, depth);
	window->bytes += size;
	return piece;
}

static void
free_bucket(CvStateWindow *window, CvPieceSpace *space, CvPiece piece)
{
	window->bytes -= ((CvBucket *) cv_piece_address(piece))->size * 8;
	cv_piece_free(space, piece);
}

static void
drop_entry(CvStateWindow *window, CvPieceSpace *space, CvBucket *bucket, int i)
{
	CvBucketEntry *entry = cv_bucket_entry(bucket, i);

	if (entry->is_large)
		free_large(window, space,
				   ((CvBucketLarge *) cv_entry_data(entry))->first,
				   entry->size);
	cv_bucket_remove(bucket, i);
	window->ngroups--;
}

static Size
segment_bytes(Size data_left)
{
	return sizeof(Segment) + Min(data_left, SEGMENT_MAX);
}

/* CV_NO_PIECE if there is no memory for all of it. */
static CvPiece
store_large(CvStateWindow *window, CvPieceSpace *space, const char *data,
			Size size)
{
	CvPiece		first = CV_NO_PIECE;
	CvPiece    *link = &first;
	Size		stored = 0;

	while (stored < size)
	{
		Size		bytes = segment_bytes(size - stored);
		CvPiece		piece = cv_piece_alloc(space, bytes);
		Segment    *segment;

		if (piece == CV_NO_PIECE)
		{
			/* all stored so far are full segments */
			free_large(window, space, first, stored);
			return CV_NO_PIECE;
		}
		segment = cv_piece_address(piece);
		segment->next = CV_NO_PIECE;
		memcpy(segment + 1, data + stored, bytes - sizeof(Segment));
		stored += bytes - sizeof(Segment);
		window->bytes += cv_piece_round_up(bytes);
		*link = piece;
		link = &segment->next;
	}
	return first;
}

static void
free_large(CvStateWindow *window, CvPieceSpace *space, CvPiece first,
		   Size size)
{
	while (size > 0)
	{
		Size		bytes = segment_bytes(size);
		CvPiece		next = ((Segment *) cv_piece_address(first))->next;

		window->bytes -= cv_piece_round_up(bytes);
		cv_piece_free(space, first);
		size -= bytes - sizeof(Segment);
		first = next;
	}
}

/* Without a directory, the only place is in the window. */
static CvPiece *
directory_place(CvPiece *buckets, int depth, uint32 i)
{
	CvPoolBlock *root;

	if (depth == 0)
		return buckets;
	if (depth <= LEAF_DEPTH)
		return (CvPiece *) cv_piece_address(*buckets) + i;
	root = cv_piece_address(*buckets);
	return (CvPiece *) cv_pool_block(root[i >> LEAF_DEPTH]) +
		(i & ((1 << LEAF_DEPTH) - 1));
}

static CvPiece
directory_alloc(CvPieceSpace *space, int depth)
{
	CvPiece		directory;
	CvPoolBlock *root;

	Assert(depth > 0 && depth <= MAX_DEPTH);
	if (depth <= LEAF_DEPTH)
		return cv_piece_alloc(space, sizeof(CvPiece) << depth);

	directory = cv_piece_alloc(space, CV_PIECE_MAX);
	if (directory == CV_NO_PIECE)
		return CV_NO_PIECE;
	root = cv_piece_address(directory);
	memset(root, 0, CV_POOL_BLOCK_SIZE);
	for (int i = 0; i < 1 << (depth - LEAF_DEPTH); i++)
	{
		CvPiece		leaf = cv_piece_alloc(space, CV_PIECE_MAX);

		if (leaf == CV_NO_PIECE)
		{
			directory_free(space, directory, depth);
			return CV_NO_PIECE;
		}
		root[i] = (CvPoolBlock) (leaf >> 10);
	}
	return directory;
}

static void
directory_free(CvPieceSpace *space, CvPiece directory, int depth)
{
	if (depth > LEAF_DEPTH)
	{
		CvPoolBlock *root = cv_piece_address(directory);

		for (int i = 0; i < 1 << (depth - LEAF_DEPTH); i++)
		{
			if (root[i] != CV_POOL_NO_BLOCK)
				cv_piece_free(space, (CvPiece) root[i] << 10);
		}
	}
	cv_piece_free(space, directory);
}

static Size
directory_bytes(int depth)
{
	if (depth == 0)
		return 0;
	if (depth <= LEAF_DEPTH)
		return cv_piece_round_up(sizeof(CvPiece) << depth);
	return ((Size) CV_PIECE_MAX << (depth - LEAF_DEPTH)) + CV_PIECE_MAX;
}

static bool
double_directory(CvStateWindow *window, CvPieceSpace *space)
{
	int			depth = window->depth;
	CvPiece		doubled;

	if (depth == MAX_DEPTH)
		return false;
	doubled = directory_alloc(space, depth + 1);
	if (doubled == CV_NO_PIECE)
		return false;
	for (uint32 i = 0; i < (uint32) 1 << depth; i++)
	{
		CvPiece		piece = *directory_place(&window->buckets, depth, i);

		*directory_place(&doubled, depth + 1, 2 * i) = piece;
		*directory_place(&doubled, depth + 1, 2 * i + 1) = piece;
	}
	if (depth > 0)
		directory_free(space, window->buckets, depth);
	window->buckets = doubled;
	window->depth++;
	window->bytes += directory_bytes(depth + 1) - directory_bytes(depth);
	return true;
}

/* All places of hashes that begin with the first depth bits of this one. */
static void
set_places(CvStateWindow *window, uint64 hash, int depth, CvPiece piece)
{
	int			more = window->depth - depth;
	uint32		first = prefix(hash, depth) << more;

	for (uint32 i = 0; i < (uint32) 1 << more; i++)
		*directory_place(&window->buckets, window->depth, first + i) = piece;
}
