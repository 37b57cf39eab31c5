/*-------------------------------------------------------------------------
 *
 * ddl_hook.h
 *	  Where PostgreSQL's commands meet continuous views.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_DDL_HOOK_H
#define CV_DDL_HOOK_H

/* once, from _PG_init */
extern void cv_ddl_hook_init(void);

/*
 * Set by the launcher: called before a command that needs the database to
 * have no other sessions (DROP, RENAME, SET TABLESPACE, use as TEMPLATE).
 */
extern void (*cv_database_leave_hook) (const char *dbname);

/* the same, called after CREATE DATABASE: a copy may have views */
extern void (*cv_database_new_hook) (const char *dbname);

#endif							/* CV_DDL_HOOK_H */
