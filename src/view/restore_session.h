/*-------------------------------------------------------------------------
 *
 * restore_session.h
 *	  Is a dump being restored into this database?
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_RESTORE_SESSION_H
#define CV_RESTORE_SESSION_H

/* This session writes continuous.view, or takes views apart for a restore. */
extern void cv_restore_session_begin(void);

/*
 * cv_restore_session_is_dump -- does it run under what every dump sets in its
 * first lines?
 */
extern bool cv_restore_session_is_dump(void);

/* Has this session done that? */
extern bool cv_restore_session_is_own(void);

/*
 * cv_restore_session_exists -- may a session still load what belongs to views
 * that have come with it?  Never waits.
 */
extern bool cv_restore_session_exists(void);

#endif							/* CV_RESTORE_SESSION_H */
