/*-------------------------------------------------------------------------
 *
 * state_bucket.c
 *	  A piece with a few entries of a window.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "state/state_bucket.h"

void
cv_bucket_init(CvBucket *bucket, Size size, int depth)
{
	Assert(size % 8 == 0);
	bucket->size = size / 8;
	bucket->end = sizeof(CvBucket) / 8;
	bucket->dead = 0;
	bucket->nentries = 0;
	bucket->depth = depth;
}

int
cv_bucket_live_units(const CvBucket *bucket)
{
	return bucket->end - sizeof(CvBucket) / 8 - bucket->dead;
}

bool
cv_bucket_has_room(const CvBucket *bucket, int units)
{
	return bucket->nentries < PG_UINT8_MAX &&
		(bucket->end + units) * 8 +
		(bucket->nentries + 1) * sizeof(CvBucketSlot) <= bucket->size * 8;
}

CvBucketEntry *
cv_bucket_append(CvBucket *bucket, uint64 hash, uint32 size, bool is_large)
{
	CvBucketEntry *entry = (CvBucketEntry *) ((char *) bucket +
											  bucket->end * 8);
	CvBucketSlot *slot = cv_bucket_slot(bucket, bucket->nentries);

	entry->hash = hash;
	entry->size = size;
	entry->is_large = is_large;
	Assert(cv_bucket_has_room(bucket, cv_entry_units(entry)));
	slot->tag = (uint16) hash;
	slot->place = bucket->end;
	bucket->end += cv_entry_units(entry);
	bucket->nentries++;
	return entry;
}

void
cv_bucket_remove(CvBucket *bucket, int i)
{
	bucket->dead += cv_entry_units(cv_bucket_entry(bucket, i));
	bucket->nentries--;
	*cv_bucket_slot(bucket, i) = *cv_bucket_slot(bucket, bucket->nentries);
	if (bucket->nentries == 0)
	{
		bucket->end = sizeof(CvBucket) / 8;
		bucket->dead = 0;
	}
}

void
cv_bucket_copy_entry(CvBucket *to, CvBucket *from, int i)
{
	CvBucketEntry *source = cv_bucket_entry(from, i);
	CvBucketEntry *copy = cv_bucket_append(to, source->hash, source->size,
										   source->is_large != 0);

	memcpy(copy + 1, source + 1,
		   cv_entry_units(source) * 8 - sizeof(CvBucketEntry));
}

void
cv_bucket_compact(CvBucket *bucket)
{
	union
	{
		CvBucket	bucket;
		uint64		align;
		char		bytes[CV_BUCKET_MAX];
	}			copy;

	Assert(bucket->size * 8 <= CV_BUCKET_MAX);
	if (bucket->dead == 0)
		return;
	memcpy(copy.bytes, bucket, bucket->size * 8);
	cv_bucket_init(bucket, bucket->size * 8, bucket->depth);
	for (int i = 0; i < copy.bucket.nentries; i++)
		cv_bucket_copy_entry(bucket, &copy.bucket, i);
}
