"""psycopg 3: both protocols, prepared statements, parameters, pipelines,
sync() and its errors, LISTEN, types, cursors, COPY, transactions, cancel."""
import datetime
import decimal
import json
import os
import sys
import threading

import psycopg
from psycopg.types.range import Range

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))
from tap import done, equal, fails, ok

UTC = datetime.timezone.utc
DATABASE = "psycopg"
REVENUE = """
    CREATE CONTINUOUS VIEW {} WITH (watermark_delay = '30 seconds') AS
    SELECT window_start, window_end, region, sum(total_gbp) AS revenue_gbp, count(*) AS orders
      FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region"""


def connect(**options):
    return psycopg.connect(dbname=DATABASE, options="-c timezone=UTC", **options)


def at(hour, minute=0, second=0):
    return datetime.datetime(2026, 6, 1, hour, minute, second, tzinfo=UTC)


def orders_of(connection, view):
    return connection.execute(f"SELECT coalesce(sum(orders), 0)::int FROM {view}").fetchone()[0]


def exists(connection, view):
    return connection.execute("SELECT to_regclass(%s) IS NOT NULL", [view]).fetchone()[0]


def test_create(c):
    """The literal syntax by every way that a statement can take."""
    result = c.pgconn.exec_(REVENUE.format("simple").encode())
    equal(result.status, psycopg.pq.ExecStatus.COMMAND_OK, "CREATE CONTINUOUS VIEW by the simple protocol")
    equal(result.command_status, b"CREATE VIEW", "... with the command tag of a view")
    result = c.pgconn.exec_((REVENUE.format("one") + ";" + REVENUE.format("two")).encode())
    ok(exists(c, "one") and exists(c, "two"), "two in one simple query")
    c.pgconn.exec_params(REVENUE.format("extended").encode(), None)
    ok(exists(c, "extended"), "by the extended protocol")
    c.execute(REVENUE.format("named"), prepare=True)
    c.execute("DROP VIEW named")
    c.execute(REVENUE.format("named"), prepare=True)
    ok(exists(c, "named"), "a prepared statement, executed again after DROP VIEW")
    fails("42P07", "... and while the view is there", lambda: c.execute(REVENUE.format("named"), prepare=True))
    c.execute("PREPARE reading AS SELECT count(*) FROM named")
    c.execute(REVENUE.format("named").replace("CREATE", "CREATE OR REPLACE"), prepare=True)
    equal(c.execute("EXECUTE reading").fetchone(), (0,), "a prepared statement that reads outlives OR REPLACE")
    error = fails("42P18", "no parameters in it", lambda: c.execute(
        REVENUE.format("parameter").replace("interval '5 minutes'", "%s"), ["5 minutes"]))
    fails(error.sqlstate, "... as in any CREATE VIEW", lambda: c.execute("CREATE VIEW parameter AS SELECT %s", ["5 minutes"]))
    psycopg.ClientCursor(c).execute(REVENUE.format("bound").replace("interval '5 minutes'", "interval %s"), ["5 minutes"])
    ok(exists(c, "bound"), "but those that the client puts in")
    c.execute("CREATE VIEW stock WITH (continuous) AS" + REVENUE.format("").split(" AS", 1)[1])
    ok(exists(c, "stock"), "the form of the stock grammar")
    c.execute("DISCARD ALL")
    c.execute("SELECT continuous.sync('simple')")
    for view in ("one", "two", "extended", "named", "bound", "stock"):
        c.execute(f"DROP VIEW {view}")


