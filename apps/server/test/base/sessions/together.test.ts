import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockAttempts } from '../../../src/base/sessions/attempts.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { hashPassword } from '../../../src/platform/login/passwords.ts'
import { type Caller, PASSWORD, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { logIn } from '../../harness/login.ts'
import { overlap } from '../../harness/overlap.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

const NEW_PASSWORD = 'another-password-2'
const fresh = async () => {
  admin = (await app.company()).admin
  return admin
}
/** A transaction that changes the account that logs in. */
const changes = (set: { password_hash?: string; disabled?: boolean; deleted_at?: Date }) => (tx: Tx) =>
  tx.updateTable('users').set(set).where('id', '=', admin.userId).execute()
const sessions = async () =>
  (
    await sql<{ count: number }>`select count(*)::int4 as count from sessions
      where user_id = ${admin.userId} and ended_at is null`.execute(app.services.db)
  ).rows[0]?.count

test('a login waits for a change of the password, and is refused with the old one', async () => {
  await fresh()
  const password_hash = await hashPassword(NEW_PASSWORD)
  const answer = await overlap(app, changes({ password_hash }), () => logIn(app, admin.phone))
  expect(answer).toMatchObject({ status: 422, msg: '手机号或密码错误' })
  expect(await sessions()).toBe(1)
  expect((await logIn(app, admin.phone, NEW_PASSWORD)).code).toBe(0)
})

test('a login waits for a password change that is rolled back, and succeeds', async () => {
  await fresh()
  const password_hash = await hashPassword(NEW_PASSWORD)
  const login = () => logIn(app, admin.phone)
  expect((await overlap(app, changes({ password_hash }), login, 1, 'rollback')).code).toBe(0)
})

test('a change of the password waits for an uncommitted login, and ends its session', async () => {
  await fresh()
  const [login, change] = await overlap(
    app,
    (tx) => lockAttempts(tx, 'login', '127.0.0.1'),
    async () => {
      const login = logIn(app, admin.phone)
      await untilWaiting(app.databaseUrl)
      const change = admin.put('/sessions/password', { old_password: PASSWORD, password: NEW_PASSWORD })
      return await Promise.all([login, change])
    },
    2,
  )
  expect([login.code, change.code]).toEqual([0, 0])
  const after = await app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${login.data.token}` })
  expect(after.code).toBe(50012)
})

test.each([
  ['disabled', { disabled: true }, '账号已禁用'],
  ['deleted', { deleted_at: new Date() }, '手机号或密码错误'],
])('a login waits for its account to be %s, and is refused', async (_, set, msg) => {
  await fresh()
  expect(await overlap(app, changes(set), () => logIn(app, admin.phone))).toMatchObject({ status: 422, msg })
  expect(await sessions()).toBe(1)
})

test('however many log in at once, there are connections left for those who work', async () => {
  const { phone } = await fresh()
  const other = await app.company()
  const holder = await hold(
    app.databaseUrl,
    `select pg_advisory_xact_lock(hashtextextended('password:${phone}', 0))`,
  )
  const logins = Promise.all(Array.from({ length: 30 }, () => logIn(app, phone, 'wrong-password')))
  await untilWaiting(app.databaseUrl, 2)
  // With a transaction for each of the thirty, the pool of twenty would be used up, and this would be a 503.
  const working = await Promise.all(Array.from({ length: 10 }, () => other.admin.get('/projects')))
  expect(working.map(({ code }) => code)).toEqual(Array(10).fill(0))
  // An invented token takes no turn, so that those who have none cannot make others wait for theirs.
  const invented = { phone, password: PASSWORD, captcha: 'TEST', captcha_token: 'x'.repeat(43) }
  expect(await app.nobody.post('/sessions', invented)).toMatchObject({ status: 422, msg: '验证码错误' })
  await holder.release()
  expect((await logins).every(({ status }) => status === 422 || status === 429)).toBe(true)
})

test('a write whose body comes late goes by the session as it is then', async () => {
  const { id, admin } = await app.company()
  const person = await app.person(id, { project: ['write'] })
  const started = new Date(app.services.clock().getTime() + 120_000)
  app.advance(120_000)
  const request = httpRequest(`${await app.listen()}/api/manager/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.write('{ "name":')
  // The guard, which runs before the body is read, notes when the session was last used.
  await vi.waitUntil(async () => {
    const [session] = await ask<{ seen_at: Date }>(
      app.databaseUrl,
      `select seen_at from sessions where user_id = ${person.userId}`,
    )
    return session && session.seen_at >= started
  })
  const { name, phone } = (await admin.get(`/users/${person.code}`)).data
  await admin.put(`/users/${person.code}`, { name, phone, status: '1' })
  app.advance(2_000)
  request.end(' "某剧" }')
  const [response] = await answered
  expect(await json(response)).toMatchObject({ code: 50012 })
  expect((await admin.get('/projects')).data.items).toEqual([])
})
