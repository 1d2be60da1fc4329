import type { Model } from '@pianzhang/contract/permissions'
import type { Updateable } from 'kysely'
import type { AuditEntry } from '../audit/audit.ts'
import { anyOf, type Tx } from '../database/database.ts'
import type { ProjectTables } from '../database/schema/project.ts'
import { checkVersion } from '../http/errors.ts'
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

/** The owner of records that the caller types in. */
export const ownerOf = ({ project, userId, now }: ProjectContext): Owner => ({
  projectId: project.id,
  userId,
  now,
  importId: null,
})

/** The columns of a new record that is never imported. */
export const createdBy = ({ projectId, userId, now }: Owner) => ({
  project_id: projectId,
  creator_id: userId,
  created_at: now,
  updated_at: now,
})

/** The columns of a new record that store its owner. */
export const ownedBy = (owner: Owner) => ({ ...createdBy(owner), import_id: owner.importId })

type Versioned = 'project_id' | 'code' | 'version' | 'updated_at'
export type VersionedTable = {
  [T in keyof ProjectTables]: Versioned extends keyof ProjectTables[T] ? T : never
}[keyof ProjectTables]

type Columns<T extends VersionedTable> = Updateable<Omit<ProjectTables[T], Versioned>>

/**
 * Writes columns of a record that was read under a lock, and increments its version. Throws 409 unless the record still has
 * `version`, the one that the columns were made from.
 */
export async function updateRecord<T extends VersionedTable>(
  tx: Tx,
  context: ProjectContext,
  table: T,
  record: { code: string; version: number },
  version: number | undefined,
  columns: Columns<T>,
): Promise<void> {
  checkVersion(version, record.version)
  await updateRecords(tx, context, table, [record], columns)
}

/** Writes the same columns of several records that are locked, and increments their versions. */
export async function updateRecords<T extends VersionedTable>(
  tx: Tx,
  { project, now }: Pick<ProjectContext, 'project' | 'now'>,
  table: T,
  records: readonly { code: string }[],
  columns: Columns<T>,
): Promise<void> {
  await tx
    // Stands for any of the tables: Kysely has no type for one of several.
    .updateTable(table as 'payments')
    .set((eb) => ({ ...(columns as object), version: eb('version', '+', 1), updated_at: now }))
    .where('project_id', '=', project.id)
    .where('code', '=', anyOf(records.map(({ code }) => code)))
    .execute()
}

/** The fields that a PUT may leave out, with the types of stored values. `version` is not a field of the record. */
export type LeftOut<Body> = {
  [Field in keyof Body as undefined extends Body[Field]
    ? Field extends 'version'
      ? never
      : Field
    : never]-?: Exclude<Body[Field], undefined>
}

/** The body of a PUT; fields that it leaves out have their `stored` values. */
export const completed = <Body extends object>(
  body: Body,
  stored: LeftOut<Body>,
): Omit<Body, keyof LeftOut<Body>> & LeftOut<Body> => ({
  ...stored,
  ...(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Body),
})

/** What a record has of the fields that `labels` names: without its version, and what is computed. */
export const fieldsIn = <Record extends object, Labels extends object>(
  record: Record,
  labels: Labels,
): Pick<Record, keyof Record & keyof Labels> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(labels, name))) as Pick<
    Record,
    keyof Record & keyof Labels
  >

/** Rows per INSERT, for records of up to 65 columns: a statement takes at most 65,535 parameters. */
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
