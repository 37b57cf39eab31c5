/*
 * JDBC: both protocols, server-prepared statements, parameters, batches, sync()
 * and its errors, LISTEN, types, cursors, COPY, transactions, autosave, cancel.
 */
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Timer;
import java.util.TimerTask;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.util.PSQLException;

public class Jdbc
{
	static final String REVENUE =
		"CREATE CONTINUOUS VIEW %s WITH (watermark_delay = '30 seconds') AS "
		+ "SELECT window_start, window_end, region, sum(total_gbp) AS revenue_gbp, count(*) AS orders "
		+ "FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region";
	static final String INSERT = "INSERT INTO orders VALUES (?, ?, ?, ?)";
	static int count = 0;

	interface Action
	{
		void run() throws Exception;
	}

	static boolean ok(boolean condition, String what)
	{
		System.out.println((condition ? "ok " : "not ok ") + ++count + " - " + what);
		return condition;
	}

	static void equal(Object got, Object expected, String what)
	{
		if (!ok(Objects.equals(got, expected), what))
			System.out.println("#      got: " + got + "\n# expected: " + expected);
	}

	static SQLException fails(String sqlState, String what, Action action) throws Exception
	{
		try
		{
			action.run();
		}
		catch (SQLException error)
		{
			equal(error.getSQLState(), sqlState, what);
			return error;
		}
		equal("no error", sqlState, what);
		return null;
	}

	/* options: name, value, name, value, ... */
	static Connection connect(String database, String... options) throws SQLException
	{
		Properties properties = new Properties();

		properties.setProperty("user", System.getenv("PGUSER"));
		properties.setProperty("password", System.getenv("PGPASSWORD"));
		properties.setProperty("options", "-c timezone=UTC");
		for (int i = 0; i < options.length; i += 2)
			properties.setProperty(options[i], options[i + 1]);
		return DriverManager.getConnection("jdbc:postgresql://" + System.getenv("PGHOST") + ":"
										   + System.getenv("PGPORT") + "/" + database, properties);
	}

	static String revenue(String view)
	{
		return String.format(REVENUE, view);
	}

	static OffsetDateTime at(int hour, int minute)
	{
		return OffsetDateTime.of(2026, 6, 1, hour, minute, 0, 0, ZoneOffset.UTC);
	}

	static void run(Connection c, String sql) throws SQLException
	{
		try (Statement statement = c.createStatement())
		{
			statement.execute(sql);
		}
	}

	static void sync(Connection c, String view, String timeout) throws SQLException
	{
		try (PreparedStatement statement = c.prepareStatement("SELECT continuous.sync(?::regclass, ?::interval)"))
		{
			statement.setString(1, view);
			statement.setString(2, timeout);
			statement.execute();
		}
	}

	static Object value(Connection c, String sql) throws SQLException
	{
		try (Statement statement = c.createStatement(); ResultSet result = statement.executeQuery(sql))
		{
			result.next();
			return result.getObject(1);
		}
	}

	static boolean exists(Connection c, String view) throws SQLException
	{
		return (Boolean) value(c, "SELECT to_regclass('" + view + "') IS NOT NULL");
	}

	static int ordersOf(Connection c, String view) throws SQLException
	{
		return (Integer) value(c, "SELECT coalesce(sum(orders), 0)::int FROM " + view);
	}

	static void bind(PreparedStatement statement, long id, OffsetDateTime at, String region, String gbp) throws SQLException
	{
		statement.setLong(1, id);
		statement.setObject(2, at);
		statement.setString(3, region);
		statement.setBigDecimal(4, new BigDecimal(gbp));
	}

	static void insert(Connection c, long id, OffsetDateTime at, String region, String gbp) throws SQLException
	{
		try (PreparedStatement statement = c.prepareStatement(INSERT))
		{
			bind(statement, id, at, region, gbp);
			statement.executeUpdate();
		}
	}

