/*-------------------------------------------------------------------------
 *
 * keyword.c
 *	  Makes CREATE CONTINUOUS VIEW parse on a stock server.
 *
 * The grammar cannot be extended, but it accepts CREATE UNLOGGED VIEW, which
 * every release refuses only when it is executed.  So its tree is free for us,
 * and all that is needed is that the scanner takes CONTINUOUS for UNLOGGED in
 *
 *		CREATE [ OR REPLACE ] CONTINUOUS VIEW
 *
 * and nowhere else.  The scanner looks up every word in ScanKeywords, whose
 * hash function is called through a pointer; we put ours there.  It is given
 * the word in the scanner's own copy of the query, in which flex has put a
 * NUL behind the word; there we overwrite ten bytes:
 *
 *		c o n t i n u o u s \0 v i e w		before
 *		u n l o g g e d \0 \0 \0 v i e w	after
 *
 * and return the number of "unlogged".  The query text itself is another copy.
 * With VIEW, the next word, the ten bytes become what they were: the scanner
 * counts characters up to an error in this buffer, and would stop at the NULs.
 *
 * The function sees words only, so it checks the bytes between them, too.
 * What it remembers of the word before may point into a buffer that is gone.
 * Therefore it reads backwards from the word at hand and stops at a NUL: a
 * scan buffer has none before the current word's end, while in front of every
 * palloc'd buffer there are pointers or sizes with zero bytes.  So it gets as
 * far as the remembered word only if that is in the same buffer, and touches
 * no memory but that of the buffer at hand.
 *
 * It also never writes into a constant string: the word before was followed
 * by a NUL when it was looked up, and is not any more.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <unistd.h>
#ifndef WIN32
#include <sys/mman.h>
#endif

#include "catalog/pg_class.h"
#include "common/keywords.h"
#include "nodes/parsenodes.h"
#include "parser/parser.h"
#include "storage/fd.h"
#include "utils/memutils.h"

#include "base/settings.h"
#include "view/keyword.h"

#define LEN_CONTINUOUS	10
#define CARRIER			"unlogged"
#define TEST_STATEMENT	"CREATE CONTINUOUS VIEW a AS SELECT 1"

/* how far the words at hand have got towards CONTINUOUS */
typedef enum Progress
{
	SEEN_NOTHING,
	SEEN_CREATE,
	SEEN_CREATE_OR,
	SEEN_CREATE_OR_REPLACE,
	SEEN_CONTINUOUS
} Progress;

static ScanKeywordHashFunc core_hash = NULL;
static bool is_active = false;
static int	carrier_number;		/* of "unlogged" in the list of keywords */

/* the word looked up last, if it matters */
static Progress progress = SEEN_NOTHING;
static const char *last_word;

/* which word that is, by progress */
static const char *const words[] = {"", "create", "or", "replace"};

static bool install(const char **why);
static bool set_hash(ScanKeywordHashFunc hash, const char **why);
static bool parses_as_carrier(void);
static int	keyword_hash(const void *key, size_t length);
static bool is_word(const char *word, size_t length, const char *expected);
static bool follows_last_word(const char *word, Progress before);
static bool view_follows(const char *word);
static void restore_last_word(const char *word);
static const char *skip_space(const char *p);
static const char *skip_line(const char *p);
static const char *skip_comment(const char *p);

void
cv_keyword_init(void)
{
	const char *why = NULL;

	if (!cv_syntax || is_active)
		return;
	if (install(&why))
	{
		is_active = true;
		return;
	}
	ereport(WARNING,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("CREATE CONTINUOUS VIEW is not available on this server"),
			 errdetail_internal("%s", why),
			 errhint("Use CREATE VIEW ... WITH (continuous) instead.")));
}

bool
cv_keyword_active(void)
{
	return is_active;
}

