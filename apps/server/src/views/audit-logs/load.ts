import type { AuditLog, Snapshot } from '@pianzhang/contract/audit-logs'
import { formatInstant } from '@pianzhang/contract/calendar'
import { type RawBuilder, sql } from 'kysely'
import { shortened } from '../../platform/audit/history.ts'

export interface LogRow {
  id: bigint
  created_at: Date
  user_name: string
  action: string
  resource: string
  code: string
  label: string
  address: string
  project_code: string | null
  project_name: string | null
  before: Snapshot
  after: Snapshot
  complete: boolean
}

/** The columns of an entry `a`. In a state of more than `most` bytes as JSON the lists are only counted. */
export const logColumns = (most: number): RawBuilder<LogRow> => sql<LogRow>`
  a.id, a.created_at, a.user_name, a.action, a.resource, a.code, a.label, a.address,
  p.code as project_code, p.name as project_name,
  ${shortened('before', most)} as before, ${shortened('after', most)} as after,
  coalesce(octet_length(a.before::text), 0) <= ${most}::int4 and coalesce(octet_length(a.after::text), 0) <= ${most}::int4 as complete`

export const logAnswer = (row: LogRow): AuditLog => ({
  id: String(row.id),
  created_at: formatInstant(row.created_at),
  user_name: row.user_name,
  action: row.action,
  resource: row.resource,
  record: recordOf(row),
  record_code: row.code,
  project: row.project_code === null ? null : { code: row.project_code, name: row.project_name ?? '' },
  address: row.address,
  before: row.before,
  after: row.after,
  complete: row.complete,
})

/** The name by which people know the record, or its code: an invoice without a number has no name yet. */
export const recordOf = ({ label, code }: { label: string; code: string }): string => label || code
