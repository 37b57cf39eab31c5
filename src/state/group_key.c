/*-------------------------------------------------------------------------
 *
 * group_key.c
 *	  Group keys: hashed, compared as GROUP BY compares, and laid flat.
 *
 * The equality operator that the parser chose for GROUP BY names everything:
 * its function decides what is equal, and the hash operator family it belongs
 * to gives a hash that agrees with it, both under the key's collation.  The
 * usual types do without a function call: values whose equality is that of
 * their bits, and text under a deterministic collation.
 *
 * The hash is kept in result rows (cv_key), so it must be the same tomorrow:
 * it depends on values, collations and the server's hash functions only.
 *
 * Functions of types run in a context of our own that is emptied after each
 * call, as many of them leave detoasted copies behind.  Nothing else is
 * allocated for a row; short varlenas, which most functions would copy, are
 * widened in a buffer of the set.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/detoast.h"
#include "access/hash.h"
#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/tupmacs.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_am.h"
#include "catalog/pg_amop.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "base/compat.h"
#include "state/group_key.h"

/* part of the format of cv_key: never change */
#define HASH_SEED		UINT64CONST(0x9e3779b97f4a7c15)

/* raised when the same keys get another hash here: see cv_key_platform() */
#define CV_HASH_METHOD	1
#define HASH_OF_NULL	UINT64CONST(0xd6e8feb86659fd93)

#define SHORT_BUFFER_SIZE	MAXALIGN(VARATT_SHORT_MAX + VARHDRSZ)

typedef enum KeyMethod
{
	KEY_BITS,					/* by value, equal if the bits are */
	KEY_BYTES,					/* varlena, equal if the bytes are */
	KEY_FIXED,					/* by reference, of fixed length, likewise */
	KEY_FUNCTION				/* whatever the type's functions say */
} KeyMethod;

typedef struct Key
{
	KeyMethod	method;
	int16		typlen;
	bool		typbyval;
	char		typalign;
	bool		may_be_short;	/* storage allows one-byte headers */
	bool		hash_is_extended;
	FmgrInfo	hash_flinfo;
	FmgrInfo	eq_flinfo;
	FunctionCallInfo hash_fcinfo;
	FunctionCallInfo eq_fcinfo;
} Key;

struct CvKeySet
{
	int			nkeys;
	MemoryContext temp;			/* emptied at the end of each call */
	char	   *short_buffer[2];	/* of SHORT_BUFFER_SIZE */
	Key			keys[FLEXIBLE_ARRAY_MEMBER];
};

static void init_key(Key *key, Expr *expr, SortGroupClause *clause);
static KeyMethod choose_method(const Key *key, Oid eq_function, Oid collation);
static Oid	find_hash_function(Oid type, Oid eqop, bool *is_extended);
static bool container_lacks_extended_hash(Oid type, Oid proc);
static bool one_key_equal(CvKeySet *set, Key *key, Datum a, Datum b);
static inline bool bytes_equal(CvKeySet *set, Datum a, Datum b);
static uint64 hash_by_function(CvKeySet *set, Key *key, Datum value);
static bool equal_by_function(CvKeySet *set, Key *key, Datum a, Datum b);
static Datum widen(CvKeySet *set, const Key *key, Datum value, int buffer);
static struct varlena *flatten(CvKeySet *set, Datum value);
static void write_value(CvKeySet *set, const Key *key, Datum value,
						StringInfo out, int start);
static void align_to(StringInfo out, int start, char typalign);

/* Murmur3's finalizer: every bit of the result depends on every bit of h. */
static inline uint64
mix(uint64 h)
{
	h ^= h >> 33;
	h *= UINT64CONST(0xff51afd7ed558ccd);
	h ^= h >> 33;
	h *= UINT64CONST(0xc4ceb9fe1a85ec53);
	h ^= h >> 33;
	return h;
}

