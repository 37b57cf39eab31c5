/*-------------------------------------------------------------------------
 *
 * block_pool.c
 *	  The state area in the main shared memory segment, as a pool of blocks.
 *
 *	control | headers of the state tables | links | blocks...
 *
 * Blocks never used before are taken in order, so a page of the segment is
 * touched only when its block is (the first touch costs more than all else
 * here), and those that came back are taken first.  The list of free blocks
 * goes through the links, so freeing does not touch a block either.
 *
 * The control's spinlock guards the lists.  Links and contents of a block
 * that is in use belong to who has it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "storage/shmem.h"
#include "storage/spin.h"

#include "base/settings.h"
#include "base/shared_memory.h"
#include "state/block_pool.h"

typedef struct PoolControl
{
	slock_t		mutex;
	uint32		total;			/* never changes */
	uint32		high_water;		/* blocks ever used */
	uint32		nfree;			/* in the list */
	CvPoolBlock free_list;
} PoolControl;

char	   *cv_pool_base = NULL;
CvPoolLinks *cv_pool_links = NULL;

static PoolControl *control = NULL;
static Size (*tables_size) (void) = NULL;
static void (*tables_init) (void *area, bool found) = NULL;

static uint32 blocks_wanted(void);
static Size pool_size(void);
static void pool_attach(void *area, bool found);

void
cv_pool_init(void)
{
	cv_shared_memory_add_state_pool(pool_size, pool_attach);
}

void
cv_pool_add_tables(Size (*size) (void), void (*init) (void *area, bool found))
{
	tables_size = size;
	tables_init = init;
}

static uint32
blocks_wanted(void)
{
	Size		bytes = (Size) cv_state_memory_kb * 1024;

	return Min(bytes / CV_POOL_BLOCK_SIZE, PG_INT32_MAX / 2);
}

static Size
pool_size(void)
{
	Size		size = MAXALIGN(sizeof(PoolControl));

	if (tables_size != NULL)
		size = add_size(size, MAXALIGN(tables_size()));
	size = add_size(size, mul_size(blocks_wanted(), sizeof(CvPoolLinks)));
	/* room to align the first block */
	size = add_size(size, CV_POOL_BLOCK_SIZE);
	return add_size(size, mul_size(blocks_wanted(), CV_POOL_BLOCK_SIZE));
}

static void
pool_attach(void *area, bool found)
{
	char	   *p = area;

	control = (PoolControl *) p;
	p += MAXALIGN(sizeof(PoolControl));
	if (!found)
	{
		memset(control, 0, sizeof(PoolControl));
		SpinLockInit(&control->mutex);
		control->total = blocks_wanted();
	}
	if (tables_init != NULL)
	{
		tables_init(p, found);
		p += MAXALIGN(tables_size());
	}
	cv_pool_links = (CvPoolLinks *) p - 1;
	p += control->total * sizeof(CvPoolLinks);
	cv_pool_base = (char *) TYPEALIGN(CV_POOL_BLOCK_SIZE, p);
}

CvPoolBlock
cv_pool_alloc(void)
{
	CvPoolBlock block = CV_POOL_NO_BLOCK;

	SpinLockAcquire(&control->mutex);
	if (control->free_list != CV_POOL_NO_BLOCK)
	{
		block = control->free_list;
		control->free_list = cv_pool_links[block].next;
		control->nfree--;
	}
	else if (control->high_water < control->total)
		block = ++control->high_water;
	SpinLockRelease(&control->mutex);
	return block;
}

void
cv_pool_free(CvPoolBlock block)
{
	Assert(block != CV_POOL_NO_BLOCK && block <= control->high_water);
	SpinLockAcquire(&control->mutex);
	cv_pool_links[block].next = control->free_list;
	control->free_list = block;
	control->nfree++;
	SpinLockRelease(&control->mutex);
}

uint32
cv_pool_total(void)
{
	return control->total;
}

uint32
cv_pool_free_count(void)
{
	uint32		n;

	SpinLockAcquire(&control->mutex);
	n = control->nfree + control->total - control->high_water;
	SpinLockRelease(&control->mutex);
	return n;
}
