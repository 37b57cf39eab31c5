/*-------------------------------------------------------------------------
 *
 * agg_collected_row.c
 *	  How the inputs of collected aggregates are written down.
 *
 * A row is a bitmap of NULLs, then the values that are not NULL, one behind
 * the other and unaligned: of by-value types in their own size, of others as
 * they are, without toast pointers.  Two rows with the same bytes are equal to
 * any DISTINCT; the reverse does not hold (1.0 and 1.00).
 *
 * Values that hold oids which mean something in this database only (enums,
 * composite types) are written as they would be sent: what is saved may be
 * dumped and restored.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/tupmacs.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "aggregate/collected_private.h"
#include "base/compat.h"

/* Memory for values that cannot be used where they are. */
struct RowBuffers
{
	MemoryContext context;
	MemoryContext received;		/* reset with each row, if it is used */
	bool		has_received;
	char	  **buffers;		/* by column */
	Size	   *sizes;
};

typedef struct MapContext
{
	const RowShape *shape;
} MapContext;

static void init_column(Column *column, const Var *var);
static bool holds_oids(Oid type);
static Node *map_var(Node *node, void *context);
static int find_column(const RowShape *shape, AttrNumber from);
static const char *read_value(Column *column, RowBuffers *buffers, int i,
							  const char *at, Datum *value);
static const char *read_varlena(RowBuffers *buffers, int i, const char *at,
								Datum *value);
static Datum receive_value(Column *column, RowBuffers *buffers, const char *at,
						   Size len);
static char *get_buffer(RowBuffers *buffers, int i, Size size);

void
cv_row_shape_init(RowShape *shape, List *args)
{
	List	   *vars = pull_var_clause((Node *) args, 0);
	ListCell   *lc;

	shape->columns = palloc0(sizeof(Column) * Max(list_length(vars), 1));
	foreach(lc, vars)
	{
		Var		   *var = lfirst_node(Var, lc);

		if (find_column(shape, var->varattno) < 0)
			init_column(&shape->columns[shape->ncolumns++], var);
	}

	/* no row is without bytes */
	shape->nulls_size = Max((shape->ncolumns + 7) / 8, 1);
	shape->fixed_size = shape->nulls_size;
	shape->is_byval = true;
	for (int i = 0; i < shape->ncolumns && shape->fixed_size >= 0; i++)
	{
		Column	   *column = &shape->columns[i];

		shape->is_byval &= column->kind == COLUMN_BYVAL;
		if (column->kind == COLUMN_BYVAL || column->kind == COLUMN_FIXED)
			shape->fixed_size += column->len;
		else
			shape->fixed_size = -1;
	}
}

static int
find_column(const RowShape *shape, AttrNumber from)
{
	for (int i = 0; i < shape->ncolumns; i++)
		if (shape->columns[i].from == from)
			return i;
	return -1;
}

static void
init_column(Column *column, const Var *var)
{
	bool		byval;
	char		delimiter;
	Oid			send;
	Oid			receive;

	column->from = var->varattno;
	column->type = var->vartype;
	column->typmod = var->vartypmod;
	column->collation = var->varcollid;
	get_typlenbyvalalign(var->vartype, &column->len, &byval, &column->align);
	column->kind = byval ? COLUMN_BYVAL :
		column->len > 0 ? COLUMN_FIXED :
		column->len == -1 ? COLUMN_VARLENA : COLUMN_CSTRING;
	column->may_be_short = get_typstorage(var->vartype) != TYPSTORAGE_PLAIN;

	if (!holds_oids(var->vartype))
		return;
	get_type_io_data(var->vartype, IOFunc_send, &column->len, &byval,
					 &column->align, &delimiter, &column->receive_param,
					 &send);
	get_type_io_data(var->vartype, IOFunc_receive, &column->len, &byval,
					 &column->align, &delimiter, &column->receive_param,
					 &receive);
	if (!OidIsValid(send) || !OidIsValid(receive))
		return;
	fmgr_info(send, &column->send);
	fmgr_info(receive, &column->receive);
	column->kind = COLUMN_SENT;
}

/* the built-in types hold nothing that does not survive a dump */
static bool
holds_oids(Oid type)
{
	return type >= FirstNormalObjectId ||
		   get_element_type(type) >= FirstNormalObjectId;
}

