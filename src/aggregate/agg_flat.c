/*-------------------------------------------------------------------------
 *
 * agg_flat.c
 *	  Values as flat bytes.
 *
 * A transition value may hold a pointer into the input's TOAST table (max of
 * a text column keeps its argument as it came), and retention may delete what
 * it points to: so whatever outlives a batch is detoasted here.
 *
 * By-value types take a whole Datum, fixed-size types their size, varlena and
 * cstring a length word before the bytes (varlena with its header).
 *
 * Of words, two at a time have a byte in front that says how many bytes of
 * each follow, the first one's in its lower half.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"
#include "utils/datum.h"

#include "aggregate/agg_flat.h"
#include "base/compat.h"
#include "base/damage.h"

void
cv_flat_read_bytes(CvFlatReader *reader, void *to, Size len)
{
	if ((Size) (reader->end - reader->next) < len)
		cv_damage_report("state", "It is shorter than its aggregates need.");
	memcpy(to, reader->next, len);
	reader->next += len;
}

void
cv_flat_check_end(const CvFlatReader *reader)
{
	if (reader->next != reader->end)
		cv_damage_report("state", "It is longer than its aggregates need.");
}

void
cv_flat_append_count(StringInfo out, uint32 count)
{
	for (; count >= 0x80; count >>= 7)
		appendStringInfoCharMacro(out, (char) (count | 0x80));
	appendStringInfoCharMacro(out, (char) count);
}

uint32
cv_flat_read_count(CvFlatReader *reader)
{
	uint32		count = 0;
	uint8		byte = 0x80;

	for (int shift = 0; byte >= 0x80 && shift < 32; shift += 7)
	{
		cv_flat_read_bytes(reader, &byte, 1);
		count |= (uint32) (byte & 0x7F) << shift;
	}
	return count;
}

/* bytes of a word that do not only repeat its sign; 0 for zero */
static inline int
word_bytes(int64 word)
{
	uint64		bits = (uint64) word ^ (uint64) (word >> 63);

	if (word == 0)
		return 0;
	return bits == 0 ? 1 : (pg_leftmost_one_pos64(bits) + 1) / 8 + 1;
}

void
cv_flat_append_words(StringInfo out, const char *words, int n)
{
	char	   *to;

	enlargeStringInfo(out, n * (int) sizeof(int64) + (n + 1) / 2 +
					  (int) sizeof(int64));
	to = out->data + out->len;
	for (int i = 0; i < n; i += 2)
	{
		uint8	   *sizes = (uint8 *) to++;

		*sizes = 0;
		for (int j = i; j < Min(i + 2, n); j++)
		{
			int64		word;
			int			size;

			memcpy(&word, words + j * sizeof(word), sizeof(word));
			size = word_bytes(word);
			*sizes |= size << (j - i) * 4;
#ifdef WORDS_BIGENDIAN
			word = pg_bswap64(word);
#endif
			/* what is too much is written over, or not part of out */
			memcpy(to, &word, sizeof(word));
			to += size;
		}
	}
	out->len = to - out->data;
	*to = '\0';
}

void
cv_flat_read_words(CvFlatReader *reader, char *words, int n)
{
	uint8		sizes = 0;

	for (int i = 0; i < n; i++)
	{
		int64		word = 0;
		int			size;

		if (i % 2 == 0)
			cv_flat_read_bytes(reader, &sizes, 1);
		size = i % 2 == 0 ? sizes & 0x0F : sizes >> 4;
		if (size > (int) sizeof(word))
			cv_damage_report("state", "A number in it has a wrong length.");
		cv_flat_read_bytes(reader, &word, size);
#ifdef WORDS_BIGENDIAN
		word = pg_bswap64(word);
#endif
		if (size > 0)
		{
			int			unused = 64 - size * 8;

			word = (int64) ((uint64) word << unused) >> unused;
		}
		memcpy(words + i * sizeof(word), &word, sizeof(word));
	}
}

Datum
cv_flat_value(Datum value, bool typbyval, int16 typlen)
{
	if (typbyval || typlen != -1)
		return value;
	return PointerGetDatum(PG_DETOAST_DATUM_PACKED(value));
}

Datum
cv_flat_copy(Datum value, bool typbyval, int16 typlen)
{
	Datum		flat = cv_flat_value(value, typbyval, typlen);

	if (typbyval || DatumGetPointer(flat) != DatumGetPointer(value))
		return flat;
	return datumCopy(flat, typbyval, typlen);
}

void
cv_flat_append(StringInfo out, Datum value, bool typbyval, int16 typlen)
{
	Datum		flat;
	uint32		len;

	if (typbyval)
	{
		appendBinaryStringInfo(out, (char *) &value, sizeof(Datum));
		return;
	}
	flat = cv_flat_value(value, typbyval, typlen);
	len = datumGetSize(flat, typbyval, typlen);
	if (typlen < 0)
		appendBinaryStringInfo(out, (char *) &len, sizeof(len));
	appendBinaryStringInfo(out, DatumGetPointer(flat), len);
	if (DatumGetPointer(flat) != DatumGetPointer(value))
		pfree(DatumGetPointer(flat));
}

Datum
cv_flat_read(CvFlatReader *reader, bool typbyval, int16 typlen)
{
	uint32		len = typlen;
	char	   *copy;

	if (typbyval)
	{
		Datum		value;

		cv_flat_read_bytes(reader, &value, sizeof(Datum));
		return value;
	}
	if (typlen < 0)
		cv_flat_read_bytes(reader, &len, sizeof(len));
	if ((Size) (reader->end - reader->next) < len)
		cv_damage_report("state", "It is shorter than its aggregates need.");
	copy = palloc(len);
	cv_flat_read_bytes(reader, copy, len);
	if (typlen == -1 && (len < VARHDRSZ_SHORT || VARSIZE_ANY(copy) != len ||
						 VARATT_IS_EXTERNAL(copy)))
		cv_damage_report("state", "A value in it has a wrong length.");
	return PointerGetDatum(copy);
}
