/*-------------------------------------------------------------------------
 *
 * agg_flat.h
 *	  Values as flat bytes, written one behind the other and read back.
 *
 * Nothing is aligned: what is read is always copied to memory of its own, as
 * a transition function may change or free it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_AGG_FLAT_H
#define CV_AGG_FLAT_H

#include "lib/stringinfo.h"

/* Bytes still to be read. Running out of them is an error. */
typedef struct CvFlatReader
{
	const char *next;
	const char *end;
} CvFlatReader;

extern void cv_flat_read_bytes(CvFlatReader *reader, void *to, Size len);

/* Small numbers in few bytes. */
extern void cv_flat_append_count(StringInfo out, uint32 count);
extern uint32 cv_flat_read_count(CvFlatReader *reader);
extern void cv_flat_check_end(const CvFlatReader *reader);

/*
 * n words of 64 bits, each without the bytes that only repeat its sign: most
 * of what a fixed-size state has is zero.
 */
extern void cv_flat_append_words(StringInfo out, const char *words, int n);
extern void cv_flat_read_words(CvFlatReader *reader, char *words, int n);

/*
 * cv_flat_value -- the value without toast pointers, compression and expanded
 * objects: itself if it has none, else a copy in the current context.
 */
extern Datum cv_flat_value(Datum value, bool typbyval, int16 typlen);

/* The same, but always a copy. */
extern Datum cv_flat_copy(Datum value, bool typbyval, int16 typlen);

extern void cv_flat_append(StringInfo out, Datum value,
						   bool typbyval, int16 typlen);

/* a copy in the current context */
extern Datum cv_flat_read(CvFlatReader *reader, bool typbyval, int16 typlen);

#endif							/* CV_AGG_FLAT_H */