static bool
install(const char **why)
{
	core_hash = ScanKeywords.hash;
	carrier_number = ScanKeywordLookup(CARRIER, &ScanKeywords);
	if (carrier_number < 0)
	{
		*why = "The scanner does not know its keywords.";
		return false;
	}
	if (!set_hash(keyword_hash, why))
		return false;
	if (parses_as_carrier())
		return true;

	*why = "The parser does not use the table of keywords as expected.";
	(void) set_hash(core_hash, why);
	return false;
}

#ifndef WIN32

/*
 * The protection of the page at address, from /proc/self/maps; -1 if unknown.
 */
static int
get_protection(uintptr_t address)
{
	FILE	   *maps = AllocateFile("/proc/self/maps", "r");
	char		line[1024];
	int			protection = -1;

	if (maps == NULL)
		return -1;
	while (protection < 0 && fgets(line, sizeof(line), maps) != NULL)
	{
		unsigned long lo;
		unsigned long hi;
		char		flags[5];

		if (sscanf(line, "%lx-%lx %4s", &lo, &hi, flags) != 3 ||
			address < lo || address >= hi)
			continue;
		protection = (flags[0] == 'r' ? PROT_READ : 0) |
			(flags[1] == 'w' ? PROT_WRITE : 0) |
			(flags[2] == 'x' ? PROT_EXEC : 0);
	}
	FreeFile(maps);
	return protection;
}

/*
 * Change the pointer, which mostly is in a page that became read-only after
 * relocation.  The page gets exactly the protection back that it had: code or
 * writable data can be in it as well, depending on how the server was linked.
 */
static bool
set_hash(ScanKeywordHashFunc hash, const char **why)
{
	volatile ScanKeywordHashFunc *slot =
		(volatile ScanKeywordHashFunc *) &ScanKeywords.hash;
	uintptr_t	page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	void	   *page = (void *) ((uintptr_t) slot & ~(page_size - 1));
	int			protection = get_protection((uintptr_t) slot);

	if (protection < 0)
	{
		*why = "The protection of the table of keywords cannot be read from /proc/self/maps.";
		return false;
	}
	if ((protection & PROT_WRITE) == 0 &&
		mprotect(page, page_size, protection | PROT_WRITE) != 0)
	{
		*why = "The table of keywords cannot be made writable.";
		return false;
	}
	*slot = hash;

	/* if this fails, the page merely stays writable */
	if ((protection & PROT_WRITE) == 0)
		(void) mprotect(page, page_size, protection);
	return true;
}

#else

static bool
set_hash(ScanKeywordHashFunc hash, const char **why)
{
	*why = "The table of keywords cannot be changed on Windows.";
	return false;
}

#endif							/* WIN32 */

/*
 * Try it.  An ERROR that got out of here would keep the server from starting.
 */
static bool
parses_as_carrier(void)
{
	MemoryContext old_context = CurrentMemoryContext;
	MemoryContext context = AllocSetContextCreate(old_context,
												  "continuous syntax test",
												  ALLOCSET_SMALL_SIZES);
	volatile bool result = false;

	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		List	   *list = raw_parser(TEST_STATEMENT, RAW_PARSE_DEFAULT);
		Node	   *node = linitial_node(RawStmt, list)->stmt;

		result = IsA(node, ViewStmt) &&
			((ViewStmt *) node)->view->relpersistence ==
			RELPERSISTENCE_UNLOGGED;
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		FlushErrorState();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(old_context);
	MemoryContextDelete(context);
	progress = SEEN_NOTHING;
	return result;
}

/*
 * The hash function of ScanKeywords: called for each word of every query, so
 * most words are passed on after a look at their length.
 */
