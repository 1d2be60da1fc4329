import { auditLogApi } from '@pianzhang/contract/api/views'
import { auditLog, auditLogList, auditLogQuery } from '@pianzhang/contract/audit-logs'
import { code } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inCompany } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { auditLogExport } from './export.ts'
import { listAuditLogs, showAuditLog } from './list.ts'

/** The operation log of the company (api.md §5). */
export const auditLogRoutes: Route[] = [
  read(
    auditLogApi.list,
    {
      summary: 'A page of the operation log',
      access: inCompany('audit_log', 'read'),
      query: auditLogQuery,
      answer: auditLogList,
    },
    listAuditLogs,
  ),
  auditLogExport,
  read(
    auditLogApi.show,
    {
      summary: 'One entry, with all of its fields',
      access: inCompany('audit_log', 'read'),
      params: z.object({ id: code }),
      answer: auditLog,
    },
    showAuditLog,
  ),
]
