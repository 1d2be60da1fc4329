import { afterCommit, type Tx } from './database.ts'
import type { Person } from './guard.ts'
import { masked } from './mask.ts'
import type { Services } from './services.ts'

export interface AuditEntry {
  action:
    | 'create'
    | 'update'
    | 'delete'
    | 'import'
    | 'export'
    | 'login'
    | 'logout'
    | 'select'
    | 'archive'
    | 'unarchive'
    | 'password'
  resource: string
  /** The record's code, and what people call it. */
  code: string
  label: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Who acts, as far as the log needs it; the operator's commands act without a session. */
export type Actor = Pick<Person, 'companyId' | 'userName' | 'address' | 'requestId' | 'now' | 'clientId'> & {
  userId: bigint | null
  project: { id: bigint } | null
  services: Pick<Services, 'notices'>
}

/** Appends to the log, in the transaction of the write that it tells of; when it is committed, tells the open pages of the project. */
export async function audit(tx: Tx, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_logs')
    .values(
      entries.map((entry) => ({
        company_id: actor.companyId,
        project_id: actor.project?.id ?? null,
        created_at: actor.now,
        user_id: actor.userId,
        user_name: actor.userName,
        action: entry.action,
        resource: entry.resource,
        code: entry.code,
        label: entry.label,
        address: actor.address,
        request_id: actor.requestId,
        before: entry.before ? JSON.stringify(masked(entry.before)) : null,
        after: entry.after ? JSON.stringify(masked(entry.after)) : null,
      })),
    )
    .execute()
  const { project, services, clientId } = actor
  if (project) afterCommit(tx, () => services.notices.announce(project.id, entries, clientId))
}