def test_errors(c):
    fails("22023", "an unknown option", lambda: c.execute(REVENUE.format("bad").replace("watermark_delay", "watermark_dalay")))
    fails("0A000", "a query that cannot be continuous", lambda: c.execute(
        "CREATE CONTINUOUS VIEW bad AS SELECT region, count(*) FROM orders GROUP BY tumble(ordered_at, '1 min'), ROLLUP (region)"))
    text = "CREATE CONTINUOUS VIEW \"£\" AS SELEKT 1"
    error = fails("42601", "a mistake behind the literal syntax", lambda: c.execute(text))
    equal(error.diag.statement_position, str(text.index("SELEKT") + 1), "... is found at its place, by both protocols")
    error = fails("42601", "... also", lambda: c.execute(text, prepare=True))
    equal(error.diag.statement_position, str(text.index("SELEKT") + 1), "... in a prepared statement")
    ok(not exists(c, "bad"), "and no view is left")


def test_read(c):
    c.execute("INSERT INTO orders VALUES (%s, %s, %s, %s)", [1, at(9, 1), "north", decimal.Decimal("12.50")])
    c.cursor().executemany("INSERT INTO orders VALUES (%s, %s, %s, %s)",
                           [(2, at(9, 2), "south", 8), (3, at(9, 4), "north", 30), (4, at(9, 7), None, decimal.Decimal("5.25"))])
    for _ in range(3):
        c.execute("SELECT continuous.sync(%s)", ["simple"], prepare=True)
    ok(True, "sync() as a prepared statement with a parameter, again and again")
    c.execute("SELECT continuous.sync(%s, %s)", ["simple", datetime.timedelta(seconds=60)])
    expected = [(at(9), at(9, 5), "north", decimal.Decimal("42.50"), 2),
                (at(9), at(9, 5), "south", decimal.Decimal("8.00"), 1),
                (at(9, 5), at(9, 10), None, decimal.Decimal("5.25"), 1)]
    query = "SELECT * FROM simple WHERE window_start >= %s ORDER BY window_start, region"
    equal(c.execute(query, [at(9)]).fetchall(), expected, "rows with their types, in text")
    equal(c.execute(query, [at(9)], binary=True).fetchall(), expected, "... and in binary")
    equal([column.name for column in c.execute("SELECT * FROM simple").description],
          ["window_start", "window_end", "region", "revenue_gbp", "orders"], "the columns' names")
    equal(c.execute("SELECT continuous.watermark('simple'), continuous.is_final('simple', %s)", [at(9, 5)]).fetchone(),
          (at(9, 6, 30), False), "watermark() and is_final()")
    c.execute("""CREATE CONTINUOUS VIEW spans AS SELECT tumble(ordered_at, '1 hour') AS span, array_agg(order_id) AS ids,
                 jsonb_object_agg(order_id, region) AS regions, avg(total_gbp)::float8 AS mean FROM orders GROUP BY tumble(ordered_at, '1 hour')""")
    c.execute("SELECT continuous.sync('spans')")
    for binary in (False, True):
        equal(c.execute("SELECT * FROM spans", binary=binary).fetchone(),
              (Range(at(9), at(10), "[)"), [1, 2, 3, 4], {"1": "north", "2": "south", "3": "north", "4": None}, 13.9375),
              f"ranges, arrays, jsonb and floats, {'binary' if binary else 'text'}")


