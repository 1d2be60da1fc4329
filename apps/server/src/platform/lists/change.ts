import { changeApi } from '@pianzhang/contract/api/ledger'
import { type BatchChanged, batchChange, batchChanged } from '@pianzhang/contract/batch'
import { FAILURES, type FieldError } from '@pianzhang/contract/errors'
import type { z } from 'zod'
import { type AuditEntry, audit } from '../audit/audit.ts'
import { anyOf, type Tx } from '../database/database.ts'
import { Failure, invalid } from '../http/errors.ts'
import type { Access } from '../http/guard.ts'
import { type ProjectContext, type Route, write } from '../http/route.ts'
import { MAX_NAMED } from './naming.ts'
import { updateRecords, type VersionedTable } from './records.ts'

/** The body of `PUT …/batch`: records as the caller saw them, and the new values of some fields. */
export interface Change<Fields> {
  records: readonly { code: string; version: number | undefined }[]
  changes: Fields
}

/** `PUT <path>/batch`: changes the same fields of several records, all or none. `alsoWrong`: of the values, by their fields. */
export const changeRoute = <Shape extends z.ZodRawShape>(
  path: string,
  record: string,
  access: Access<'project'>,
  changes: z.ZodObject<Shape>,
  {
    change,
    alsoWrong,
  }: {
    change: (
      tx: Tx,
      context: ProjectContext,
      input: Change<z.output<z.ZodObject<Shape>>>,
    ) => Promise<BatchChanged>
    alsoWrong: (tx: Tx, context: ProjectContext, changes: unknown) => Promise<FieldError[]>
  },
): Route =>
  write(
    changeApi<Shape>(path),
    {
      summary: `Change the same fields of several ${record}s, all or none`,
      access,
      body: batchChange(changes),
      answer: batchChanged,
      writeMs: 28_000,
      alsoWrong: async (tx, context, body) =>
        ofChanges(await alsoWrong(tx, context, (body as { changes?: unknown } | null)?.changes)),
    },
    (tx, context, { body }) => change(tx, context, body),
  )

const ofChanges = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({ field: `changes.${field}`, message }))

interface Versioned {
  code: string
  version: number
}

/** What a change does to the records that were found, and what speaks against it. */
export interface Plan<R> {
  /** What is wrong with the new values, whichever record gets them, by field. */
  wrong: readonly FieldError[]
  /** Why this record cannot be changed: all that a save of it alone would be refused for, except its version. */
  faultsOf: (record: R) => readonly string[]
  /** Whether the new values differ from the record's. */
  differs: (record: R) => boolean
  /** Writes the new values. Returns what the answer says besides the number of records. */
  write: (records: readonly R[]) => Promise<Pick<BatchChanged, 'lines'>>
}

interface Changing<R extends Versioned> {
  table: VersionedTable
  /** Reads the records with these codes, which all exist and are locked. */
  load: (codes: readonly string[]) => Promise<R[]>
  /** The record's name for people; undefined where one that is gone has none. */
  nameOf: (code: string, record: R | undefined) => string | undefined
  /** Finds and locks what the rules need. */
  plan: (before: readonly R[]) => Promise<Plan<R>>
  logEntry: (action: 'update', states: { before: R; after: R }) => AuditEntry
}

/**
 * Changes all or none, with a log entry for each record that the new values differ from. Locks first the records in the order of
 * ids, so that two batches cannot deadlock, then, as a save of one record does, what they refer to. Throws 422 that names every
 * record that cannot be changed, or 409 where all of these were only saved by somebody else meanwhile.
 */
export async function changeTogether<R extends Versioned>(
  tx: Tx,
  context: ProjectContext,
  chosen: Change<unknown>['records'],
  { table, load, nameOf, plan: planOf, logEntry }: Changing<R>,
): Promise<BatchChanged> {
  const before = await load(await lockExisting(tx, context.project.id, table, chosen))
  const plan = await planOf(before)
  refuse(chosen, new Map(before.map((record) => [record.code, record])), plan, nameOf)
  const changed = before.filter(plan.differs)
  const unchanged = before.length - changed.length
  if (changed.length === 0) return { changed: 0, unchanged }
  const more = await plan.write(changed)
  const after = new Map((await load(changed.map(({ code }) => code))).map((record) => [record.code, record]))
  await audit(
    tx,
    context,
    ...changed.map((record) => logEntry('update', { before: record, after: after.get(record.code) as R })),
  )
  return { changed: changed.length, unchanged, ...more }
}