	static void testCreate(Connection c) throws Exception
	{
		for (String mode : List.of("simple", "extended", "extendedForPrepared", "extendedCacheEverything"))
			try (Connection other = connect("jdbc", "preferQueryMode", mode, "prepareThreshold", "1"))
			{
				String text = revenue("by_" + mode.toLowerCase());

				run(other, text);
				run(other, "DROP VIEW by_" + mode.toLowerCase());
				run(other, text);
				ok(exists(c, "by_" + mode.toLowerCase()), "CREATE CONTINUOUS VIEW with preferQueryMode=" + mode + ", twice");
				sync(other, "by_" + mode.toLowerCase(), null);
				run(other, "DROP VIEW by_" + mode.toLowerCase());
			}
		run(c, revenue("simple") + "; " + revenue("second") + "; SELECT continuous.watermark('second')");
		ok(exists(c, "simple") && exists(c, "second"), "several statements in one");
		try (Connection other = connect("jdbc", "prepareThreshold", "-1");
			 PreparedStatement create = other.prepareStatement(revenue("prepared"));
			 PreparedStatement reading = other.prepareStatement("SELECT count(*) FROM second"))
		{
			create.execute();
			run(other, "DROP VIEW prepared");
			create.execute();
			ok(exists(c, "prepared"), "a server-prepared statement, executed again after DROP VIEW");
			fails("42P07", "... and while the view is there", create::execute);
			reading.executeQuery();
			run(other, revenue("second").replace("CREATE", "CREATE OR REPLACE"));
			ok(reading.executeQuery().next(), "a server-prepared statement that reads outlives OR REPLACE");
		}
		SQLException error = fails("42P02", "no parameters in it", () -> {
			try (PreparedStatement statement = c.prepareStatement(revenue("p").replace("interval '5 minutes'", "?")))
			{
				statement.setInt(1, 5);
				statement.execute();
			}
		});
		fails(error.getSQLState(), "... as in any CREATE VIEW", () -> {
			try (PreparedStatement statement = c.prepareStatement("CREATE VIEW p AS SELECT ?"))
			{
				statement.setInt(1, 5);
				statement.execute();
			}
		});
		try (ResultSet found = c.getMetaData().getTables(null, "public", "simple", new String[] {"VIEW"}))
		{
			ok(found.next(), "the catalog of the driver has it as a view");
		}
		try (ResultSet columns = c.getMetaData().getColumns(null, "public", "simple", null))
		{
			List<String> names = new ArrayList<>();

			while (columns.next())
				names.add(columns.getString("COLUMN_NAME") + " " + columns.getString("TYPE_NAME"));
			equal(names, List.of("window_start timestamptz", "window_end timestamptz", "region text",
								 "revenue_gbp numeric", "orders int8"), "... with its columns");
		}
		run(c, "DROP VIEW second; DROP VIEW prepared");
	}

	static void testErrors(Connection c) throws Exception
	{
		String text = "CREATE CONTINUOUS VIEW \"£\" AS SELEKT 1";

		fails("22023", "an unknown option", () -> run(c, revenue("bad").replace("watermark_delay", "watermark_dalay")));
		fails("0A000", "a query that cannot be continuous", () -> run(c,
			"CREATE CONTINUOUS VIEW bad AS SELECT count(*) FROM orders GROUP BY tumble(ordered_at, '1 min'), ROLLUP (region)"));
		PSQLException error = (PSQLException) fails("42601", "a mistake behind the literal syntax", () -> run(c, text));
		equal(error.getServerErrorMessage().getPosition(), text.indexOf("SELEKT") + 1, "... is found at its place");
		ok(!exists(c, "bad"), "and no view is left");
	}

	static void testRead(Connection c) throws Exception
	{
		insert(c, 1, at(9, 1), "north", "12.50");
		insert(c, 2, at(9, 2), "south", "8.00");
		insert(c, 3, at(9, 4), "north", "30.00");
		insert(c, 4, at(9, 7), null, "5.25");
		for (int i = 0; i < 7; i++)
			sync(c, "simple", "60 s");
		ok(true, "sync() with parameters, until it is prepared by the server");
		run(c, "CREATE CONTINUOUS VIEW spans AS SELECT tumble(ordered_at, '1 hour') AS span, array_agg(order_id) AS ids, "
			+ "jsonb_object_agg(order_id, region) AS regions, avg(total_gbp)::float8 AS mean FROM orders GROUP BY tumble(ordered_at, '1 hour')");
		sync(c, "spans", null);
		/* -1: in binary from the first time on */
		for (String threshold : List.of("0", "-1"))
			try (Connection other = connect("jdbc", "prepareThreshold", threshold);
				 PreparedStatement query = other.prepareStatement(
					 "SELECT * FROM simple WHERE window_start >= ? ORDER BY window_start, region");
				 Statement spans = other.createStatement())
			{
				String how = threshold.equals("0") ? "in text" : "in binary";
				List<Object> rows = new ArrayList<>();

				query.setObject(1, at(9, 0));
				for (ResultSet row = query.executeQuery(); row.next();)
					rows.add(Arrays.asList(row.getObject(1, OffsetDateTime.class), row.getObject("window_end", OffsetDateTime.class),
										   row.getString("region"), row.getBigDecimal("revenue_gbp"), row.getLong("orders")));
				equal(rows, List.of(Arrays.asList(at(9, 0), at(9, 5), "north", new BigDecimal("42.50"), 2L),
									Arrays.asList(at(9, 0), at(9, 5), "south", new BigDecimal("8.00"), 1L),
									Arrays.asList(at(9, 5), at(9, 10), null, new BigDecimal("5.25"), 1L)), "rows with their types, " + how);
				ResultSet row = spans.executeQuery("SELECT * FROM spans");

				row.next();
				equal(row.getString("span"), "[\"2026-06-01 09:00:00+00\",\"2026-06-01 10:00:00+00\")", "ranges, " + how);
				equal(Arrays.asList((Object[]) row.getArray("ids").getArray()), List.of(1L, 2L, 3L, 4L), "arrays, " + how);
				equal(row.getString("regions"), "{\"1\": \"north\", \"2\": \"south\", \"3\": \"north\", \"4\": null}", "jsonb, " + how);
				equal(row.getDouble("mean"), 13.9375, "floats, " + how);
			}
	}

