import type { TypeApi } from '@pianzhang/contract/api/base'
import { formatInstant } from '@pianzhang/contract/calendar'
import { NO_INVOICE_CATEGORIES } from '@pianzhang/contract/lists'
import { nothing } from '@pianzhang/contract/page'
import {
  type NamedType,
  namedType,
  type TypeBody,
  type TypeList,
  type TypeQuery,
  typeList,
  typeQuery,
} from '@pianzhang/contract/types'
import { sql } from 'kysely'
import { z } from 'zod'
import { LEDGERS } from '../../ledgers.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid, missing, refused } from '../../platform/http/errors.ts'
import { inProject, mayNow } from '../../platform/http/guard.ts'
import { type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { nounOf } from '../../platform/ledger.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { hasName, lockNames, onlyDiffers, takenName } from '../../platform/lists/same-name.ts'
import { usesNames } from '../../platform/lists/uses.ts'

/** What differs between payment types and investment types, both of which a project edits itself. */
export interface NamedTypes {
  table: 'payment_types' | 'investment_types'
  /** The resource in permissions and in the log. */
  model: 'pay_category' | 'investment_category'
  api: TypeApi<z.ZodType<Body>>
  /** `summary`: the English name of a type for the OpenAPI document; `label`: the Chinese name for messages. */
  summary: string
  label: string
  body: z.ZodType<Body>
}

/** `needs_invoice`: of payment types, ignored without the feature `missing_invoice`. */
type Body = TypeBody & { needs_invoice?: boolean | undefined }

/** List, add, rename, delete. Unlike most records, a type is identified by its database id in the API. */
export function typeRoutes(types: NamedTypes): Route[] {
  const { api, model, summary, body } = types
  const may = (action: 'read' | 'write' | 'delete') => inProject(model, action)
  const params = z.object({ id: z.string() })
  return [
    read(
      api.list,
      { summary: `A page of ${summary}s`, access: may('read'), query: typeQuery, answer: typeList },
      (db, context, { query }) => list(db, context, types, query),
    ),
    write(
      api.create,
      { summary: `Add a ${summary}`, access: may('write'), body, answer: namedType },
      (tx, context, input) => create(tx, context, types, input.body),
    ),
    write(
      api.update,
      { summary: `Rename a ${summary}`, access: may('write'), params, body, answer: namedType },
      (tx, context, input) => rename(tx, context, types, input.params.id, input.body),
    ),
    write(
      api.remove,
      { summary: `Delete a ${summary}`, access: may('delete'), params, answer: nothing },
      (tx, context, input) => remove(tx, context, types, input.params.id),
    ),
  ]
}

interface Row {
  id: bigint
  name: string
  version: number
  updated_at: Date
  /** Only of payment types. */
  needs_invoice?: boolean
}

const columnsOf = ({ table }: Pick<NamedTypes, 'table'>) =>
  sql.raw<Row>(
    ['id', 'name', 'version', 'updated_at', ...(table === 'payment_types' ? ['needs_invoice'] : [])]
      .map((name) => `t.${name}`)
      .join(', '),
  )

/** Whether a body may say if payments of the type need an invoice: of payment types, while the company has the feature. */
const isAsked = ({ features }: ProjectContext, { table }: NamedTypes): boolean =>
  table === 'payment_types' && features.has('missing_invoice')

/** The fields of a type that are answered and logged. */
const fieldsOf = ({ name, needs_invoice }: Row) => ({
  name,
  ...(needs_invoice !== undefined && { needs_invoice }),
})

const answerOf = (context: ProjectContext, types: NamedTypes, row: Row): NamedType => ({
  id: String(row.id),
  ...fieldsOf(row),
  version: row.version,
  updated_at: formatInstant(row.updated_at),
  can: rightsTo(types.model)(context),
})

/** A page of types, ordered by id, that is, by creation. */
async function list(db: Db, context: ProjectContext, types: NamedTypes, query: TypeQuery): Promise<TypeList> {
  const named = query.keywords ? sql`and ${contains(query.keywords, 't.name')}` : sql``
  const { rows, count } = await listPage(
    db,
    {
      columns: columnsOf(types),
      from: sql`${sql.table(types.table)} t where t.project_id = ${context.project.id} ${named}`,
      order: sql`t.id`,
    },
    query,
  )
  return {
    items: rows.map((row) => answerOf(context, types, row)),
    listTotal: count,
    can: { write: mayNow(context, types.model, 'write') },
  }
}

/** Adds one. Names are checked under a lock of the project until the commit, so of two people who add a name at once the second one is refused. */
async function create(tx: Tx, context: ProjectContext, types: NamedTypes, { name, needs_invoice }: Body) {
  const { project, now } = context
  await refuseTaken(tx, types, project.id, name, 0n)
  const [added] = await insertTypes(tx, types.table, project.id, now, [name])
  const row: Row = { id: 0n, name, version: 1, updated_at: now, ...added }
  if (isAsked(context, types) && needs_invoice !== undefined) {
    row.needs_invoice = needs_invoice
    await update(tx, types, project.id, row.id, { needs_invoice })
  }
  await audit(tx, context, {
    action: 'create',
    resource: types.model,
    code: String(row.id),
    label: name,
    after: fieldsOf(row),
  })
  return answerOf(context, types, row)
}

/** A type in use may be renamed: its records show the new name. */
async function rename(tx: Tx, context: ProjectContext, types: NamedTypes, id: string, body: Body) {
  const { project, now } = context
  const before = await lock(tx, types, project.id, id)
  if (body.name !== before.name) await refuseTaken(tx, types, project.id, body.name, before.id)
  checkVersion(body.version, before.version)
  const needs_invoice = isAsked(context, types) ? body.needs_invoice : undefined
  const changed = {
    name: body.name,
    version: before.version + 1,
    updated_at: now,
    ...(needs_invoice !== undefined && { needs_invoice }),
  }
  const after = { ...before, ...changed }
  await update(tx, types, project.id, before.id, changed)
  await audit(tx, context, {
    action: 'update',
    resource: types.model,
    code: String(before.id),
    label: after.name,
    before: fieldsOf(before),
    after: fieldsOf(after),
  })
  return answerOf(context, types, after)
}

const update = (
  tx: Tx,
  { table }: NamedTypes,
  projectId: bigint,
  id: bigint,
  changed: Partial<Omit<Row, 'id'>>,
) =>
  tx
    // Stands for either table; only payment types are given `needs_invoice`.
    .updateTable(table as 'payment_types')
    .set(changed)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()

/** Refuses to delete a type in use. No use is missed: writing a record that uses the type locks its row, so write and deletion exclude each other. */
async function remove(tx: Tx, context: ProjectContext, types: NamedTypes, id: string) {
  const projectId = context.project.id
  const row = await lock(tx, types, projectId, id)
  for (const ledger of LEDGERS) {
    if (ledger.type?.of !== types.table) continue
    const used = { column: ledger.type.column, id: sql`${row.id}::bigint` }
    const { rows } = await sql<{ names: string[] }>`
      select ${usesNames(ledger, ledger.type, projectId, used)} as names`.execute(tx)
    const names = rows[0]?.names ?? []
    if (names.length > 0)
      throw refused(`${types.label} ${row.name} 已被${nounOf(ledger)} ${namesOf(names)} 使用，不能删除`)
  }
  await tx.deleteFrom(types.table).where('project_id', '=', projectId).where('id', '=', row.id).execute()
  await audit(tx, context, {
    action: 'delete',
    resource: types.model,
    code: String(row.id),
    label: row.name,
    before: { name: row.name },
  })
  return {}
}

/**
 * Locks the row until the commit. Throws 404 for an unknown id, also one that is no number. An import that uses the type locks its row until the
 * import ends; if the wait takes too long, the message says that an import is running (`writeTransaction`).
 */
async function lock(tx: Tx, { table }: NamedTypes, projectId: bigint, id: string): Promise<Row> {
  if (!/^\d{1,18}$/.test(id)) throw missing()
  const { rows } = await sql<Row>`select ${columnsOf({ table })} from ${sql.table(table)} t
    where t.project_id = ${projectId} and t.id = ${BigInt(id)} for update`.execute(tx)
  const [row] = rows
  if (!row) throw missing()
  return row
}

async function refuseTaken(
  tx: Tx,
  { table }: NamedTypes,
  projectId: bigint,
  name: string,
  own: bigint,
): Promise<void> {
  await lockNames(tx, projectId)
  const { rows } = await sql<{ name: string }>`select t.name from ${sql.table(table)} t
    where t.project_id = ${projectId} and t.id <> ${own} and ${hasName('t.name', [name])} order by t.id`.execute(
    tx,
  )
  const taken = takenName(
    rows.map((row) => row.name),
    name,
  )
  if (taken === undefined) return
  const message = taken === name ? '类型名称已存在' : onlyDiffers('类型', taken)
  throw invalid([{ field: 'name', message }])
}

/**
 * Inserts types in this order with one statement; returns what the server adds. Payment types of some names need no invoice. Throws 23505 on the
 * table's unique name.
 */
export async function insertTypes(
  tx: Tx,
  table: NamedTypes['table'],
  projectId: bigint,
  now: Date,
  names: readonly string[],
): Promise<Pick<Row, 'id' | 'needs_invoice'>[]> {
  const ofPayments = table === 'payment_types'
  const [column, value] = ofPayments
    ? [sql`, needs_invoice`, sql`, n.name <> all(${[...NO_INVOICE_CATEGORIES]}::text[])`]
    : [sql``, sql``]
  const { rows } = await sql<
    Pick<Row, 'id' | 'needs_invoice'>
  >`insert into ${sql.table(table)} (project_id, name, updated_at${column})
    select ${projectId}, n.name, ${now}${value} from unnest(${[...names]}::text[]) with ordinality as n(name, ordinal)
    order by n.ordinal returning id${column}`.execute(tx)
  return rows
}
