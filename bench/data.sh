# data.sh -- the tables that are measured, each made when first needed.
#
# No measure changes them; what is written to has a name of its own.
# shellcheck shell=bash disable=SC2154 # run.sh assigns ROWS and work

has_table() {
	[ "$(sql -c "SELECT to_regclass('$1') IS NOT NULL")" = t ]
}

columns_of_orders="order_id bigint, ordered_at timestamptz, region text, customer_id int, total_gbp numeric(10,2)"

# rows_of_orders from to -- a query; event time is 1000 rows a second
rows_of_orders() {
	echo "SELECT i, timestamptz '2024-06-03 00:00Z' + i * interval '1 ms', 'region ' || i % 8, ((i * 7919) % 100000)::int, (((i * 104729) % 1000000) / 100.0)::numeric(10,2) FROM generate_series(bigint '$1', $2) i"
}

need_orders() {
	! has_table orders || return 0
	sql -c "CREATE TABLE orders ($columns_of_orders)" -c "INSERT INTO orders $(rows_of_orders 1 "$ROWS")" -c "VACUUM ANALYZE orders" -c CHECKPOINT
}

# 100k customers who come in no order: about half of the rows open a session
need_clicks() {
	! has_table clicks || return 0
	need_orders
	sql <<-SQL
		CREATE TABLE clicks AS
		SELECT ordered_at AS clicked_at, abs(hashint4(order_id::int)) % 100000 AS customer_id, total_gbp FROM orders ORDER BY order_id;
		VACUUM ANALYZE clicks;
		CHECKPOINT;
	SQL
}

# fifty columns, 700 bytes of them text; a fifth of the rows
need_wide() {
	! has_table wide || return 0
	sql <<-SQL
		SELECT 'CREATE TABLE wide AS SELECT i AS order_id, '
			|| string_agg(format('(i %% %s)::int AS number_%s', 1000 + n, n), ', ') || ', '
			|| string_agg(format('repeat(chr(65 + (i %% 26)::int), 30) || i AS note_%s', n), ', ') FILTER (WHERE n <= 15)
			|| ', timestamptz ''2024-06-03 00:00Z'' + i * interval ''1 ms'' AS ordered_at, ''region '' || i % 8 AS region,
				repeat(''remark '', 20) AS remark, (((i * 104729) % 1000000) / 100.0)::numeric(10,2) AS total_gbp
				FROM generate_series(bigint ''1'', ' || $((ROWS / 5)) || ') i'
		FROM generate_series(1, 30) n \gexec
		VACUUM ANALYZE wide;
		CHECKPOINT;
	SQL
}

# by time, eight partitions
need_parted() {
	! has_table parted || return 0
	need_orders
	sql <<-SQL
		CREATE TABLE parted ($columns_of_orders) PARTITION BY RANGE (ordered_at);
		SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES FROM (%L) TO (%L)', n,
					  CASE n WHEN 0 THEN '-infinity' ELSE timestamptz '2024-06-03 00:00Z' + n * $ROWS / 8 * interval '1 ms' END,
					  CASE n WHEN 7 THEN 'infinity' ELSE timestamptz '2024-06-03 00:00Z' + (n + 1) * $ROWS / 8 * interval '1 ms' END)
		  FROM generate_series(0, 7) n \gexec
		INSERT INTO parted SELECT * FROM orders;
		VACUUM ANALYZE parted;
		CHECKPOINT;
	SQL
}

# orders in a file, and in files of 100k rows each, at least ten
need_files() {
	[ ! -d "$work/parts" ] || return 0
	need_orders
	cv_as_user mkdir "$work/parts"
	sql -c "COPY orders TO '$work/orders.bin' (FORMAT binary)" \
		-c "COPY orders TO PROGRAM 'split -l $((ROWS < 1000000 ? ROWS / 10 : 100000)) -a 4 - $work/parts/'"
}

# empty_table name -- a table like orders
empty_table() {
	sql -c "DROP TABLE IF EXISTS $1" -c "CREATE TABLE $1 ($columns_of_orders)" -c CHECKPOINT
}

# revenue_view name table [window [with]] -- the statement that creates it
revenue_view() {
	echo "CREATE CONTINUOUS VIEW $1 ${4:-} AS SELECT window_start, region, sum(total_gbp) AS revenue_gbp, count(*) AS orders, avg(total_gbp) AS mean FROM $2 GROUP BY ${3:-"tumble(ordered_at, interval '5 minutes')"}, region"
}

# revenue_query table [size] -- the same by plain SQL
revenue_query() {
	echo "SELECT date_bin('${2:-5 minutes}', ordered_at, '2000-01-03Z'), region, sum(total_gbp), count(*), avg(total_gbp) FROM $1 GROUP BY 1, 2"
}