Node *
cv_row_shape_map(const RowShape *shape, Node *node)
{
	MapContext	context = {shape};

	return map_var(node, &context);
}

static Node *
map_var(Node *node, void *arg)
{
	MapContext *context = arg;

	if (node == NULL)
		return NULL;
	if (IsA(node, Var))
	{
		Var		   *var = copyObject((Var *) node);

		var->varattno = find_column(context->shape, var->varattno) + 1;
		return (Node *) var;
	}
	return expression_tree_mutator(node, map_var, arg);
}

Size
cv_row_measure(RowShape *shape, const TupleTableSlot *row, Datum *flat)
{
	Size		size = shape->nulls_size;

	for (int i = 0; i < shape->ncolumns; i++)
	{
		Column	   *column = &shape->columns[i];
		Datum		value = row->tts_values[column->from - 1];
		struct varlena *bytes;

		if (row->tts_isnull[column->from - 1])
			continue;
		flat[i] = value;
		switch (column->kind)
		{
		case COLUMN_BYVAL:
		case COLUMN_FIXED:
			size += column->len;
			break;
		case COLUMN_CSTRING:
			size += strlen(DatumGetCString(value)) + 1;
			break;
		case COLUMN_SENT:
			bytes = SendFunctionCall(&column->send, value);
			flat[i] = PointerGetDatum(bytes);
			size += VARSIZE_ANY(bytes);
			break;
		case COLUMN_VARLENA:
			bytes = PG_DETOAST_DATUM_PACKED(value);
			flat[i] = PointerGetDatum(bytes);
			if (column->may_be_short && VARATT_CAN_MAKE_SHORT(bytes))
				size += VARATT_CONVERTED_SHORT_SIZE(bytes);
			else
				size += VARSIZE_ANY(bytes);
			break;
		}
	}
	return size;
}

char *
cv_row_write(const RowShape *shape, const TupleTableSlot *row,
			 const Datum *flat, char *to)
{
	uint8	   *nulls = (uint8 *) to;

	memset(nulls, 0, shape->nulls_size);
	to += shape->nulls_size;
	for (int i = 0; i < shape->ncolumns; i++)
	{
		const Column *column = &shape->columns[i];
		char	   *bytes = DatumGetPointer(flat[i]);
		Size		len = column->len;

		if (row->tts_isnull[column->from - 1])
		{
			nulls[i / 8] |= 1 << (i % 8);
			continue;
		}
		switch (column->kind)
		{
		case COLUMN_BYVAL:
			to = cv_row_write_byval(to, flat[i], column->len);
			continue;
		case COLUMN_FIXED:
			break;
		case COLUMN_CSTRING:
			len = strlen(bytes) + 1;
			break;
		case COLUMN_SENT:
		case COLUMN_VARLENA:
			len = VARSIZE_ANY(bytes);
			if (column->kind == COLUMN_VARLENA && column->may_be_short &&
				VARATT_CAN_MAKE_SHORT(bytes))
			{
				len = VARATT_CONVERTED_SHORT_SIZE(bytes);
				SET_VARSIZE_SHORT(to, len);
				memcpy(to + 1, VARDATA(bytes), len - 1);
				to += len;
				continue;
			}
			break;
		}
		memcpy(to, bytes, len);
		to += len;
	}
	return to;
}

static inline bool
is_null(const char *row, int column)
{
	return (((const uint8 *) row)[column / 8] & (1 << (column % 8))) != 0;
}

/* of a value that may stand anywhere */
static inline Size
varlena_length(const char *at)
{
	struct varlena header;

	if (VARATT_IS_1B(at))
		return VARSIZE_1B(at);
	memcpy(&header, at, sizeof(header));
	return VARSIZE_4B(&header);
}

