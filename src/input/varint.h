/*-------------------------------------------------------------------------
 *
 * varint.h
 *	  Numbers as they are stored in the position: seven bits a byte, lowest
 *	  first, the top bit says that more follow.
 *
 * The sets that use it hold ascending numbers, so the differences that they
 * store mostly take one byte.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_VARINT_H
#define CV_VARINT_H

#include "lib/stringinfo.h"

#include "base/damage.h"

static inline void
cv_varint_write(StringInfo out, uint64 value)
{
	char		bytes[10];
	int			n = 0;

	while (value >= 0x80)
	{
		bytes[n++] = (char) (value | 0x80);
		value >>= 7;
	}
	bytes[n++] = (char) value;
	appendBinaryStringInfo(out, bytes, n);
}

static inline uint64
cv_varint_read(StringInfo in)
{
	uint64		value = 0;
	int			shift;

	for (shift = 0; shift < 64; shift += 7)
	{
		uint8		byte;

		if (in->cursor >= in->len)
			break;
		byte = (uint8) in->data[in->cursor++];
		value |= (uint64) (byte & 0x7F) << shift;
		if (byte < 0x80)
			return value;
	}
	cv_damage_report("position", "A number does not end.");
}

#endif							/* CV_VARINT_H */
