-- Each says what became of its rounds, or fails.
CREATE FUNCTION cv_fuzz_position(detail bytea, seed int, rounds int) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE C STRICT;
CREATE FUNCTION cv_fuzz_states(view regclass, seed int, rounds int) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE C STRICT;
CREATE FUNCTION cv_fuzz_statement(statement text, seed int, rounds int) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE C STRICT;
