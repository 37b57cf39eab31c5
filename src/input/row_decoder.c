/*-------------------------------------------------------------------------
 *
 * row_decoder.c
 *	  Some columns of heap tuples, straight into an array.
 *
 * In a tuple without NULLs, columns before the first one of variable length
 * are at places that are known beforehand; the others are walked over.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/tupmacs.h"

#include "input/row_decoder.h"

/* A column that is fetched, or walked over. */
typedef struct Step
{
	int			out;			/* -1: not wanted */
	int16		len;
	bool		byval;
	char		align;
	uint32		offset;			/* if it is known */
} Step;

typedef struct Copy
{
	int			from;
	int			to;
} Copy;

struct CvRowDecoder
{
	int			natts;			/* tuples with fewer are not for us */
	int			ncolumns;
	int			nknown;
	int			nwalked;
	int			ncopies;
	uint32		walk_offset;
	Step	   *known;			/* at places that are known */
	Step	   *walked;			/* all that follow, to the last one wanted */
	Step	   *all;			/* natts: for tuples with NULLs */
	Copy	   *copies;			/* of columns that are wanted twice */
};

static AttrNumber last_column(const AttrNumber *columns, int ncolumns);
static void init_step(CvRowDecoder *decoder, Step *step, TupleDesc desc,
					  AttrNumber attno, const AttrNumber *columns);
static void split_steps(CvRowDecoder *decoder);
static void decode_with_nulls(const CvRowDecoder *decoder,
							  HeapTupleHeader tuple, Datum *values,
							  bool *isnull);

CvRowDecoder *
cv_row_decoder_create(TupleDesc desc, const AttrNumber *columns, int ncolumns)
{
	CvRowDecoder *decoder = palloc0(sizeof(CvRowDecoder));

	decoder->ncolumns = ncolumns;
	decoder->natts = last_column(columns, ncolumns);
	decoder->copies = palloc(sizeof(Copy) * Max(ncolumns, 1));
	decoder->all = palloc0(sizeof(Step) * Max(decoder->natts, 1));
	for (AttrNumber attno = 1; attno <= decoder->natts; attno++)
		init_step(decoder, &decoder->all[attno - 1], desc, attno, columns);
	split_steps(decoder);
	return decoder;
}

static AttrNumber
last_column(const AttrNumber *columns, int ncolumns)
{
	AttrNumber	last = 0;

	for (int i = 0; i < ncolumns; i++)
		last = Max(last, columns[i]);
	return last;
}

static void
init_step(CvRowDecoder *decoder, Step *step, TupleDesc desc, AttrNumber attno,
		  const AttrNumber *columns)
{
	Form_pg_attribute attribute = TupleDescAttr(desc, attno - 1);

	step->out = -1;
	step->len = attribute->attlen;
	step->byval = attribute->attbyval;
	step->align = attribute->attalign;
	for (int i = 0; i < decoder->ncolumns; i++)
	{
		if (columns[i] != attno)
			continue;
		if (step->out < 0)
			step->out = i;
		else
			decoder->copies[decoder->ncopies++] = (Copy) {step->out, i};
	}
}

static void
split_steps(CvRowDecoder *decoder)
{
	int			i;

	decoder->known = palloc(sizeof(Step) * Max(decoder->natts, 1));
	for (i = 0; i < decoder->natts && decoder->all[i].len > 0; i++)
	{
		Step	   *step = &decoder->all[i];

		decoder->walk_offset = att_align_nominal(decoder->walk_offset,
												 step->align);
		step->offset = decoder->walk_offset;
		decoder->walk_offset += step->len;
		if (step->out >= 0)
			decoder->known[decoder->nknown++] = *step;
	}
	decoder->walked = decoder->all + i;
	decoder->nwalked = decoder->natts - i;
}

/* next_place -- where the column begins, if the one before ends at offset */
static inline uint32
next_place(const Step *step, const char *data, uint32 offset)
{
	if (step->len == -1)
		return att_align_pointer(offset, step->align, -1, data + offset);
	return att_align_nominal(offset, step->align);
}

/* walk -- over the column; gives where it ends */
static inline uint32
walk(const Step *step, const char *data, uint32 offset, Datum *values)
{
	offset = next_place(step, data, offset);
	if (step->out >= 0)
		values[step->out] = fetch_att(data + offset, step->byval, step->len);
	return att_addlength_pointer(offset, step->len, data + offset);
}

bool
cv_row_decode(const CvRowDecoder *decoder, HeapTupleHeader tuple,
			  Datum *values, bool *isnull)
{
	const char *data = (const char *) tuple + tuple->t_hoff;
	const Step *step = decoder->known;
	const Step *end = step + decoder->nknown;
	uint32		offset = decoder->walk_offset;

	if (unlikely(HeapTupleHeaderGetNatts(tuple) < decoder->natts))
		return false;
	if (unlikely(tuple->t_infomask & HEAP_HASNULL))
	{
		decode_with_nulls(decoder, tuple, values, isnull);
		return true;
	}
	for (; step < end; step++)
		values[step->out] = fetch_att(data + step->offset, step->byval,
									  step->len);
	step = decoder->walked;
	end = step + decoder->nwalked;
	for (; step < end; step++)
		offset = walk(step, data, offset, values);
	for (int i = 0; i < decoder->ncopies; i++)
		values[decoder->copies[i].to] = values[decoder->copies[i].from];
	return true;
}

static void
decode_with_nulls(const CvRowDecoder *decoder, HeapTupleHeader tuple,
				  Datum *values, bool *isnull)
{
	const char *data = (const char *) tuple + tuple->t_hoff;
	uint32		offset = 0;

	for (int i = 0; i < decoder->natts; i++)
	{
		const Step *step = &decoder->all[i];

		if (att_isnull(i, tuple->t_bits))
		{
			if (step->out >= 0)
			{
				values[step->out] = (Datum) 0;
				isnull[step->out] = true;
			}
			continue;
		}
		offset = walk(step, data, offset, values);
	}
	for (int i = 0; i < decoder->ncopies; i++)
	{
		values[decoder->copies[i].to] = values[decoder->copies[i].from];
		isnull[decoder->copies[i].to] = isnull[decoder->copies[i].from];
	}
}
