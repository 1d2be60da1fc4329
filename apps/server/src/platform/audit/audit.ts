import type { AuditAction, AuditResource } from '@pianzhang/contract/audit-logs'
import { HIDDEN, mask, type Shown } from '@pianzhang/contract/masking'
import { SECRETS } from '@pianzhang/contract/secrets'
import { type RawBuilder, sql } from 'kysely'
import type { EntryKind } from '../changes/notices.ts'
import { afterCommit, type Tx } from '../database/database.ts'
import { jsonFor } from '../database/json.ts'
import type { Person } from '../http/guard.ts'
import type { Services } from '../services.ts'

/** A copy of a record in which every field that a module declares secret is masked, at any depth. Null stays null. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const shown = Object.hasOwn(SECRETS, key) ? SECRETS[key] : undefined
      return [key, shown === undefined || inner == null ? masked(inner) : maskedField(inner, shown)]
    }),
  )
}

/** Values that are not text are hidden entirely. */
const maskedField = (value: unknown, shown: Shown) =>
  mask(String(value), typeof value === 'string' ? shown : HIDDEN)

/** A plain object; not a Date and the like, which have a JSON form of their own. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export interface AuditEntry {
  /** `AUDIT_ACTIONS` and `AUDIT_RESOURCES` of the API schemas have the Chinese words for both. */
  action: AuditAction
  resource: AuditResource
  /** The record's code; `label` is its name for people. */
  code: string
  label: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** The project of the entry, if it is not the actor's. */
  projectId?: bigint
}

/** Characters: a label is part of an index row, whose size is limited. Names have 200, so only a label of many names is cut. */
const MAX_LABEL = 500

/** The actor of an entry. The operator's commands have no session and no user id. */
export type Actor = Pick<Person, 'companyId' | 'userName' | 'address' | 'requestId' | 'now' | 'clientId'> & {
  userId: bigint | null
  project: { id: bigint } | null
  services: Pick<Services, 'notices'>
}

/** The actor of an entry that belongs to the company, not to the project that the request was made in. */
export const ofCompany = <A extends Actor>(actor: A): Omit<A, 'project'> & { project: null } => ({
  ...actor,
  project: null,
})

/** Appends to the audit log in the transaction of the write; after the commit, notifies the open pages of the project, or of the company. */
export async function audit(tx: Tx, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await auditing(tx, actor, ...entries).execute(tx)
}

/** The INSERT of `audit` as a part of another statement, which must be executed in `tx`. Needs at least one entry. */
export function auditing(tx: Tx, actor: Actor, ...entries: AuditEntry[]): RawBuilder<unknown> {
  const { project, services, clientId } = actor
  const rows = entries.map(({ action, resource, code, label, before, after, projectId }, ordinal) => ({
    ordinal,
    project_id: (projectId ?? project?.id)?.toString() ?? null,
    action,
    resource,
    code,
    label,
    before: before ? masked(before) : null,
    after: after ? masked(after) : null,
  }))
  // The callback holds only the kinds: the entries would keep all snapshots in memory until the commit.
  const ofProjects = Map.groupBy(entries, ({ projectId }) => projectId ?? project?.id)
  const kinds = [...ofProjects].map(([id, some]) => ({ id, kinds: kindsOf(some) }))
  afterCommit(tx, () => {
    for (const { id, kinds: some } of kinds)
      if (id === undefined) services.notices.announceOfCompany(actor.companyId, some, clientId)
      else services.notices.announce(id, some, clientId)
  })
  // One JSON parameter, so that the statement's text is the same for any number of entries and stays prepared.
  return sql`insert into audit_logs (company_id, project_id, created_at, user_id, user_name, action, resource, code, label, address, request_id, before, after)
    select ${actor.companyId}, e.project_id, ${actor.now}, ${actor.userId}, ${actor.userName}, e.action, e.resource, e.code, left(e.label, ${MAX_LABEL}),
      ${actor.address}, ${actor.requestId}, e.before, e.after
    from jsonb_to_recordset(${jsonFor(rows)}::jsonb)
      as e(ordinal bigint, project_id bigint, action text, resource text, code text, label text, before jsonb, after jsonb)
    order by e.ordinal`
}

/** The distinct kinds of the entries. */
function kindsOf(entries: readonly AuditEntry[]): EntryKind[] {
  const kinds = new Map(
    entries.map(({ resource, action }) => [`${resource} ${action}`, { resource, action }]),
  )
  return [...kinds.values()]
}