/* The bits of the type itself: what is above them in a Datum is undefined. */
static inline uint64
value_bits(const Key *key, Datum value)
{
	switch (key->typlen)
	{
		case 1:
			return (uint8) value;
		case 2:
			return (uint16) value;
		case 4:
			return (uint32) value;
		default:
			return (uint64) value;
	}
}

/* VARATT_IS_SHORT is true of pointers to elsewhere, too. */
static inline bool
is_short(struct varlena *v)
{
	return VARATT_IS_SHORT(v) && !VARATT_IS_EXTERNAL(v);
}

/* The value, neither compressed nor elsewhere. */
static inline struct varlena *
in_line(CvKeySet *set, Datum value)
{
	struct varlena *v = (struct varlena *) DatumGetPointer(value);

	if (likely(!VARATT_IS_EXTENDED(v) || is_short(v)))
		return v;
	return flatten(set, value);
}

CvKeySet *
cv_key_set_create(List *keys, List *clauses)
{
	CvKeySet   *set;
	ListCell   *lc1,
			   *lc2;
	int			i = 0;

	Assert(list_length(keys) == list_length(clauses));
	set = palloc0(offsetof(CvKeySet, keys) + sizeof(Key) * list_length(keys));
	set->nkeys = list_length(keys);
	set->temp = AllocSetContextCreate(CurrentMemoryContext,
									  "continuous view key functions",
									  ALLOCSET_SMALL_SIZES);
	set->short_buffer[0] = palloc(SHORT_BUFFER_SIZE);
	set->short_buffer[1] = palloc(SHORT_BUFFER_SIZE);

	forboth(lc1, keys, lc2, clauses)
		init_key(&set->keys[i++], lfirst(lc1), lfirst(lc2));
	return set;
}

int
cv_key_set_count(const CvKeySet *set)
{
	return set->nkeys;
}

static void
init_key(Key *key, Expr *expr, SortGroupClause *clause)
{
	Oid			type = exprType((Node *) expr);
	Oid			collation = exprCollation((Node *) expr);
	Oid			eq_function = get_opcode(clause->eqop);
	Oid			hash_function;
	AclResult	acl;

	get_typlenbyvalalign(type, &key->typlen, &key->typbyval, &key->typalign);
	if (key->typlen == -2)
		elog(ERROR, "type %s cannot be a group key", format_type_be(type));
	key->may_be_short = key->typlen == -1 &&
		get_typstorage(type) != TYPSTORAGE_PLAIN;

	/* as nodeAgg does; nobody else checks it for us */
	acl = cv_function_aclcheck(eq_function, GetUserId());
	if (acl != ACLCHECK_OK)
		aclcheck_error(acl, OBJECT_FUNCTION, get_func_name(eq_function));
	InvokeFunctionExecuteHook(eq_function);

	hash_function = find_hash_function(type, clause->eqop,
									   &key->hash_is_extended);
	fmgr_info(eq_function, &key->eq_flinfo);
	fmgr_info(hash_function, &key->hash_flinfo);

	key->eq_fcinfo = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*key->eq_fcinfo, &key->eq_flinfo, 2,
							 collation, NULL, NULL);
	key->hash_fcinfo = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*key->hash_fcinfo, &key->hash_flinfo,
							 key->hash_is_extended ? 2 : 1,
							 collation, NULL, NULL);
	if (key->hash_is_extended)
		key->hash_fcinfo->args[1].value = UInt64GetDatum(HASH_SEED);

	key->method = choose_method(key, eq_function, collation);
}

/*
 * choose_method -- do the bits tell what is equal?
 *
 * Decided by the equality function, not by the type: domains, varchar and
 * whatever else is compared as text come in by it.
 */
