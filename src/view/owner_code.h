/*-------------------------------------------------------------------------
 *
 * owner_code.h
 *	  Code of a view's owner that runs within somebody else's command.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_OWNER_CODE_H
#define CV_OWNER_CODE_H

/* What is given back at the end; an error gives it back by itself. */
typedef struct CvOwnerCode
{
	Oid			user;
	int			context;
	int			guc_nest_level;
	bool		has_session;	/* is session_user the owner, too? */
} CvOwnerCode;

/*
 * cv_owner_code_begin -- be the owner in every respect, security restricted,
 * and with settings that end with it.
 */
extern void cv_owner_code_begin(Oid owner, CvOwnerCode *own);

/* for DDL: what event triggers see as session_user stays */
extern void cv_owner_code_begin_ddl(Oid owner, CvOwnerCode *own);

extern void cv_owner_code_end(const CvOwnerCode *own);

/* the security context that goes with it, on top of another */
extern int	cv_owner_code_context(int context);

/* Is an owner's code running now, in a worker or within a command? */
extern bool cv_in_owner_code(void);

/* what, e.g. "pause()", is not for code that a view itself runs */
extern void cv_refuse_in_owner_code(const char *what);

#endif							/* CV_OWNER_CODE_H */