static int
keyword_hash(const void *key, size_t length)
{
	const char *word = key;
	Progress	before = progress;

	progress = SEEN_NOTHING;
	switch (length)
	{
		case 2:
			if (before == SEEN_CREATE && is_word(word, length, "or") &&
				follows_last_word(word, before))
				progress = SEEN_CREATE_OR;
			break;
		case 4:
			if (before == SEEN_CONTINUOUS && is_word(word, length, "view"))
				restore_last_word(word);
			break;
		case 6:
			if (is_word(word, length, "create"))
				progress = SEEN_CREATE;
			break;
		case 7:
			if (before == SEEN_CREATE_OR &&
				is_word(word, length, "replace") &&
				follows_last_word(word, before))
				progress = SEEN_CREATE_OR_REPLACE;
			break;
		case LEN_CONTINUOUS:
			if ((before == SEEN_CREATE || before == SEEN_CREATE_OR_REPLACE) &&
				is_word(word, length, "continuous") &&
				follows_last_word(word, before) && view_follows(word))
			{
				memset((char *) key, 0, LEN_CONTINUOUS);
				memcpy((char *) key, CARRIER, strlen(CARRIER));
				progress = SEEN_CONTINUOUS;
				last_word = word;
				return carrier_number;
			}
			break;
		default:
			break;
	}
	last_word = word;
	return core_hash(key, length);
}

static bool
is_word(const char *word, size_t length, const char *expected)
{
	return pg_strncasecmp(word, expected, length) == 0;
}

/*
 * Is the word looked up last right in front of this one, in the same buffer,
 * with nothing but space and comments between them?
 */
static bool
follows_last_word(const char *word, Progress before)
{
	size_t		length = strlen(words[before]);
	const char *p;

	if ((uintptr_t) word <= (uintptr_t) last_word + length)
		return false;
	for (p = word; p > last_word; p--)
	{
		if (p[-1] == '\0')
			return false;
	}

	/* the same place may hold another text now */
	return is_word(last_word, length, words[before]) &&
		skip_space(last_word + length) == word;
}

/*
 * Is VIEW the next word?  The byte behind this one is NUL for the time being
 * and was a space, or the first character of a comment, or something that is
 * wrong after CREATE <word> in any case.
 */
static bool
view_follows(const char *word)
{
	const char *p = word + LEN_CONTINUOUS + 1;

	if (*p == '*')
		p = skip_comment(p + 1);
	else if (*p == '-')
		p = skip_line(p);
	p = skip_space(p);

	if (pg_strncasecmp(p, "view", 4) != 0)
		return false;
	p += 4;
	return !(*p == '_' || *p == '$' || IS_HIGHBIT_SET(*p) ||
			 (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
			 (*p >= 'A' && *p <= 'Z'));
}

/* the carrier, if it is in front of this word in the same buffer */
static void
restore_last_word(const char *word)
{
	const char *end = last_word + LEN_CONTINUOUS;

	if ((uintptr_t) word <= (uintptr_t) end)
		return;
	for (const char *p = word; p > end; p--)
	{
		if (p[-1] == '\0')
			return;
	}
	if (skip_space(end) == word &&
		memcmp(last_word, CARRIER "\0", LEN_CONTINUOUS) == 0)
		memcpy((char *) last_word, "continuous", LEN_CONTINUOUS);
}

/* space and comments, as the scanner knows them */
static const char *
skip_space(const char *p)
{
	for (;;)
	{
		if (*p == ' ' || (*p >= '\t' && *p <= '\r'))
			p++;
		else if (p[0] == '-' && p[1] == '-')
			p = skip_line(p);
		else if (p[0] == '/' && p[1] == '*')
			p = skip_comment(p + 2);
		else
			return p;
	}
}

static const char *
skip_line(const char *p)
{
	while (*p != '\0' && *p != '\n' && *p != '\r')
		p++;
	return p;
}

/* from inside of a comment to its end, or to that of the text; they nest */
static const char *
skip_comment(const char *p)
{
	int			depth = 1;

	while (*p != '\0' && depth > 0)
	{
		if (p[0] == '/' && p[1] == '*')
		{
			depth++;
			p += 2;
		}
		else if (p[0] == '*' && p[1] == '/')
		{
			depth--;
			p += 2;
		}
		else
			p++;
	}
	return p;
}