static KeyMethod
choose_method(const Key *key, Oid eq_function, Oid collation)
{
	switch (eq_function)
	{
		case F_BOOLEQ:
		case F_CHAREQ:
		case F_INT2EQ:
		case F_INT4EQ:
		case F_INT8EQ:
		case F_OIDEQ:
		case F_DATE_EQ:
		case F_TIME_EQ:
		case F_TIMESTAMP_EQ:
		case F_TIMESTAMPTZ_EQ:
		case F_ENUM_EQ:
			return key->typbyval ? KEY_BITS : KEY_FUNCTION;
		case F_TEXTEQ:
			if (OidIsValid(collation) &&
				get_collation_isdeterministic(collation))
				return KEY_BYTES;
			return KEY_FUNCTION;
		case F_BYTEAEQ:
			return KEY_BYTES;
		case F_UUID_EQ:
			return KEY_FIXED;
		default:
			return KEY_FUNCTION;
	}
}

/*
 * find_hash_function -- of a hash operator family that has eqop as equality.
 *
 * The extended (64-bit) one if the family has it.
 */
static Oid
find_hash_function(Oid type, Oid eqop, bool *is_extended)
{
	CatCList   *list = SearchSysCacheList1(AMOPOPID, ObjectIdGetDatum(eqop));
	Oid			plain = InvalidOid;
	Oid			extended = InvalidOid;

	for (int i = 0; i < list->n_members && !OidIsValid(extended); i++)
	{
		Form_pg_amop amop = (Form_pg_amop) GETSTRUCT(&list->members[i]->tuple);

		if (amop->amopmethod != HASH_AM_OID ||
			amop->amopstrategy != HTEqualStrategyNumber)
			continue;
		extended = get_opfamily_proc(amop->amopfamily, amop->amoplefttype,
									 amop->amoplefttype, HASHEXTENDED_PROC);
		if (OidIsValid(extended) &&
			container_lacks_extended_hash(type, extended))
			extended = InvalidOid;
		if (!OidIsValid(plain))
			plain = get_opfamily_proc(amop->amopfamily, amop->amoplefttype,
									  amop->amoplefttype, HASHSTANDARD_PROC);
	}
	ReleaseSysCacheList(list);

	if (!OidIsValid(extended) && !OidIsValid(plain))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("type %s cannot be a group key here: it has no hash function",
						format_type_be(type))));
	*is_extended = OidIsValid(extended);
	return *is_extended ? extended : plain;
}

/* Arrays, ranges and rows hash only as well as what they contain. */
static bool
container_lacks_extended_hash(Oid type, Oid proc)
{
	TypeCacheEntry *entry;

	if (proc != F_HASH_ARRAY_EXTENDED && proc != F_HASH_RECORD_EXTENDED &&
		proc != F_HASH_RANGE_EXTENDED && proc != F_HASH_MULTIRANGE_EXTENDED)
		return false;
	entry = lookup_type_cache(getBaseType(type), TYPECACHE_HASH_EXTENDED_PROC);
	return !OidIsValid(entry->hash_extended_proc);
}

