/* pg_continuous 0.1 */

\echo Use "CREATE EXTENSION pg_continuous" to load this file. \quit

/*
 * What somebody else has made beforehand under one of these names must be an
 * error, so everything is created, nothing replaced or taken over.
 */
CREATE SCHEMA continuous;
GRANT USAGE ON SCHEMA continuous TO PUBLIC;

/* ---- catalog ---------------------------------------------------------- */

/* one row a continuous view; written by the DDL hooks only */
CREATE TABLE continuous.view (
	view		regclass PRIMARY KEY,	/* what users read and name */
	definition	regclass NOT NULL,		/* the query as ordinary SQL */
	results		regclass NOT NULL,
	late		regclass,
	state		regclass,
	input		regclass NOT NULL,
	options		text[] NOT NULL,		/* the dials given, name=value */
	settings	text[] NOT NULL			/* captured at creation, name=value */
);
GRANT SELECT ON continuous.view TO PUBLIC;
SELECT pg_catalog.pg_extension_config_dump('continuous.view', '');

/* how far a view has come; not dumped: it means nothing elsewhere */
CREATE TABLE continuous.position (
	view			oid PRIMARY KEY,
	generation		bigint NOT NULL,
	phase			"char" NOT NULL,
	restart_lsn		pg_lsn NOT NULL,
	consumed_lsn	pg_lsn NOT NULL,
	watermark		bigint,				/* microseconds since 2000-01-01 */
	newest			bigint,				/* the same */
	rows_read		bigint NOT NULL,
	rows_counted	bigint NOT NULL,
	rows_filtered	bigint NOT NULL,
	rows_no_window	bigint NOT NULL,
	rows_too_late	bigint NOT NULL,
	rows_failed		bigint NOT NULL,
	late_windows	bigint NOT NULL,
	future_rows		bigint NOT NULL,
	corrections		bigint NOT NULL,
	flushes			bigint NOT NULL,
	last_flush_at	timestamptz,
	detail			bytea NOT NULL
) WITH (fillfactor = 10);

/* what somebody has to know or to decide about a view */
CREATE TABLE continuous.status (
	view		oid PRIMARY KEY,
	is_paused	boolean NOT NULL,
	error		text,
	sqlstate	text,
	failed_at	timestamptz
);

/* changes of an input's files that were recognised */
CREATE TABLE continuous.file_change (
	relid		oid NOT NULL,
	old_file	oid NOT NULL,
	new_file	oid NOT NULL,
	kind		text NOT NULL,
	PRIMARY KEY (relid, new_file)
);

/* ---- windows ---------------------------------------------------------- */

CREATE FUNCTION continuous.tumble(ts timestamptz, size interval,
								  origin timestamptz DEFAULT NULL,
								  timezone text DEFAULT NULL)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_tumble_timestamptz'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.tumble(ts timestamp, size interval,
								  origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_tumble_timestamp'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

/* a date is taken as the timestamp at its midnight */
CREATE FUNCTION continuous.tumble(ts date, size interval,
								  origin timestamp DEFAULT NULL)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_tumble_date'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION continuous.tumble(timestamptz, interval, timestamptz, text)
	IS 'the window of this size that a time is in';
COMMENT ON FUNCTION continuous.tumble(timestamp, interval, timestamp)
	IS 'the window of this size that a time is in';
COMMENT ON FUNCTION continuous.tumble(date, interval, timestamp)
	IS 'the window of this size that a date is in';

CREATE FUNCTION continuous.hop(ts timestamptz, slide interval, size interval,
							   origin timestamptz DEFAULT NULL,
							   timezone text DEFAULT NULL)
RETURNS SETOF tstzrange
AS 'MODULE_PATHNAME', 'cv_hop'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.hop(ts timestamp, slide interval, size interval,
							   origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_hop'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.hop(ts date, slide interval, size interval,
							   origin timestamp DEFAULT NULL)
RETURNS SETOF tsrange
AS 'MODULE_PATHNAME', 'cv_hop'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.session(ts timestamptz, gap interval)
RETURNS tstzrange
AS 'MODULE_PATHNAME', 'cv_session'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.session(ts timestamp, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_session'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION continuous.session(ts date, gap interval)
RETURNS tsrange
AS 'MODULE_PATHNAME', 'cv_session'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

/* ---- views ------------------------------------------------------------ */

CREATE FUNCTION continuous.one_shot(view regclass)
RETURNS text
AS 'MODULE_PATHNAME', 'cv_one_shot'
LANGUAGE C STABLE STRICT
SET search_path = pg_catalog, pg_temp;

COMMENT ON FUNCTION continuous.one_shot(regclass)
	IS 'the plain query that a continuous view keeps the answer of';

/* ---- guards ----------------------------------------------------------- */

/* on every input and its partitions, ENABLE ALWAYS */
CREATE FUNCTION continuous.refuse_update()
RETURNS trigger
AS 'MODULE_PATHNAME', 'cv_refuse_update'
LANGUAGE C;

CREATE FUNCTION continuous.refuse_rewrite()
RETURNS event_trigger
AS 'MODULE_PATHNAME', 'cv_refuse_rewrite'
LANGUAGE C;

CREATE EVENT TRIGGER pg_continuous_refuse_rewrite ON table_rewrite
	EXECUTE FUNCTION continuous.refuse_rewrite();
ALTER EVENT TRIGGER pg_continuous_refuse_rewrite ENABLE ALWAYS;

/* ==== functions and views of worker and monitor ======================== */