/** Locks the records until the commit and returns the codes of those that exist. */
async function lockExisting(
  tx: Tx,
  projectId: bigint,
  table: VersionedTable,
  chosen: Change<unknown>['records'],
): Promise<string[]> {
  const rows = await tx
    .selectFrom(table as 'payments')
    .select('code')
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...new Set(chosen.map(({ code }) => code))]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ code }) => code)
}

const { notFound, stale } = FAILURES

/**
 * Throws unless all records can be changed, and names each that cannot by its place in the body: `records[3]`. Where the new values
 * are wrong themselves, a record is not asked whether it could have them.
 */
function refuse<R extends Versioned>(
  chosen: Change<unknown>['records'],
  found: ReadonlyMap<string, R>,
  { wrong, faultsOf }: Plan<R>,
  nameOf: Changing<R>['nameOf'],
): void {
  const errors: FieldError[] = []
  const named: string[] = []
  let only: 'stale' | 'invalid' = 'stale'
  for (const [at, { code, version }] of chosen.entries()) {
    const record = found.get(code)
    const faults = !record ? [notFound.msg] : wrong.length > 0 ? [] : faultsOf(record)
    if (faults.length > 0) only = 'invalid'
    else if (version === undefined || version === record?.version) continue
    const message = faults.length > 0 ? faults.join('；') : stale.msg
    errors.push({ field: `records[${at}]`, message })
    if (named.length < MAX_NAMED) named.push(`${nameOf(code, record) ?? `第 ${at + 1} 条`}：${message}`)
  }
  if (wrong.length > 0) throw invalid([...ofChanges(wrong), ...errors])
  if (errors.length === 0) return
  const more = errors.length > named.length ? ' 等' : ''
  throw new Failure(only, `${errors.length} 条记录不能修改，全部未修改。${named.join('；')}${more}`, errors)
}

/** A ledger whose records have no lines. `Body`: the fields that a save of one record takes. */
interface Flat<R extends Versioned, Fields extends object, Body extends Fields, Found, Columns extends object>
  extends Omit<Changing<R>, 'plan'> {
  /** The fields of a stored record. */
  storedOf: (record: R) => Body
  /** Finds and locks what these fields refer to. */
  find: (fields: readonly Partial<Body>[]) => Promise<Found>
  /** The rules of a save; absent fields are skipped. */
  problemsOf: (fields: Partial<Body>, found: Found) => readonly FieldError[]
  columnsOf: (body: Body, found: Found) => Columns
  /** The column of each field that is changed together. */
  columns: Readonly<Record<keyof Fields, keyof Columns & string>>
  /** Why this record is not edited at all. */
  closed?: (record: R) => string | undefined
}

/** `changeTogether` for records without lines. */
export const changeFlat = <
  R extends Versioned,
  Fields extends object,
  Body extends Fields,
  Found,
  Columns extends object,
>(
  tx: Tx,
  context: ProjectContext,
  { records, changes }: Change<Fields>,
  of: Flat<R, Fields, Body, Found, Columns>,
): Promise<BatchChanged> =>
  changeTogether<R>(tx, context, records, {
    ...of,
    plan: async (before) => {
      const fields = givenOf(changes) as Partial<Body>
      const bodyOf = (record: R): Body => ({ ...of.storedOf(record), ...fields })
      const found = await of.find([...before.map(bodyOf), fields])
      return {
        wrong: of.problemsOf(fields, found),
        faultsOf: (record) => {
          const closed = of.closed?.(record)
          return closed === undefined
            ? of.problemsOf(bodyOf(record), found).map(({ message }) => message)
            : [closed]
        },
        differs: (record) => differsFrom(of.storedOf(record), fields),
        write: async (some) => {
          // All records get the same values, so the columns of the first record are written to all.
          const all = of.columnsOf(bodyOf(some[0] as R), found)
          const names = Object.keys(fields).map((field) => of.columns[field as keyof Fields])
          const columns = Object.fromEntries(names.map((name) => [name, all[name]]))
          await updateRecords(tx, context, of.table, some, columns)
          return {}
        },
      }
    },
  })

/** The fields that the request names. */
export const givenOf = <Fields extends object>(changes: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Fields>

export const differsFrom = <Fields extends object>(stored: Fields, fields: Partial<Fields>): boolean =>
  Object.entries(fields).some(([name, value]) => stored[name as keyof Fields] !== value)
