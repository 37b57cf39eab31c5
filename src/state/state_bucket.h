/*-------------------------------------------------------------------------
 *
 * state_bucket.h
 *	  A piece with a few entries of a window, private to state_window.c.
 *
 *	Bucket | entry | entry | ...  free  ... | slot 1 | slot 0
 *
 * Entries are appended; one that is removed or replaced by a longer one
 * leaves a hole until the bucket is compacted, split or moved.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_STATE_BUCKET_H
#define CV_STATE_BUCKET_H

#include "state/piece.h"

/* A bucket that needs more than this is split in two. */
#define CV_BUCKET_MAX		2720

/* Larger data are kept in pieces of their own. */
#define CV_INLINE_MAX		1000

/* sizes and places are in units of 8 bytes */
typedef struct CvBucket
{
	uint16		size;			/* of the piece */
	uint16		end;			/* of the entries */
	uint16		dead;			/* holes in them */
	uint8		nentries;
	uint8		depth;			/* hash bits that its entries share */
} CvBucket;

typedef struct CvBucketSlot
{
	uint16		tag;			/* low bits of the hash */
	uint16		place;			/* of the entry */
} CvBucketSlot;

typedef struct CvBucketEntry
{
	uint64		hash;
	uint32		size;			/* of the data */
	uint32		is_large;		/* instead of the data: where they are */
	/* data follow */
} CvBucketEntry;

typedef struct CvBucketLarge
{
	CvPiece		first;
} CvBucketLarge;

static inline CvBucketSlot *
cv_bucket_slot(CvBucket *bucket, int i)
{
	return (CvBucketSlot *) ((char *) bucket + bucket->size * 8) - (i + 1);
}

static inline CvBucketEntry *
cv_bucket_entry(CvBucket *bucket, int i)
{
	return (CvBucketEntry *) ((char *) bucket +
							  cv_bucket_slot(bucket, i)->place * 8);
}

static inline char *
cv_entry_data(CvBucketEntry *entry)
{
	return (char *) (entry + 1);
}

/* units that an entry takes */
static inline int
cv_entry_units(const CvBucketEntry *entry)
{
	Size		size = entry->is_large ? sizeof(CvBucketLarge) : entry->size;

	return (sizeof(CvBucketEntry) + size + 7) / 8;
}

/* bytes that a bucket needs for n entries of so many units in all */
static inline Size
cv_bucket_bytes(int n, int units)
{
	return sizeof(CvBucket) + units * 8 + n * sizeof(CvBucketSlot);
}

extern void cv_bucket_init(CvBucket *bucket, Size size, int depth);

/* units of the entries that live */
extern int	cv_bucket_live_units(const CvBucket *bucket);

/* Is there room behind the entries? */
extern bool cv_bucket_has_room(const CvBucket *bucket, int units);

/* There is room. The data are not set. */
extern CvBucketEntry *cv_bucket_append(CvBucket *bucket, uint64 hash,
									   uint32 size, bool is_large);
extern void cv_bucket_remove(CvBucket *bucket, int i);

/* Copy entry i of one bucket to the end of another that has room. */
extern void cv_bucket_copy_entry(CvBucket *to, CvBucket *from, int i);

/* Close the holes. */
extern void cv_bucket_compact(CvBucket *bucket);

#endif							/* CV_STATE_BUCKET_H */
