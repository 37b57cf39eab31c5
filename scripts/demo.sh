#!/bin/bash
# demo.sh -- show pg_continuous at work, called by make demo.
#
# Installs what is missing, builds, starts a private server in a folder of its
# own with the extension preloaded, replays real flights into a table and shows
# the continuous view on it change.  The server stays up for a look around;
# running the demo again starts anew.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/demo_lib.sh

cv_demo_start

# replay since until -- report flights, then show what became of the view
replay() {
	sql -c "CALL replay('$1', '$2')" -c "SELECT continuous.sync('flights_per_hour')" -o /dev/null
	echo
	echo "flights reported until $2:"
	sql <<-'SQL'
		SELECT rows_read AS "rows read", continuous.watermark('flights_per_hour') AS watermark,
			   (SELECT count(*) FROM flights_per_hour) AS "rows of the view",
			   corrections, rows_too_late AS "too late"
		  FROM continuous.stats WHERE view = 'flights_per_hour'::regclass;
		SELECT window_start AS hour, origin, flights, round(mean_delay, 1) AS "mean delay", worst_delay AS worst,
			   CASE WHEN window_end <= continuous.watermark('flights_per_hour') THEN 'closed' ELSE 'open' END AS "hour is",
			   _corrections AS corrections
		  FROM flights_per_hour_results
		 WHERE window_start > (SELECT max(window_start) - interval '6 hours' FROM flights_per_hour)
		 ORDER BY _corrections DESC, window_start DESC, flights DESC, origin LIMIT 6;
	SQL
	sleep "${DEMO_PAUSE:-0.5}"
}

echo
sed -n '/^CREATE TABLE flights/p; /^CREATE CONTINUOUS/,/;$/p' examples/flights.sql
sql -f examples/flights.sql

# the first day in steps of four hours, then by the week
for hour in 00 04 08 12 16 20
do
	replay "2001-01-01 $hour:00" "$(date -u -d "2001-01-01 $hour:00 UTC + 4 hours" '+%F %H:%M')"
done
day=2001-01-02
while [[ $day < 2001-04-01 ]]
do
	next=$(date -u -d "$day + 9 days" +%F)
	replay "$day" "$next"
	day=$next
done

echo
echo "the view against plain SQL over all flights (EXCEPT ALL both ways):"
sql <<-'SQL'
	WITH plain AS (
		SELECT date_trunc('hour', scheduled_at), date_trunc('hour', scheduled_at) + interval '1 hour', origin,
			   count(*), avg(delay_min), max(delay_min) FROM flights GROUP BY 1, 2, 3)
	SELECT (SELECT count(*) FROM flights) AS flights, (SELECT count(*) FROM flights_per_hour) AS "rows of the view",
		   (SELECT count(*) FROM (TABLE flights_per_hour EXCEPT ALL TABLE plain) d) +
		   (SELECT count(*) FROM (TABLE plain EXCEPT ALL TABLE flights_per_hour) d) AS differences;
SQL

psql=$(command -v psql || echo "$pg_bin/psql")
cat <<END

The server is still running. Connect, insert, look:
    $psql -h $work -p $port -U postgres demo
    PGPASSWORD=$password $psql -h localhost -p $port -U postgres demo
    => INSERT INTO flights VALUES ('2001-04-01 00:20Z', '2001-04-01 01:00Z', 'JFK', 'LHR', 40, 3451);
    => SELECT * FROM flights_per_hour ORDER BY window_start DESC LIMIT 5;
    => SELECT * FROM continuous.stats;
Stop it:
    make demo-stop
END
