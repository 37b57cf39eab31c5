/*-------------------------------------------------------------------------
 *
 * delays_file.c
 *	  What was counted of how late rows come, over a restart of the server.
 *
 * As with other statistics, a shutdown writes a file, the next start reads and
 * removes it, and a crash leaves none.  What is read becomes the slots' as if
 * their views had been given up just now, so each view finds its own.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <unistd.h>

#include "catalog/pg_control.h"
#include "common/controldata_utils.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/fd.h"

#include "base/delays_file.h"
#include "base/shared_memory.h"

#define DELAYS_FILE PGSTAT_STAT_PERMANENT_DIRECTORY "/pg_continuous_delays.stat"

/* changes with what is in it */
#define FILE_MAGIC	0x20261130

typedef struct FileHeader
{
	uint32		magic;
	uint32		record_size;
} FileHeader;

typedef struct FileRecord
{
	Oid			database;
	Oid			view;
	CvDelays	delays;
} FileRecord;

static bool is_shut_down(void);
static bool load_records(FILE *file);
static bool save_records(FILE *file);

void
cv_delays_file_load(void)
{
	FILE	   *file = AllocateFile(DELAYS_FILE, PG_BINARY_R);

	if (file == NULL && errno == ENOENT)
		return;
	if (file == NULL || !load_records(file))
		ereport(LOG,
				(errmsg("could not use file \"%s\"", DELAYS_FILE),
				 errdetail("continuous.lateness() counts from now on.")));
	if (file != NULL)
		FreeFile(file);
	(void) unlink(DELAYS_FILE);
}

static bool
load_records(FILE *file)
{
	FileHeader	header;
	FileRecord *record = palloc(sizeof(FileRecord));
	int			n = 0;

	if (fread(&header, sizeof(header), 1, file) != 1 ||
		header.magic != FILE_MAGIC ||
		header.record_size != sizeof(FileRecord))
		return false;
	while (n < cv_shared->nviews &&
		   fread(record, sizeof(FileRecord), 1, file) == 1 &&
		   cv_delays_are_valid(&record->delays))
	{
		CvViewSlot *slot = &cv_shared->views[n++];

		slot->database = record->database;
		slot->view = record->view;
		*cv_view_slot_delays(slot) = record->delays;
	}
	pfree(record);
	return ferror(file) == 0;
}

void
cv_delays_file_save(int code, Datum arg)
{
	FILE	   *file;

	if (code != 0 || cv_shared == NULL || !is_shut_down())
		return;
	file = AllocateFile(DELAYS_FILE, PG_BINARY_W);
	if (file == NULL || !save_records(file) || FreeFile(file) != 0)
	{
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write file \"%s\": %m", DELAYS_FILE)));
		(void) unlink(DELAYS_FILE);
	}
}

/* is_shut_down -- in good order: else rows will be consumed again, and counted */
static bool
is_shut_down(void)
{
	bool		is_valid;
	ControlFileData *control = get_controlfile(DataDir, &is_valid);

	return control->state == DB_SHUTDOWNED ||
		control->state == DB_SHUTDOWNED_IN_RECOVERY;
}

static bool
save_records(FILE *file)
{
	FileHeader	header = {FILE_MAGIC, sizeof(FileRecord)};

	if (fwrite(&header, sizeof(header), 1, file) != 1)
		return false;
	for (int i = 0; i < cv_shared->nviews; i++)
	{
		const CvViewSlot *slot = &cv_shared->views[i];

		if (OidIsValid(slot->view) &&
			(fwrite(&slot->database, sizeof(Oid), 1, file) != 1 ||
			 fwrite(&slot->view, sizeof(Oid), 1, file) != 1 ||
			 fwrite(cv_view_slot_delays(slot), sizeof(CvDelays), 1, file) != 1))
			return false;
	}
	return true;
}