def test_pipeline(c):
    before = orders_of(c, "simple")
    with c.pipeline() as p:
        c.execute("INSERT INTO orders VALUES (10, %s, 'east', 1)", [at(9, 8)])
        c.execute("INSERT INTO orders VALUES (11, %s, 'east', 1)", [at(9, 8)])
        p.sync()
        c.execute("SELECT continuous.sync('simple')")
        counted = c.execute("SELECT sum(orders)::int FROM simple")
        c.execute(REVENUE.format("piped"))
        p.sync()
        c.execute("SELECT continuous.sync('piped')")
        piped = c.execute("SELECT sum(orders)::int FROM piped")
    equal(counted.fetchone()[0], before + 2, "a pipeline: INSERT, sync(), SELECT")
    equal(piped.fetchone()[0], before + 2, "... and CREATE, sync(), SELECT")

    def create_and_sync():
        with c.pipeline():
            c.execute(REVENUE.format("same"))
            c.execute("SELECT continuous.sync('same')")
            c.execute("SELECT 1")
    fails("55000", "without a sync point between them they are one transaction", create_and_sync)
    ok(not exists(c, "same"), "... which has made nothing")

    def middle():
        with c.pipeline():
            c.execute("INSERT INTO orders VALUES (12, %s, 'east', 1)", [at(9, 8)])
            c.execute(REVENUE.format("aborted").replace("'30 seconds'", "'30 lightyears'"))
            c.execute("INSERT INTO orders VALUES (13, %s, 'east', 1)", [at(9, 8)])
    fails("22007", "an error in the middle of a pipeline", middle)
    c.execute("SELECT continuous.sync('simple')")
    equal(orders_of(c, "simple"), before + 2, "... takes the rows before and behind it along")
    with c.pipeline() as p:
        c.execute("SELECT 1/0")
        try:
            p.sync()
        except psycopg.errors.DivisionByZero:
            pass
        c.execute("INSERT INTO orders VALUES (14, %s, 'east', 1)", [at(9, 8)])
    c.execute("SELECT continuous.sync('simple')")
    equal(orders_of(c, "simple"), before + 3, "what comes behind the next sync point counts")


def test_sync_errors(c):
    def sync(view="simple", timeout="100 ms"):
        return lambda: c.execute("SELECT continuous.sync(%s, %s)", [view, timeout])
    fails("42P01", "sync() of nothing", sync("nothing"))
    fails("42809", "sync() of a table", sync("orders"))
    with connect() as blocker:
        blocker.execute("LOCK TABLE simple_results IN ACCESS EXCLUSIVE MODE")
        c.execute("INSERT INTO orders VALUES (20, %s, 'west', 1)", [at(9, 9)])
        error = fails("57014", "sync() with a timeout", sync())
        ok(error.diag.message_primary.startswith("timeout while waiting"), "... says that it is its own")
        c.execute("SET statement_timeout = '100ms'")
        fails("57014", "sync() with statement_timeout", sync(timeout=None))
        c.execute("RESET statement_timeout")
        timer = threading.Timer(0.1, c.cancel_safe)
        timer.start()
        fails("57014", "sync() that is cancelled", sync(timeout=None))
        timer.join()
        blocker.rollback()
    c.execute("SELECT continuous.sync('simple')")
    c.execute("SELECT continuous.pause('simple')")
    fails("55000", "sync() of a view that is paused", sync())
    c.execute("SELECT continuous.resume('simple')")
    c.execute("""CREATE CONTINUOUS VIEW inverse WITH (backfill = false) AS
        SELECT window_start, sum(1 / total_gbp) FROM orders GROUP BY tumble(ordered_at, '1 min')""")
    c.execute("INSERT INTO orders VALUES (21, %s, 'west', 0)", [at(9, 9)])
    fails("55000", "sync() of a view that has stopped", sync("inverse", None))
    equal(c.execute("SELECT state FROM continuous.stats WHERE view = 'inverse'::regclass").fetchone(), ("stopped",), "... says stats, too")
    c.execute("DROP VIEW inverse")


def test_transactions(c):
    with connect() as t:
        t.execute(REVENUE.format("undone"))
        t.rollback()
        ok(not exists(t, "undone"), "CREATE is rolled back")
        before = orders_of(t, "simple")
        t.execute("INSERT INTO orders VALUES (30, %s, 'north', 1)", [at(9, 9)])
        t.execute("SELECT continuous.sync('simple')")
        equal(orders_of(t, "simple"), before, "sync() does not wait for rows of its own transaction")
        t.commit()
        t.execute("SELECT continuous.sync('simple')")
        equal(orders_of(t, "simple"), before + 1, "after COMMIT they count")
        with t.transaction():
            t.execute(REVENUE.format("inner_one"))
            try:
                with t.transaction():
                    t.execute(REVENUE.format("inner_two"))
                    raise psycopg.Rollback
            except psycopg.Rollback:
                pass
        t.commit()
        ok(exists(t, "inner_one"), "CREATE in a savepoint that is released")
        ok(not exists(t, "inner_two"), "... and in one that is rolled back")
        t.execute("SELECT continuous.sync('inner_one')")
        equal(orders_of(t, "inner_one"), before + 1, "the one that is there follows")
        t.execute("DROP VIEW inner_one")


