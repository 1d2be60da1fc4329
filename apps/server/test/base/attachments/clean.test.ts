import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cleanAttachments, oldFiles, ROW_ONLY } from '../../../src/base/attachments/clean.ts'
import { LINKS } from '../../../src/base/attachments/unlink.ts'
import { newCode } from '../../../src/platform/codes.ts'
import type { Db, Tx } from '../../../src/platform/database/database.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { formOf, png, sheet } from './helpers.ts'

const DAY_MS = 24 * 3600_000

let app: TestApp
let admin: Caller
let projectId: bigint
let picture: Buffer

beforeAll(async () => {
  app = await startTestApp()
  admin = (await app.company()).admin
  const code = await newProject(admin)
  admin = admin.on(code)
  projectId = (
    await app.services.db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).id
  picture = await png()
})
afterAll(() => app.close())
beforeEach(() => sql`truncate invoices, imports, attachments cascade`.execute(app.services.db))

interface Uploaded {
  id: bigint
  code: string
  file_url: string
}

async function upload(content = picture, extension = 'png'): Promise<Uploaded> {
  const key = `manager/attachments/a-1.${extension}`
  const { data } = await admin.post('/api/common/qinius', { key })
  const form = formOf([
    ['token', data.token],
    ['key', key],
    ['file', content, 'x'],
  ])
  const answer = (await app.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })).json().data
  const row = await app.services.db
    .selectFrom('attachments')
    .select('id')
    .where('code', '=', answer.code)
    .executeTakeFirstOrThrow()
  return { ...row, code: answer.code, file_url: answer.file_url }
}

const age = (days: number) => new Date(app.services.clock().getTime() - days * DAY_MS)
const set = (file: Uploaded, values: { created_at?: Date; unlinked_at?: Date | null }) =>
  app.services.db.updateTable('attachments').set(values).where('id', '=', file.id).execute()
/** Inserts an invoice that has this file. */
async function link(file: Uploaded, db: Db | Tx = app.services.db): Promise<void> {
  const { id: invoice_id } = await db
    .insertInto('invoices')
    .values({ project_id: projectId, code: newCode(), creator_id: admin.userId, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('invoice_files')
    .values({
      project_id: projectId,
      invoice_id,
      attachment_id: file.id,
      position: 1,
      sha256: '0'.repeat(64),
    })
    .execute()
}
const status = async (file: Uploaded) =>
  (await app.http.inject({ method: 'GET', url: file.file_url.replace(/^http:\/\/[^/]+/, '') })).statusCode
const left = async () =>
  (await app.services.db.selectFrom('attachments').select('id').execute()).map((row) => row.id)

test('removes what was never linked, or unlinked, for 7 days, with its files', async () => {
  const [young, old, unlinkedNow, unlinkedLongAgo, linked] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
  ]
  await set(young, { unlinked_at: age(6.9) })
  await set(old, { unlinked_at: age(7.1) })
  await set(unlinkedNow, { created_at: age(30), unlinked_at: age(6.9) })
  await set(unlinkedLongAgo, { created_at: age(30), unlinked_at: age(7.1) })
  await set(linked, { created_at: age(30), unlinked_at: age(20) })
  await link(linked)
  expect(await cleanAttachments(app.services)).toBe(2)
  expect(await left()).toEqual([young.id, unlinkedNow.id, linked.id])
  expect(await Promise.all([young, old, unlinkedNow, unlinkedLongAgo, linked].map(status))).toEqual([
    200, 404, 200, 404, 200,
  ])
  for (const key of [
    `attachments/${admin.project}/${old.code}.png`,
    `attachments/${admin.project}/${old.code}.png.thumb.jpg`,
  ])
    expect(await app.services.storage.open(key)).toBeNull()
  expect(await cleanAttachments(app.services)).toBe(0)
})

test('reads no file that is linked, however many there are', async () => {
  const { db } = app.services
  const file = await upload()
  await sql`insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at, unlinked_at)
    select project_id, 'l' || n, file_name, file_size, kind, 'attachments/none/l' || n, false, creator_id, 'l' || n, ${age(400)},
      case when n <= 3 then ${age(9)}::timestamptz end
    from attachments, generate_series(1, 5000) n where id = ${file.id}`.execute(db)
  await sql`analyze attachments`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${oldFiles(projectId)}`.execute(db)
  expect(readOf(rows[0]?.['QUERY PLAN'][0].Plan)).toBe(3)
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Rows of attachments that the plan has read. */
const readOf = (plan: PlanNode | undefined): number =>
  plan === undefined
    ? 0
    : (plan['Relation Name'] === 'attachments'
        ? plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)
        : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readOf(one), 0)

test('an imported spreadsheet loses its file and keeps its row', async () => {
  const file = await upload(sheet(), 'xlsx')
  await app.services.db
    .insertInto('imports')
    .values({
      project_id: projectId,
      code: newCode(),
      resource: 'cost_execution',
      attachment_id: file.id,
      total: 1,
      creator_id: admin.userId,
      created_at: new Date(),
    })
    .execute()
  await set(file, { unlinked_at: age(8) })
  expect([await cleanAttachments(app.services), await cleanAttachments(app.services)]).toEqual([1, 0])
  expect(await left()).toEqual([file.id])
  expect(await status(file)).toBe(404)
})

test('a file that cannot be removed is logged, and the others are removed', async () => {
  const [first, second] = [await upload(), await upload()]
  for (const file of [first, second]) await set(file, { unlinked_at: age(8) })
  const { storage } = app.services
  const remove = vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('EIO'))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    expect(await cleanAttachments(app.services)).toBe(2)
    expect(remove.mock.calls.length).toBe(3)
    expect(logged).toHaveBeenCalledOnce()
  } finally {
    remove.mockRestore()
    logged.mockRestore()
  }
})

test('more than one batch, and several servers at once', async () => {
  const file = await upload()
  await sql`insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at, unlinked_at)
    select project_id, 'c' || n, file_name, file_size, kind, 'attachments/none/c' || n, false, creator_id, 't' || n, ${age(8)}, ${age(8)}
    from attachments, generate_series(1, 450) n where id = ${file.id}`.execute(app.services.db)
  const counts = await Promise.all([1, 2, 3].map(() => cleanAttachments(app.services)))
  expect(counts.reduce((sum, count) => sum + count) + (await cleanAttachments(app.services))).toBe(450)
  expect(await left()).toEqual([file.id])
})

test('skips a file that a transaction is linking', async () => {
  const file = await upload()
  await set(file, { unlinked_at: age(8) })
  const linking = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const transaction = app.services.db.transaction().execute(async (tx) => {
    await link(file, tx)
    linking.resolve()
    await go.promise
  })
  await linking.promise
  // The link's foreign key locks the row, so `skip locked` leaves it out.
  expect(await cleanAttachments(app.services)).toBe(0)
  go.resolve()
  await transaction
  expect(await cleanAttachments(app.services)).toBe(0)
  expect(await status(file)).toBe(200)
})

test('every foreign key to attachments is in the list', async () => {
  const { rows } = await sql<{
    name: string
  }>`select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'attachments'::regclass`.execute(app.services.db)
  expect(rows.map((row) => row.name).sort()).toEqual([...LINKS.map(({ table }) => table), ROW_ONLY].sort())
})