static inline uint64
load64(const unsigned char *bytes)
{
	uint64		word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

static inline uint32
load32(const unsigned char *bytes)
{
	uint32		word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/*
 * hash_bytes_from -- of a string, most of which are short: a few words, read
 * so that they overlap rather than one by one at the end.
 */
static inline uint64
hash_bytes_from(const unsigned char *bytes, int len, uint64 h)
{
	uint64		low;
	uint64		high = 0;

	if (len > 16)
		return hash_bytes_extended(bytes, len, h);
	if (len >= 8)
	{
		low = load64(bytes);
		high = load64(bytes + len - 8);
	}
	else if (len >= 4)
		low = load32(bytes) | (uint64) load32(bytes + len - 4) << 32;
	else
	{
		low = 0;
		for (int i = 0; i < len; i++)
			low = low << 8 | bytes[i];
	}
	h = mix(h ^ low ^ (uint64) len << 56);
	return len >= 8 ? mix(h ^ high) : h;
}

uint64
cv_key_hash(CvKeySet *set, const Datum *values, const bool *isnull)
{
	uint64		h = HASH_SEED;
	bool		use_temp = false;

	for (int i = 0; i < set->nkeys; i++)
	{
		Key		   *key = &set->keys[i];
		struct varlena *v;

		if (isnull[i])
		{
			h = mix(h + HASH_OF_NULL);
			continue;
		}
		switch (key->method)
		{
			case KEY_BITS:
				h = mix(h ^ value_bits(key, values[i]));
				break;
			case KEY_BYTES:
				v = in_line(set, values[i]);
				use_temp |= v != (struct varlena *) DatumGetPointer(values[i]);
				h = hash_bytes_from((unsigned char *) VARDATA_ANY(v),
									VARSIZE_ANY_EXHDR(v), h);
				break;
			case KEY_FIXED:
				h = hash_bytes_extended((unsigned char *)
										DatumGetPointer(values[i]),
										key->typlen, h);
				break;
			case KEY_FUNCTION:
				h = mix(h ^ hash_by_function(set, key, values[i]));
				use_temp = true;
				break;
		}
	}
	if (use_temp)
		MemoryContextReset(set->temp);
	return h;
}

int
cv_key_platform(void)
{
	const uint16 one = 1;
	bool		is_little_endian = *(const char *) &one == 1;

	return PG_MAJORVERSION_NUM * 1000 + CV_HASH_METHOD * 100 +
		(int) sizeof(void *) * 10 + (is_little_endian ? 1 : 0);
}

bool
cv_key_equal(CvKeySet *set, const Datum *a, const bool *a_isnull,
			 const Datum *b, const bool *b_isnull)
{
	for (int i = 0; i < set->nkeys; i++)
	{
		Key		   *key = &set->keys[i];

		if (a_isnull[i] != b_isnull[i])
			return false;
		if (a_isnull[i])
			continue;
		if (key->method == KEY_BITS)
		{
			if (value_bits(key, a[i]) != value_bits(key, b[i]))
				return false;
		}
		else if (!one_key_equal(set, key, a[i], b[i]))
			return false;
	}
	return true;
}

bool
cv_key_identical(CvKeySet *set, const Datum *a, const Datum *b,
				 const bool *isnull)
{
	for (int i = 0; i < set->nkeys; i++)
	{
		Key		   *key = &set->keys[i];
		bool		is_same;

		/* all other methods compare bits, or bytes */
		if (likely(key->method != KEY_FUNCTION) || isnull[i] || a[i] == b[i])
			continue;
		if (key->typbyval)
			is_same = value_bits(key, a[i]) == value_bits(key, b[i]);
		else if (key->typlen > 0)
			is_same = memcmp(DatumGetPointer(a[i]), DatumGetPointer(b[i]),
							 key->typlen) == 0;
		else
			is_same = bytes_equal(set, a[i], b[i]);
		if (!is_same)
			return false;
	}
	return true;
}

static bool
one_key_equal(CvKeySet *set, Key *key, Datum a, Datum b)
{
	bool		result;

	if (key->method == KEY_FIXED)
		return memcmp(DatumGetPointer(a), DatumGetPointer(b),
					  key->typlen) == 0;
	if (key->method == KEY_FUNCTION)
	{
		result = equal_by_function(set, key, a, b);
		MemoryContextReset(set->temp);
		return result;
	}
	return bytes_equal(set, a, b);
}

/* as hash_bytes_from(): a few words that overlap */
static inline bool
same_bytes(const unsigned char *a, const unsigned char *b, Size size)
{
	if (size > 16)
		return memcmp(a, b, size) == 0;
	if (size >= 8)
		return load64(a) == load64(b) &&
			load64(a + size - 8) == load64(b + size - 8);
	if (size >= 4)
		return load32(a) == load32(b) &&
			load32(a + size - 4) == load32(b + size - 4);
	for (Size i = 0; i < size; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* Of varlenas. */
static inline bool
bytes_equal(CvKeySet *set, Datum a, Datum b)
{
	struct varlena *va = in_line(set, a);
	struct varlena *vb = in_line(set, b);
	Size		size = VARSIZE_ANY_EXHDR(va);
	bool		result;

	result = size == VARSIZE_ANY_EXHDR(vb) &&
		same_bytes((unsigned char *) VARDATA_ANY(va),
				   (unsigned char *) VARDATA_ANY(vb), size);
	if (unlikely((Pointer) va != DatumGetPointer(a) ||
				 (Pointer) vb != DatumGetPointer(b)))
		MemoryContextReset(set->temp);
	return result;
}

/* May leave garbage in set->temp. */
static uint64
hash_by_function(CvKeySet *set, Key *key, Datum value)
{
	MemoryContext old = MemoryContextSwitchTo(set->temp);
	FunctionCallInfo fcinfo = key->hash_fcinfo;
	Datum		result;

	fcinfo->args[0].value = widen(set, key, value, 0);
	fcinfo->args[0].isnull = false;
	fcinfo->isnull = false;
	result = FunctionCallInvoke(fcinfo);
	if (fcinfo->isnull)
		elog(ERROR, "function %u returned NULL", key->hash_flinfo.fn_oid);
	MemoryContextSwitchTo(old);
	if (key->hash_is_extended)
		return DatumGetUInt64(result);
	return DatumGetUInt32(result);
}

/* May leave garbage in set->temp. */
static bool
equal_by_function(CvKeySet *set, Key *key, Datum a, Datum b)
{
	MemoryContext old = MemoryContextSwitchTo(set->temp);
	FunctionCallInfo fcinfo = key->eq_fcinfo;
	Datum		result;

	fcinfo->args[0].value = widen(set, key, a, 0);
	fcinfo->args[0].isnull = false;
	fcinfo->args[1].value = widen(set, key, b, 1);
	fcinfo->args[1].isnull = false;
	fcinfo->isnull = false;
	result = FunctionCallInvoke(fcinfo);
	MemoryContextSwitchTo(old);
	return !fcinfo->isnull && DatumGetBool(result);
}

/* Spare the function the detoasting that would cost it an allocation. */
static Datum
widen(CvKeySet *set, const Key *key, Datum value, int buffer)
{
	struct varlena *v = (struct varlena *) DatumGetPointer(value);
	struct varlena *wide;
	Size		size;

	if (key->typlen != -1 || !VARATT_IS_EXTENDED(v))
		return value;
	if (!is_short(v))
		return PointerGetDatum(flatten(set, value));

	wide = (struct varlena *) set->short_buffer[buffer];
	size = VARSIZE_SHORT(v) - VARHDRSZ_SHORT;
	SET_VARSIZE(wide, size + VARHDRSZ);
	memcpy(VARDATA(wide), VARDATA_SHORT(v), size);
	return PointerGetDatum(wide);
}

/* Fetched, decompressed, no expanded object: in set->temp, or as it was. */
static struct varlena *
flatten(CvKeySet *set, Datum value)
{
	MemoryContext old = MemoryContextSwitchTo(set->temp);
	struct varlena *v = (struct varlena *) DatumGetPointer(value);

	v = detoast_attr(v);
	MemoryContextSwitchTo(old);
	return v;
}

void
cv_key_write(CvKeySet *set, const Datum *values, const bool *isnull,
			 StringInfo out)
{
	int			start;

	align_to(out, 0, TYPALIGN_DOUBLE);
	start = out->len;
	enlargeStringInfo(out, set->nkeys);
	for (int i = 0; i < set->nkeys; i++)
		out->data[out->len++] = isnull[i] ? 1 : 0;

	for (int i = 0; i < set->nkeys; i++)
	{
		if (!isnull[i])
			write_value(set, &set->keys[i], values[i], out, start);
	}
	MemoryContextReset(set->temp);
}

static void
write_value(CvKeySet *set, const Key *key, Datum value, StringInfo out,
			int start)
{
	struct varlena *v;
	Size		size;

	if (key->typlen != -1)
	{
		align_to(out, start, key->typalign);
		enlargeStringInfo(out, key->typlen);
		if (key->typbyval)
			store_att_byval(out->data + out->len, value, key->typlen);
		else
			memcpy(out->data + out->len, DatumGetPointer(value), key->typlen);
		out->len += key->typlen;
		return;
	}

	v = in_line(set, value);
	size = VARSIZE_ANY_EXHDR(v);
	if (key->may_be_short && size + VARHDRSZ_SHORT <= VARATT_SHORT_MAX)
	{
		enlargeStringInfo(out, size + VARHDRSZ_SHORT);
		SET_VARSIZE_SHORT(out->data + out->len, size + VARHDRSZ_SHORT);
		memcpy(out->data + out->len + VARHDRSZ_SHORT, VARDATA_ANY(v), size);
		out->len += size + VARHDRSZ_SHORT;
		return;
	}
	align_to(out, start, key->typalign);
	enlargeStringInfo(out, size + VARHDRSZ);
	SET_VARSIZE(out->data + out->len, size + VARHDRSZ);
	memcpy(out->data + out->len + VARHDRSZ, VARDATA_ANY(v), size);
	out->len += size + VARHDRSZ;
}

/* Padding is zero: equal keys of one form give equal bytes. */
static void
align_to(StringInfo out, int start, char typalign)
{
	int			padding = att_align_nominal(out->len - start, typalign) -
		(out->len - start);

	enlargeStringInfo(out, padding);
	memset(out->data + out->len, 0, padding);
	out->len += padding;
}

Size
cv_key_read(CvKeySet *set, const char *data, Datum *values, bool *isnull)
{
	const char *p = data + set->nkeys;

	Assert(data == (const char *) MAXALIGN(data));
	for (int i = 0; i < set->nkeys; i++)
	{
		const Key  *key = &set->keys[i];

		isnull[i] = data[i] != 0;
		if (isnull[i])
		{
			values[i] = (Datum) 0;
			continue;
		}
		/* the first byte of a value is never zero padding if it is short */
		p = (const char *) att_align_pointer(p, key->typalign, key->typlen, p);
		values[i] = fetch_att(p, key->typbyval, key->typlen);
		p = att_addlength_pointer(p, key->typlen, p);
	}
	return p - data;
}

Size
cv_key_copy_size(CvKeySet *set, const Datum *values, const bool *isnull)
{
	Size		size = 0;

	for (int i = 0; i < set->nkeys; i++)
	{
		const Key  *key = &set->keys[i];

		if (key->typbyval || isnull[i])
			continue;
		if (key->typlen > 0)
			size += MAXALIGN(key->typlen);
		else
			size += MAXALIGN(VARSIZE_ANY_EXHDR(in_line(set, values[i])) +
							 VARHDRSZ);
	}
	return size;
}

void
cv_key_copy_to(CvKeySet *set, const Datum *values, const bool *isnull,
			   Datum *to, char *space)
{
	for (int i = 0; i < set->nkeys; i++)
	{
		const Key  *key = &set->keys[i];

		if (isnull[i])
			to[i] = (Datum) 0;
		else if (key->typbyval)
			to[i] = values[i];
		else if (key->typlen > 0)
		{
			memcpy(space, DatumGetPointer(values[i]), key->typlen);
			to[i] = PointerGetDatum(space);
			space += MAXALIGN(key->typlen);
		}
		else
		{
			struct varlena *v = in_line(set, values[i]);
			Size		size = VARSIZE_ANY_EXHDR(v);

			SET_VARSIZE(space, size + VARHDRSZ);
			memcpy(space + VARHDRSZ, VARDATA_ANY(v), size);
			to[i] = PointerGetDatum(space);
			space += MAXALIGN(size + VARHDRSZ);
		}
	}
	MemoryContextReset(set->temp);
}

void
cv_key_copy(CvKeySet *set, const Datum *values, const bool *isnull,
			Datum *to, MemoryContext context)
{
	Size		size = cv_key_copy_size(set, values, isnull);
	char	   *space = size > 0 ? MemoryContextAlloc(context, size) : NULL;

	cv_key_copy_to(set, values, isnull, to, space);
}
