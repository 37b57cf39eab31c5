-- setup.sql: what the dashboard needs besides examples/flights.sql.
--
--		psql -f examples/flights.sql -f examples/dashboard/setup.sql

-- one notification for each window that closes
ALTER VIEW flights_per_hour SET (notify = 'flights_closed');

-- and one for each batch that changes a result: windows that fill, and those
-- that are corrected after they closed (the same payload is told once in a
-- transaction, however many rows there are)
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NOTIFY flights_changed;
	RETURN NULL;
END $$;
CREATE TRIGGER tell_change AFTER INSERT OR UPDATE OR DELETE ON flights_per_hour_results
	FOR EACH ROW EXECUTE FUNCTION tell_change();