	static void testBatches(Connection c) throws Exception
	{
		int before = ordersOf(c, "simple");

		for (String rewrite : List.of("false", "true"))
			try (Connection other = connect("jdbc", "reWriteBatchedInserts", rewrite);
				 PreparedStatement batch = other.prepareStatement(INSERT))
			{
				for (int i = 0; i < 1000; i++)
				{
					bind(batch, 100 + i, at(9, 8), "batch", "1");
					batch.addBatch();
				}
				batch.executeBatch();
				sync(c, "simple", null);
				before += 1000;
				equal(ordersOf(c, "simple"), before, "a batch of INSERTs, reWriteBatchedInserts=" + rewrite);
			}
		try (Statement batch = c.createStatement())
		{
			batch.addBatch("INSERT INTO orders VALUES (10, '2026-06-01 09:08Z', 'east', 1)");
			batch.addBatch(revenue("piped"));
			batch.addBatch("INSERT INTO orders VALUES (11, '2026-06-01 09:08Z', 'east', 1)");
			batch.executeBatch();
		}
		sync(c, "simple", null);
		sync(c, "piped", null);
		before += 2;
		equal(ordersOf(c, "simple"), before, "a batch with CREATE CONTINUOUS VIEW between INSERTs");
		equal(ordersOf(c, "piped"), before, "... and what it has made");
		c.setAutoCommit(false);
		try (Statement batch = c.createStatement())
		{
			batch.addBatch("INSERT INTO orders VALUES (12, '2026-06-01 09:08Z', 'east', 1)");
			batch.addBatch(revenue("broken").replace("'30 seconds'", "'30 lightyears'"));
			batch.addBatch("INSERT INTO orders VALUES (13, '2026-06-01 09:08Z', 'east', 1)");
			SQLException error = fails("22007", "an error in the middle of a batch", batch::executeBatch);

			ok(error instanceof BatchUpdateException, "... as the driver's own");
		}
		c.rollback();
		c.setAutoCommit(true);
		sync(c, "simple", null);
		equal(ordersOf(c, "simple"), before, "... takes the rows before and behind it along");
		ok(!exists(c, "broken"), "... and the view");
	}

	static void testSyncErrors(Connection c) throws Exception
	{
		fails("42P01", "sync() of nothing", () -> sync(c, "nothing", null));
		fails("42809", "sync() of a table", () -> sync(c, "orders", null));
		try (Connection blocker = connect("jdbc"); Statement waiting = c.createStatement())
		{
			blocker.setAutoCommit(false);
			run(blocker, "LOCK TABLE simple_results IN ACCESS EXCLUSIVE MODE");
			insert(c, 20, at(9, 9), "west", "1");
			SQLException error = fails("57014", "sync() with a timeout", () -> sync(c, "simple", "100 ms"));

			ok(error.getMessage().contains("timeout while waiting"), "... says that it is its own");
			run(c, "SET statement_timeout = '100ms'");
			fails("57014", "sync() with statement_timeout", () -> sync(c, "simple", null));
			run(c, "RESET statement_timeout");
			waiting.setQueryTimeout(1);
			fails("57014", "sync() with setQueryTimeout()", () -> waiting.execute("SELECT continuous.sync('simple')"));
			waiting.setQueryTimeout(0);
			Timer timer = new Timer(true);

			timer.schedule(new TimerTask() {
				@Override
				public void run()
				{
					try
					{
						waiting.cancel();
					}
					catch (SQLException e)
					{
						throw new RuntimeException(e);
					}
				}
			}, 100, 100);
			fails("57014", "sync() that is cancelled", () -> waiting.execute("SELECT continuous.sync('simple')"));
			timer.cancel();
			blocker.rollback();
		}
		sync(c, "simple", null);
		run(c, "SELECT continuous.pause('simple')");
		fails("55000", "sync() of a view that is paused", () -> sync(c, "simple", null));
		run(c, "SELECT continuous.resume('simple')");
	}

