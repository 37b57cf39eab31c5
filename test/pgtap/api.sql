-- The shape of schema continuous: what users and other programs rely on.
BEGIN;
SELECT plan(30);

SELECT has_schema('continuous');
SELECT schema_owner_is('continuous', current_user);
SELECT schema_privs_are('continuous', 'public', ARRAY['USAGE']);

SELECT has_function('continuous', 'tumble', ARRAY['timestamp with time zone', 'interval', 'timestamp with time zone', 'text']);
SELECT has_function('continuous', 'tumble', ARRAY['timestamp without time zone', 'interval', 'timestamp without time zone']);
SELECT has_function('continuous', 'tumble', ARRAY['date', 'interval', 'timestamp without time zone']);
SELECT has_function('continuous', 'hop', ARRAY['timestamp with time zone', 'interval', 'interval', 'timestamp with time zone', 'text']);
SELECT has_function('continuous', 'cumulate', ARRAY['timestamp with time zone', 'interval', 'interval', 'timestamp with time zone', 'text']);
SELECT has_function('continuous', 'sessionize', ARRAY['timestamp with time zone', 'interval']);
SELECT has_function('continuous', 'sync', ARRAY['regclass', 'interval']);
SELECT has_function('continuous', 'watermark', ARRAY['regclass']);
SELECT function_returns('continuous', 'is_final', ARRAY['regclass', 'timestamp with time zone'], 'boolean');
SELECT function_returns('continuous', 'is_final', ARRAY['regclass', 'timestamp without time zone'], 'boolean');
SELECT is_empty(
	$$SELECT FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname = 'is_final' AND NOT (provolatile = 's' AND proisstrict)$$,
	'is_final() is stable, so it sees what its statement sees, and says nothing of NULL');
SELECT has_function('continuous', 'one_shot', ARRAY['regclass']);
SELECT has_function('continuous', 'pause', ARRAY['regclass']);
SELECT has_function('continuous', 'resume', ARRAY['regclass']);
SELECT has_function('continuous', 'rebuild', ARRAY['regclass']);
SELECT has_function('continuous', 'explain', ARRAY['regclass']);
SELECT has_function('continuous', 'reset_stats', ARRAY['regclass']);
SELECT has_function('continuous', 'windows', ARRAY['regclass']);
SELECT has_function('continuous', 'clocks', ARRAY['regclass']);
SELECT has_function('continuous', 'lateness', ARRAY['regclass', 'text']);
SELECT isnt_empty($$SELECT FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND proname = 'advance_watermark'$$,
	'there is advance_watermark');

SELECT has_view('continuous', 'views', 'view continuous.views');
SELECT has_view('continuous', 'progress', 'view continuous.progress');
SELECT has_view('continuous', 'memory', 'view continuous.memory');
SELECT bag_has(
	$$SELECT attname::text FROM pg_attribute WHERE attrelid = 'continuous.stats'::regclass AND attnum > 0$$,
	$$SELECT unnest(ARRAY['view', 'state', 'error', 'watermark', 'watermark_age', 'max_event_time', 'lag_rows',
		'lag_bytes', 'lag', 'rows_read', 'rows_counted', 'rows_filtered', 'rows_no_window', 'rows_too_late',
		'rows_failed', 'late_windows', 'future_rows', 'corrections', 'windows_open', 'state_bytes', 'flushes',
		'last_flush_at', 'pid', 'silent_since', 'stats_reset'])$$,
	'the columns of continuous.stats');

-- nobody but the owner writes the catalog
SELECT is_empty(
	$$SELECT c.relname, a.privilege_type FROM pg_class c, aclexplode(c.relacl) a
	   WHERE c.relnamespace = 'continuous'::regnamespace AND a.grantee = 0 AND a.privilege_type <> 'SELECT'$$,
	'no table can be written by everybody');
SELECT is_empty(
	$$SELECT proname FROM pg_proc WHERE pronamespace = 'continuous'::regnamespace AND prosecdef
		 AND NOT coalesce(proconfig::text LIKE '%search_path%', false)$$,
	'no function runs as its owner under the search_path of the caller');

SELECT * FROM finish();
ROLLBACK;
