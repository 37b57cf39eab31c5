/*-------------------------------------------------------------------------
 *
 * agg_queue.c
 *	  The merge of a row of states that slides.
 *
 * States can be merged but not taken out of a merge again.  So the row is kept
 * as two stacks, back to back:
 *
 *		  front					  back
 *	 a+b+c  b+c  c  |  |  d  e  f		and the sum d+e+f
 *
 * The oldest state is on top of front, together with all behind it in front:
 * it goes by taking the top off.  New ones go on top of back.  The total is
 * the top of front and the sum of back.  When front is empty, back is turned
 * over.  So each state is merged three times, however many there are at a
 * time, and always earlier ones with later ones.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "aggregate/agg_queue.h"

typedef struct Stack
{
	char	   *states;
	int			count;
	int			allocated;
} Stack;

struct CvAggQueue
{
	CvAggSet   *set;
	MemoryContext context;
	Size		size;			/* of a state */
	Stack		front;
	Stack		back;
	void	   *sum;			/* of back, if it is not empty */
	void	   *total;
	bool		has_total;
};

static void *state_at(const CvAggQueue *queue, const Stack *stack, int i);
static void reserve(CvAggQueue *queue, Stack *stack, int count);
static void turn_over(CvAggQueue *queue);
static void drop_total(CvAggQueue *queue);

CvAggQueue *
cv_agg_queue_create(CvAggSet *set)
{
	CvAggQueue *queue = palloc0(sizeof(CvAggQueue));

	queue->set = set;
	queue->context = CurrentMemoryContext;
	/* aggregates may all share a state of no size */
	queue->size = Max(cv_agg_state_size(set), MAXIMUM_ALIGNOF);
	queue->sum = palloc(queue->size);
	queue->total = palloc(queue->size);
	return queue;
}

void
cv_agg_queue_clear(CvAggQueue *queue)
{
	queue->front.count = queue->back.count = 0;
	queue->has_total = false;
}

static void *
state_at(const CvAggQueue *queue, const Stack *stack, int i)
{
	return stack->states + i * queue->size;
}

static void
reserve(CvAggQueue *queue, Stack *stack, int count)
{
	if (count <= stack->allocated)
		return;
	count = Max(count, stack->allocated * 2);
	count = Max(count, 16);
	if (stack->states == NULL)
		stack->states = MemoryContextAllocHuge(queue->context,
											   count * queue->size);
	else
		stack->states = repalloc_huge(stack->states, count * queue->size);
	stack->allocated = count;
}

void *
cv_agg_queue_space(CvAggQueue *queue)
{
	reserve(queue, &queue->back, queue->back.count + 1);
	return state_at(queue, &queue->back, queue->back.count);
}

void
cv_agg_queue_push(CvAggQueue *queue)
{
	void	   *state = state_at(queue, &queue->back, queue->back.count);

	drop_total(queue);
	if (queue->back.count++ == 0)
		cv_agg_copy(queue->set, queue->sum, state);
	else
		cv_agg_merge(queue->set, queue->sum, state);
}

void
cv_agg_queue_pop(CvAggQueue *queue)
{
	Stack	   *front = &queue->front;

	Assert(front->count + queue->back.count > 0);
	drop_total(queue);
	if (front->count == 0)
		turn_over(queue);
	front->count--;
	cv_agg_release(queue->set, state_at(queue, front, front->count));
}

/* turn_over -- back becomes front; the top is about to go, so not merged. */
static void
turn_over(CvAggQueue *queue)
{
	int			count = queue->back.count;

	reserve(queue, &queue->front, count);
	for (int i = 0; i < count; i++)
	{
		void	   *state = state_at(queue, &queue->front, i);

		memcpy(state, state_at(queue, &queue->back, count - 1 - i),
			   queue->size);
		if (i > 0 && i < count - 1)
			cv_agg_merge(queue->set, state,
						 state_at(queue, &queue->front, i - 1));
	}
	queue->front.count = count;
	queue->back.count = 0;
	cv_agg_release(queue->set, queue->sum);
}

void *
cv_agg_queue_total(CvAggQueue *queue)
{
	Stack	   *front = &queue->front;

	if (front->count == 0)
		return queue->sum;
	if (queue->back.count == 0)
		return state_at(queue, front, front->count - 1);
	if (!queue->has_total)
	{
		cv_agg_copy(queue->set, queue->total,
					state_at(queue, front, front->count - 1));
		cv_agg_merge(queue->set, queue->total, queue->sum);
		queue->has_total = true;
	}
	return queue->total;
}

static void
drop_total(CvAggQueue *queue)
{
	if (queue->has_total)
		cv_agg_release(queue->set, queue->total);
	queue->has_total = false;
}
