import { type Action, grantedActions, type Model, RESOURCES } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, upload } from '../../books/payments/sheet/sheets.ts'
import type { Caller } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type FullWorld, fullWorld } from '../../openapi/full-world.ts'
import { addressOf, leakIn, operationsOf } from '../../openapi/operations.ts'

const app = await workerApp()
afterAll(async () => await app.close())
const { db } = app.services
/** Every operation that answers a link. */
const LINKS = (await operationsOf(app)).filter(({ path }) => /(\/|_)export$|import_template$/.test(path))
const EVERYTHING = Object.fromEntries(
  RESOURCES.map((row): [string, string[]] => [row.model, [...row.actions]]),
)
const SECRET = '机密'

let world: FullWorld
let person: Caller
/** Links by the name of their operation, of one person. */
const links = new Map<string, string>()

beforeAll(async () => {
  world = await fullWorld(app, SECRET)
  const { companyId, project } = world.home
  person = (await app.person(companyId, EVERYTHING, [project])).on(project)
  for (const { method, path, name } of LINKS) {
    const address = addressOf(path, world.records)
    const { data } = await (method === 'GET' ? person.get(address) : person.post(address, {}))
    links.set(name, data.file_url)
  }
  const attachment_code = await upload(app, person, await bookOf([{ payer: SECRET }]))
  const { data } = await person.post('/cost_executions/import/preview', { attachment_code })
  links.set('failed rows', data.failed_rows_url)
})

const opened = async (url: string) => {
  const { statusCode, body } = await app.http.inject({ url })
  return { status: statusCode, body: statusCode === 200 ? '' : body }
}
const EXPIRED = { status: 403, body: '{"code":403,"msg":"链接已失效，请刷新页面后重试","data":{}}' }

/** What happens to the creator after the links were made, and how it is undone. */
const LOSSES: [what: string, change: string, back: string][] = [
  ['was disabled', 'update users set disabled = true', 'update users set disabled = false'],
  ['was deleted', 'update users set deleted_at = now()', 'update users set deleted_at = null'],
  [
    'has a reset password',
    'update users set must_change_password = true',
    'update users set must_change_password = false',
  ],
]

test('links open what their creator may see', async () => {
  expect(links.size).toBeGreaterThan(25)
  for (const [name, url] of links) expect(await opened(url), name).toEqual({ status: 200, body: '' })
})

test.each(LOSSES)('none opens when its creator %s', async (_, change, back) => {
  await sql`${sql.raw(change)} where id = ${person.userId}`.execute(db)
  try {
    for (const [name, url] of links) {
      const { status, body } = await opened(url)
      // The log's link answers 404, as if its record were gone.
      expect([403, 404], name).toContain(status)
      expect(leakIn(body, SECRET), name).toBeUndefined()
    }
  } finally {
    await sql`${sql.raw(back)} where id = ${person.userId}`.execute(db)
  }
})

test('none opens when its creator is no longer in the project, but that of the log, which has its own entries', async () => {
  const { projectId } = world.home
  await sql`delete from project_members where user_id = ${person.userId}`.execute(db)
  for (const [name, url] of links)
    expect(await opened(url), name).toEqual(name.includes('audit_logs') ? { status: 200, body: '' } : EXPIRED)
  await sql`insert into project_members (project_id, user_id) values (${projectId}, ${person.userId})`.execute(
    db,
  )
})

test('each opens only with the right that it was made with', async () => {
  const { rows } = await sql<{
    role_id: bigint
  }>`select role_id from users where id = ${person.userId}`.execute(db)
  const role = rows[0]?.role_id
  for (const { name, access } of LINKS) {
    const [model = '', action = ''] = access.split(': ')
    // All actions of the resource except those that include the needed one.
    const left = (EVERYTHING[model] ?? []).filter(
      (one) => !grantedActions(model as Model, [one]).includes(action as Action),
    )
    await sql`update role_permissions set actions = ${left} where role_id = ${role} and model = ${model}`.execute(
      db,
    )
    expect(await opened(links.get(name) ?? ''), name).toEqual(EXPIRED)
    await sql`update role_permissions set actions = ${EVERYTHING[model] ?? []} where role_id = ${role} and model = ${model}`.execute(
      db,
    )
    expect((await opened(links.get(name) ?? '')).status, name).toBe(200)
  }
  await sql`update roles set enabled = false where id = ${role}`.execute(db)
  for (const [name, url] of links) expect(await opened(url), name).toEqual(EXPIRED)
  await sql`update roles set enabled = true where id = ${role}`.execute(db)
})

test('none is changed to another project, person, file or time, nor guessed', async () => {
  const other = await fullWorld(app, '别家')
  for (const [name, url] of links) {
    const { pathname, searchParams } = new URL(url)
    const forged = (change: (query: URLSearchParams) => void) => {
      const query = new URLSearchParams(searchParams)
      change(query)
      return `${pathname}?${query}`
    }
    const sign = searchParams.get('sign') ?? ''
    const attempts = [
      forged((query) => query.set('project', other.home.project)),
      forged((query) => query.set('by', other.home.admin.code)),
      forged((query) => query.set('filters', 'q1YqSy0qzszPU7JSMlCqBQA')),
      forged((query) => query.set('expires', '99999999999')),
      forged((query) => query.append('expires', '99999999999')),
      forged((query) => query.append('project', other.home.project)),
      forged((query) => query.set('sign', `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`)),
      forged((query) => query.set('sign', sign.slice(0, -1))),
      forged((query) => query.set('sign', '')),
      forged((query) => query.set('reads', 'contract,invoice')),
      `${pathname.replace('/file', '%2ffile')}?${searchParams}`,
    ]
    for (const attempt of attempts) {
      const { status, body } = await opened(attempt)
      // 405: the forged path is that of a record, which is read by no GET.
      expect([401, 403, 404, 405], `${name} ${attempt}`).toContain(status)
      expect(leakIn(body, SECRET), name).toBeUndefined()
    }
    // 128 bits or more cannot be found by trying, so opening links needs no limit of attempts.
    expect(Buffer.from(sign, 'base64url').length, name).toBeGreaterThanOrEqual(16)
  }
})