def test_copy_and_cursors(c):
    before = orders_of(c, "simple")
    with c.cursor().copy("COPY orders FROM STDIN") as copy:
        for i in range(1000):
            copy.write_row((1000 + i, at(9, 20 + i % 10), "copied", i))
    with c.cursor().copy("COPY orders FROM STDIN (FORMAT binary)") as copy:
        copy.set_types(["int8", "timestamptz", "text", "numeric"])
        for i in range(1000):
            copy.write_row((2000 + i, at(9, 20 + i % 10), f"shop {i % 50}", i))
    c.execute("SELECT continuous.sync('simple')")
    equal(orders_of(c, "simple"), before + 2000, "COPY, in text and in binary")
    groups = c.execute("SELECT count(*) FROM simple").fetchone()[0]
    with c.transaction():
        with c.cursor("server_side") as cursor:
            cursor.itersize = 7
            cursor.execute("SELECT * FROM simple ORDER BY window_start, region")
            equal(len([row for row in cursor]), groups, "a server-side cursor reads in portions")
        with c.cursor("scrolling", scrollable=True) as cursor:
            cursor.execute("SELECT window_start, orders FROM simple ORDER BY window_start, region")
            first = cursor.fetchone()
            cursor.scroll(0, mode="absolute")
            equal(cursor.fetchone(), first, "... also one that scrolls")
    equal(sum(1 for _ in c.cursor().stream("SELECT * FROM simple")), groups, "row by row, as a stream")
    with c.cursor().copy("COPY (SELECT orders FROM simple) TO STDOUT") as copy:
        equal(sum(int(row[0]) for row in copy.rows()), before + 2000, "COPY of a query on the view")


def test_listen(c):
    c.execute("""CREATE CONTINUOUS VIEW told WITH (notify = 'told', emit = final, backfill = false) AS
        SELECT window_start, window_end, count(*) FROM orders GROUP BY tumble(ordered_at, '1 hour')""")
    with connect(autocommit=True) as ear:
        ear.execute("LISTEN told")
        for hour in (10, 11, 12):
            c.execute("INSERT INTO orders VALUES (40, %s, 'north', 1)", [at(hour, 30)])
        heard = [json.loads(n.payload) for n in ear.notifies(timeout=60, stop_after=2)]
        equal(heard, [{"view": "public.told", "window_start": f"2026-06-01T{hour}:00:00+00:00",
                       "window_end": f"2026-06-01T{hour + 1}:00:00+00:00", "rows": 1} for hour in (10, 11)],
              "LISTEN hears of windows that close, in order")
        equal(ear.execute("SELECT window_start FROM told ORDER BY 1").fetchall(), [(at(10),), (at(11),)],
              "whoever has heard it reads the rows")
    c.execute("DROP VIEW told")


def main():
    with psycopg.connect(autocommit=True) as c:
        c.execute(f"CREATE DATABASE {DATABASE}")
    with connect(autocommit=True) as c:
        c.execute("CREATE EXTENSION pg_continuous")
        c.execute("CREATE TABLE orders (order_id bigint, ordered_at timestamptz, region text, total_gbp numeric(10,2))")
        for test in (test_create, test_errors, test_read, test_pipeline, test_sync_errors, test_transactions,
                     test_copy_and_cursors, test_listen):
            print(f"# {test.__name__}")
            test(c)
    done()


main()
