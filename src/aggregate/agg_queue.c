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
 * the top of front and the sum of back.  When back is turned over, its states
 * become front.  So each state is merged three times, however many there are
 * at a time, and always earlier ones with later ones.
 *
 * Whoever uses the queue says when back is turned over, so that a total does
 * not depend on which ones were asked for before.  A state that goes while it
 * is still in back is left out of the sum by adding up the others anew.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "aggregate/agg_queue.h"

/* states[first .. first + count) */
typedef struct Stack
{
	char	   *states;
	int			first;			/* 0 in front */
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
	void	   *sum;			/* of back */
	bool		has_sum;
	void	   *total;
	bool		has_total;
};

static void *state_at(const CvAggQueue *queue, const Stack *stack, int i);
static void reserve(CvAggQueue *queue, Stack *stack, int count);
static void *get_sum(CvAggQueue *queue);
static void drop_sum(CvAggQueue *queue);
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
	queue->front.count = queue->back.count = queue->back.first = 0;
	queue->has_sum = queue->has_total = false;
}

static void *
state_at(const CvAggQueue *queue, const Stack *stack, int i)
{
	return stack->states + (stack->first + i) * queue->size;
}

static void
reserve(CvAggQueue *queue, Stack *stack, int count)
{
	if (stack->first + count <= stack->allocated)
		return;
	if (stack->first > 0)
	{
		memmove(stack->states, state_at(queue, stack, 0),
				stack->count * queue->size);
		stack->first = 0;
	}
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
	drop_total(queue);
	if (queue->has_sum)
		cv_agg_merge(queue->set, queue->sum,
					 state_at(queue, &queue->back, queue->back.count));
	queue->back.count++;
}

void
cv_agg_queue_turn(CvAggQueue *queue)
{
	Stack	   *front = &queue->front;
	Stack	   *back = &queue->back;

	Assert(front->count == 0);
	drop_total(queue);
	drop_sum(queue);
	reserve(queue, front, back->count);
	for (int i = 0; i < back->count; i++)
	{
		void	   *state = state_at(queue, front, i);

		memcpy(state, state_at(queue, back, back->count - 1 - i),
			   queue->size);
		if (i > 0)
			cv_agg_merge(queue->set, state, state_at(queue, front, i - 1));
	}
	front->count = back->count;
	back->count = back->first = 0;
}

void
cv_agg_queue_pop(CvAggQueue *queue)
{
	Stack	   *front = &queue->front;
	Stack	   *back = &queue->back;

	Assert(front->count + back->count > 0);
	drop_total(queue);
	if (front->count > 0)
	{
		front->count--;
		cv_agg_release(queue->set, state_at(queue, front, front->count));
		return;
	}
	drop_sum(queue);
	cv_agg_release(queue->set, state_at(queue, back, 0));
	back->first++;
	back->count--;
}

void *
cv_agg_queue_total(CvAggQueue *queue)
{
	Stack	   *front = &queue->front;

	if (front->count == 0)
		return get_sum(queue);
	if (queue->back.count == 0)
		return state_at(queue, front, front->count - 1);
	if (!queue->has_total)
	{
		cv_agg_copy(queue->set, queue->total,
					state_at(queue, front, front->count - 1));
		cv_agg_merge(queue->set, queue->total, get_sum(queue));
		queue->has_total = true;
	}
	return queue->total;
}

/* get_sum -- of back, which is not empty; kept as more are pushed. */
static void *
get_sum(CvAggQueue *queue)
{
	Stack	   *back = &queue->back;

	if (!queue->has_sum)
	{
		cv_agg_copy(queue->set, queue->sum, state_at(queue, back, 0));
		for (int i = 1; i < back->count; i++)
			cv_agg_merge(queue->set, queue->sum, state_at(queue, back, i));
		queue->has_sum = true;
	}
	return queue->sum;
}

static void
drop_sum(CvAggQueue *queue)
{
	if (queue->has_sum)
		cv_agg_release(queue->set, queue->sum);
	queue->has_sum = false;
}

static void
drop_total(CvAggQueue *queue)
{
	if (queue->has_total)
		cv_agg_release(queue->set, queue->total);
	queue->has_total = false;
}