	static void testTransactions(Connection c) throws Exception
	{
		int before = ordersOf(c, "simple");

		c.setAutoCommit(false);
		run(c, revenue("undone"));
		c.rollback();
		ok(!exists(c, "undone"), "CREATE is rolled back");
		insert(c, 30, at(9, 9), "north", "1");
		sync(c, "simple", null);
		equal(ordersOf(c, "simple"), before, "sync() does not wait for rows of its own transaction");
		c.commit();
		sync(c, "simple", null);
		equal(ordersOf(c, "simple"), before + 1, "after commit() they count");
		c.commit();
		c.setAutoCommit(true);
		try (Connection other = connect("jdbc", "autosave", "always"))
		{
			other.setAutoCommit(false);
			run(other, revenue("saved"));
			fails("42P07", "with autosave=always, an error", () -> run(other, revenue("saved")));
			insert(other, 31, at(9, 9), "north", "1");
			other.commit();
		}
		sync(c, "simple", null);
		sync(c, "saved", null);
		equal(ordersOf(c, "simple"), before + 2, "... and the transaction goes on, with its rows");
		equal(ordersOf(c, "saved"), before + 2, "... and its view");
		run(c, "DROP VIEW saved");
	}

	static void testCopyAndCursors(Connection c) throws Exception
	{
		int before = ordersOf(c, "simple");
		StringBuilder lines = new StringBuilder();

		for (int i = 0; i < 1000; i++)
			lines.append(String.format("%d\t2026-06-01 09:%d:00Z\tshop %d\t%d\n", 1000 + i, 20 + i % 10, i % 50, i));
		equal(c.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY orders FROM STDIN", new StringReader(lines.toString())),
			  1000L, "COPY takes rows");
		sync(c, "simple", null);
		equal(ordersOf(c, "simple"), before + 1000, "... and they count");
		long groups = (Long) value(c, "SELECT count(*) FROM simple");

		c.setAutoCommit(false);
		try (Statement statement = c.createStatement())
		{
			int read = 0;

			statement.setFetchSize(7);
			for (ResultSet row = statement.executeQuery("SELECT * FROM simple ORDER BY window_start, region"); row.next();)
				read++;
			equal((long) read, groups, "a cursor reads in portions");
		}
		c.commit();
		c.setAutoCommit(true);
	}

	static void testListen(Connection c) throws Exception
	{
		run(c, "CREATE CONTINUOUS VIEW told WITH (notify = 'told', emit = final, backfill = false) AS "
			+ "SELECT window_start, window_end, count(*) FROM orders GROUP BY tumble(ordered_at, '1 hour')");
		try (Connection ear = connect("jdbc"))
		{
			List<String> heard = new ArrayList<>();
			List<String> expected = new ArrayList<>();

			run(ear, "LISTEN told");
			for (int hour = 10; hour <= 12; hour++)
				insert(c, 40, at(hour, 30), "north", "1");
			while (heard.size() < 2)
			{
				PGNotification[] some = ear.unwrap(PGConnection.class).getNotifications(60000);

				if (some.length == 0)
					break;
				for (PGNotification one : some)
					heard.add(one.getName() + " " + one.getParameter());
			}
			for (int hour = 10; hour <= 11; hour++)
				expected.add(String.format("told {\"view\": \"public.told\", \"window_start\": \"2026-06-01T%d:00:00+00:00\", "
										   + "\"window_end\": \"2026-06-01T%d:00:00+00:00\", \"rows\": 1}", hour, hour + 1));
			equal(heard, expected, "LISTEN hears of windows that close, in order");
			equal(value(ear, "SELECT count(*) FROM told"), 2L, "whoever has heard it reads the rows");
		}
	}

	public static void main(String[] arguments) throws Exception
	{
		try (Connection c = connect("postgres"))
		{
			run(c, "CREATE DATABASE jdbc");
		}
		try (Connection c = connect("jdbc"))
		{
			run(c, "CREATE EXTENSION pg_continuous");
			run(c, "CREATE TABLE orders (order_id bigint, ordered_at timestamptz, region text, total_gbp numeric(10,2))");
			testCreate(c);
			testErrors(c);
			testRead(c);
			testBatches(c);
			testSyncErrors(c);
			testTransactions(c);
			testCopyAndCursors(c);
			testListen(c);
		}
		System.out.println("1.." + count);
	}
}
