import type { Model } from '@pianzhang/contract/permissions'
import type { AuditEntry } from './audit.ts'
import { mayNow } from './guard.ts'
import type { ProjectContext } from './route.ts'

/** The `can` of a project's records and of their list: what this person may do with them now. */
export const rightsTo = (model: Model) => (context: ProjectContext) => ({
  write: mayNow(context, model, 'write'),
  delete: mayNow(context, model, 'delete'),
})

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
