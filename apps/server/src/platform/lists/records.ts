import type { Model } from '@pianzhang/contract/permissions'
import type { AuditEntry } from '../audit/audit.ts'
import { mayNow } from '../http/guard.ts'
import type { ProjectContext } from '../http/route.ts'

/** The `can` of a project's records and of their list: what this person may do with them now. */
export const rightsTo = (model: Model) => (context: ProjectContext) => ({
  write: mayNow(context, model, 'write'),
  delete: mayNow(context, model, 'delete'),
})

/** Who creates records, in which project, when, and by which import; null: typed in. */
export interface Owner {
  projectId: bigint
  userId: bigint
  now: Date
  importId: bigint | null
}

/** Of records that the caller types in. */
export const ownerOf = ({ project, userId, now }: ProjectContext): Owner => ({
  projectId: project.id,
  userId,
  now,
  importId: null,
})

/** The columns of a new record that tell its owner. */
export const ownedBy = ({ projectId, userId, now, importId }: Owner) => ({
  project_id: projectId,
  creator_id: userId,
  import_id: importId,
  created_at: now,
  updated_at: now,
})

/** Records of up to 65 columns: a statement takes at most 65,535 parameters. */
const INSERT_ROWS = 1_000

/** New records in parts, each for one INSERT. */
export function* inserts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += INSERT_ROWS) yield rows.slice(from, from + INSERT_ROWS)
}

interface States<T> {
  before?: T
  after?: T
}

/**
 * Returns a function that makes the log entry of a record, with its state before, after, or both. `labelOf`: its name for
 * people; `snapshot`: the state without what depends on the reader or on other records.
 */
export const entriesOf =
  <T extends { code: string }>(
    resource: Model,
    labelOf: (record: T) => string,
    snapshot: (record: T) => Record<string, unknown>,
  ) =>
  (action: 'create' | 'update' | 'delete', { before, after }: States<T>): AuditEntry => {
    const record = (after ?? before) as T
    return {
      action,
      resource,
      code: record.code,
      label: labelOf(record),
      before: before ? snapshot(before) : null,
      after: after ? snapshot(after) : null,
    }
  }
