/*-------------------------------------------------------------------------
 *
 * compat.h
 *	  The one place that knows which PostgreSQL it is compiled for.
 *
 * Code elsewhere is written against the newest names; this header gives the
 * older releases (15 on) those names.
 *
 *-------------------------------------------------------------------------
 */
#ifndef CV_COMPAT_H
#define CV_COMPAT_H

#if PG_VERSION_NUM < 150000
#error "pg_continuous needs PostgreSQL 15 or later"
#endif

#if PG_VERSION_NUM < 160000
#include "storage/relfilenode.h"

#define RelFileLocator			RelFileNode
#define RelFileLocatorEquals	RelFileNodeEquals
#define RelFileNumber			Oid
#define InvalidRelFileNumber	InvalidOid
#define spcOid					spcNode
#define dbOid					dbNode
#define relNumber				relNode
#define rd_locator				rd_node

#define cv_function_aclcheck(function, role) \
	pg_proc_aclcheck(function, role, ACL_EXECUTE)
#else
#include "storage/relfilelocator.h"

#define cv_function_aclcheck(function, role) \
	object_aclcheck(ProcedureRelationId, function, role, ACL_EXECUTE)
#endif

#endif							/* CV_COMPAT_H */
