import { formatInstant } from '@pianzhang/contract/calendar'
import {
  type Category,
  type CategoryBody,
  type CategoryList,
  type CategoryQuery,
  category,
  categoryList,
  categoryQuery,
} from '@pianzhang/contract/categories'
import { nothing } from '@pianzhang/contract/page'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion, invalid, missing, refused } from '../../platform/http/errors.ts'
import { inProject, mayNow } from '../../platform/http/guard.ts'
import { type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { nounOf } from '../../platform/ledger.ts'
import { containing } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { rightsTo } from '../../platform/lists/records.ts'
import { usesNames } from '../../platform/lists/uses.ts'
import { LEDGERS } from '../ledgers.ts'

/** What differs between payment types and investment types, both of which a project edits itself. */
export interface Categories {
  table: 'pay_categories' | 'investment_categories'
  /** The resource in permissions and in the log. */
  model: 'pay_category' | 'investment_category'
  path: string
  /** `summary`: the English name of a type for the OpenAPI document; `label`: the Chinese name for messages. */
  summary: string
  label: string
  body: z.ZodType<CategoryBody>
}

/** List, add, rename, delete. Unlike most records, a type is identified by its database id in the API. */
export function categoryRoutes(types: Categories): Route[] {
  const { path, model, summary, body } = types
  const may = (action: 'read' | 'write' | 'delete') => inProject(model, action)
  const params = z.object({ id: z.string() })
  return [
    read(
      `GET ${path}`,
      { summary: `A page of ${summary}s`, access: may('read'), query: categoryQuery, answer: categoryList },
      (db, context, { query }) => list(db, context, types, query),
    ),
    write(
      `POST ${path}`,
      { summary: `Add a ${summary}`, access: may('write'), body, answer: category },
      (tx, context, input) => create(tx, context, types, input.body),
    ),
    write(
      `PUT ${path}/:id`,
      { summary: `Rename a ${summary}`, access: may('write'), params, body, answer: category },
      (tx, context, input) => rename(tx, context, types, input.params.id, input.body),
    ),
    write(
      `DELETE ${path}/:id`,
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
}

const COLUMNS = ['id', 'name', 'version', 'updated_at'] as const

const answerOf = (context: ProjectContext, { model }: Categories, row: Row): Category => ({
  id: String(row.id),
  name: row.name,
  version: row.version,
  updated_at: formatInstant(row.updated_at),
  can: rightsTo(model)(context),
})

/** A page of types, ordered by id, that is, by creation. */
async function list(
  db: Db,
  context: ProjectContext,
  types: Categories,
  query: CategoryQuery,
): Promise<CategoryList> {
  const named = query.keywords ? sql`and t.name ilike ${containing(query.keywords)}` : sql``
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<Row>`t.id, t.name, t.version, t.updated_at`,
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

/** If two people add the same name at once, the second insert violates the unique constraint; it is retried and answers 422. */
async function create(tx: Tx, context: ProjectContext, types: Categories, { name }: CategoryBody) {
  const { project, now } = context
  await refuseTaken(tx, types, project.id, name, null)
  const [id = 0n] = await insertCategories(tx, types.table, project.id, now, [name])
  await audit(tx, context, {
    action: 'create',
    resource: types.model,
    code: String(id),
    label: name,
    after: { name },
  })
  return answerOf(context, types, { id, name, version: 1, updated_at: now })
}

/** A type in use may be renamed: its records show the new name. */
async function rename(tx: Tx, context: ProjectContext, types: Categories, id: string, body: CategoryBody) {
  const { project, now } = context
  const before = await lock(tx, types, project.id, id)
  await refuseTaken(tx, types, project.id, body.name, before.id)
  checkVersion(body.version, before.version)
  const after = { name: body.name, version: before.version + 1, updated_at: now }
  await tx
    .updateTable(types.table)
    .set(after)
    .where('project_id', '=', project.id)
    .where('id', '=', before.id)
    .execute()
  await audit(tx, context, {
    action: 'update',
    resource: types.model,
    code: String(before.id),
    label: after.name,
    before: { name: before.name },
    after: { name: after.name },
  })
  return answerOf(context, types, { id: before.id, ...after })
}

/** Refuses to delete a type in use. No use is missed: writing a record that uses the type locks its row, so write and deletion exclude each other. */
async function remove(tx: Tx, context: ProjectContext, types: Categories, id: string) {
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
async function lock(tx: Tx, { table }: Categories, projectId: bigint, id: string): Promise<Row> {
  if (!/^\d{1,18}$/.test(id)) throw missing()
  const row = await tx
    .selectFrom(table)
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('id', '=', BigInt(id))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

async function refuseTaken(
  tx: Tx,
  { table }: Categories,
  projectId: bigint,
  name: string,
  own: bigint | null,
): Promise<void> {
  const taken = await tx
    .selectFrom(table)
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (taken && taken.id !== own) throw invalid([{ field: 'name', message: '类型名称已存在' }])
}

/** Inserts types in this order with one statement; returns their ids. Throws 23505 on the table's unique name. */
export async function insertCategories(
  tx: Tx,
  table: Categories['table'],
  projectId: bigint,
  now: Date,
  names: readonly string[],
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`insert into ${sql.table(table)} (project_id, name, updated_at)
    select ${projectId}, n.name, ${now} from unnest(${[...names]}::text[]) with ordinality as n(name, ordinal)
    order by n.ordinal returning id`.execute(tx)
  return rows.map((row) => row.id)
}