Size
cv_row_length(const RowShape *shape, const char *row)
{
	const char *at = row + shape->nulls_size;

	if (shape->fixed_size >= 0 && shape->ncolumns <= 8 && row[0] == 0)
		return shape->fixed_size;
	for (int i = 0; i < shape->ncolumns; i++)
	{
		const Column *column = &shape->columns[i];

		if (is_null(row, i))
			continue;
		switch (column->kind)
		{
		case COLUMN_BYVAL:
		case COLUMN_FIXED:
			at += column->len;
			break;
		case COLUMN_CSTRING:
			at += strlen(at) + 1;
			break;
		case COLUMN_SENT:
		case COLUMN_VARLENA:
			at += varlena_length(at);
			break;
		}
	}
	return at - row;
}

RowBuffers *
cv_row_buffers_create(const RowShape *shape)
{
	RowBuffers *buffers = palloc0(sizeof(RowBuffers));

	buffers->context = CurrentMemoryContext;
	buffers->received = AllocSetContextCreate(CurrentMemoryContext,
											  "collected values received",
											  ALLOCSET_SMALL_SIZES);
	buffers->buffers = palloc0(sizeof(char *) * Max(shape->ncolumns, 1));
	buffers->sizes = palloc0(sizeof(Size) * Max(shape->ncolumns, 1));
	return buffers;
}

const char *
cv_row_read(RowShape *shape, RowBuffers *buffers, const char *row,
			Datum	   *values, bool *isnull)
{
	const char *at = row + shape->nulls_size;

	if (buffers->has_received)
	{
		MemoryContextReset(buffers->received);
		buffers->has_received = false;
	}
	for (int i = 0; i < shape->ncolumns; i++)
	{
		isnull[i] = is_null(row, i);
		values[i] = (Datum) 0;
		if (!isnull[i])
			at = read_value(&shape->columns[i], buffers, i, at, &values[i]);
	}
	return at;
}

static const char *
read_value(Column *column, RowBuffers *buffers, int i, const char *at,
		   Datum *value)
{
	Size		len;

	switch (column->kind)
	{
	case COLUMN_BYVAL:
		*value = cv_row_read_byval(at, column->len);
		return at + column->len;
	case COLUMN_FIXED:
		*value = PointerGetDatum(at);
		if ((char *) att_align_nominal((uintptr_t) at, column->align) != at)
		{
			char	   *buffer = get_buffer(buffers, i, column->len);

			memcpy(buffer, at, column->len);
			*value = PointerGetDatum(buffer);
		}
		return at + column->len;
	case COLUMN_CSTRING:
		*value = CStringGetDatum(at);
		return at + strlen(at) + 1;
	case COLUMN_SENT:
		len = varlena_length(at);
		*value = receive_value(column, buffers, at, len);
		return at + len;
	case COLUMN_VARLENA:
		break;
	}
	return read_varlena(buffers, i, at, value);
}

/* A short header may stand anywhere, a long one may not. */
static const char *
read_varlena(RowBuffers *buffers, int i, const char *at, Datum *value)
{
	Size		len = varlena_length(at);

	*value = PointerGetDatum(at);
	if (!VARATT_IS_1B(at) &&
		(char *) TYPEALIGN(MAXIMUM_ALIGNOF, (uintptr_t) at) != at)
	{
		char	   *buffer = get_buffer(buffers, i, len);

		memcpy(buffer, at, len);
		*value = PointerGetDatum(buffer);
	}
	return at + len;
}

static Datum
receive_value(Column *column, RowBuffers *buffers, const char *at, Size len)
{
	MemoryContext old = MemoryContextSwitchTo(buffers->received);
	Size		header = VARATT_IS_1B(at) ? VARHDRSZ_SHORT : VARHDRSZ;
	StringInfoData bytes;
	Datum		value;

	buffers->has_received = true;
	initStringInfo(&bytes);
	appendBinaryStringInfo(&bytes, at + header, len - header);
	value = ReceiveFunctionCall(&column->receive, &bytes,
								column->receive_param, column->typmod);
	MemoryContextSwitchTo(old);
	return value;
}

static char *
get_buffer(RowBuffers *buffers, int i, Size size)
{
	if (buffers->sizes[i] >= size)
		return buffers->buffers[i];
	if (buffers->buffers[i] != NULL)
		pfree(buffers->buffers[i]);
	buffers->sizes[i] = Max(size, 256);
	buffers->buffers[i] =
		MemoryContextAllocHuge(buffers->context, buffers->sizes[i]);
	return buffers->buffers[i];
}
