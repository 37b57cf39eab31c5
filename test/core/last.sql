-- run behind PostgreSQL's own tests: the view still lives
SET timezone = 'UTC';
INSERT INTO cv_idle.events VALUES ('2026-01-02Z', 'last', 1);
SELECT continuous.sync('cv_idle.amounts');
SELECT count(*) AS groups, sum(n) AS events FROM cv_idle.amounts;
SELECT state, error FROM continuous.stats;
