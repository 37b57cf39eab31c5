/*-------------------------------------------------------------------------
 *
 * damage.c
 *	  Stored bytes that are not what was written.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_crc32c.h"

#include "base/damage.h"

bool		cv_damage_found = false;

StaticAssertDecl(sizeof(pg_crc32c) == CV_CHECKSUM_SIZE,
				 "checksums are stored as they are");

static pg_crc32c
checksum(const char *data, Size len, uint64 salt)
{
	pg_crc32c	crc;

	INIT_CRC32C(crc);
	COMP_CRC32C(crc, &salt, sizeof(salt));
	COMP_CRC32C(crc, data, len);
	FIN_CRC32C(crc);
	return crc;
}

void
cv_checksum_write(char *to, const char *data, Size len, uint64 salt)
{
	pg_crc32c	crc = checksum(data, len, salt);

	memcpy(to, &crc, sizeof(crc));
}

void
cv_checksum_append(StringInfo out, int from)
{
	int			end = out->len;

	appendStringInfoSpaces(out, CV_CHECKSUM_SIZE);
	cv_checksum_write(out->data + end, out->data + from, end - from, 0);
}

Size
cv_checksum_check(const char *data, Size len, uint64 salt, const char *what)
{
	pg_crc32c	stored;

	if (len < CV_CHECKSUM_SIZE)
		cv_damage_report(what, "It is too short.");
	len -= CV_CHECKSUM_SIZE;
	memcpy(&stored, data + len, sizeof(stored));
	if (!EQ_CRC32C(stored, checksum(data, len, salt)))
		cv_damage_report(what, "Its checksum is wrong.");
	return len;
}

void
cv_damage_report(const char *what, const char *detail)
{
	cv_damage_found = true;
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("%s of a continuous view is damaged", what),
			 detail != NULL ? errdetail("%s", detail) : 0,
			 errhint("Call continuous.rebuild() for the view.")));
}
