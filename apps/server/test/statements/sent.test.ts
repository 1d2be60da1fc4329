import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, newProject, startTestApp, type TestApp } from '../harness/harness.ts'
import { takeSent } from './sent.ts'

let app: TestApp
let person: Caller

beforeAll(async () => {
  app = await startTestApp()
  const { admin } = await app.company()
  person = admin.on(await newProject(admin))
})
afterAll(() => app.close())

/** The source files that sent statements matching the pattern. */
const senders = (pattern: RegExp) =>
  takeSent()
    .filter(({ statement }) => pattern.test(statement))
    .map(({ line }) => line.replace(/:\d+$/, ''))

test('a statement of the server is recorded with the source line that sent it', async () => {
  takeSent()
  expect((await person.get('/pay_categories')).code).toBe(0)
  expect(senders(/from "payment_types" t/)).toEqual(['src/base/types/types.ts'])
  expect((await person.get('/cost_executions')).code).toBe(0)
  expect(senders(/page as materialized/)).toEqual(['src/books/payments/list.ts'])
})

test('so are statements through a cursor and through the bare driver', async () => {
  const { data } = await person.post('/cost_executions/export', {})
  takeSent()
  const url = data.file_url as string
  expect((await person.get(url.slice(url.indexOf('/api/')))).status).toBe(200)
  // A generator's stack ends with the generator, so the part that all exports share is named.
  expect(senders(/^declare all_rows/)).toEqual(['src/platform/lists/record-rows.ts'])
})

test('statements of tests are not recorded, whichever way they are sent', async () => {
  takeSent()
  await sql`select count(*) from subjects`.execute(app.services.db)
  await Promise.all([1, 2].map((id) => sql`delete from invoices where id = ${id}`.execute(app.services.db)))
  await app.services.imports.query('select count(*) from contracts')
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query({ text: 'select count(*) from attachments' })
  await client.end()
  expect(takeSent().filter(({ statement }) => !/^(begin|commit)/.test(statement))).toEqual([])
})
