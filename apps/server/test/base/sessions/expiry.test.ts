import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '../../../src/platform/codes.ts'
import type { TestApp } from '../../harness/harness.ts'
import { asPage, forgets, logIn } from '../../harness/login.ts'
import { workerApp } from '../../harness/worker-app.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

let app: TestApp
let phone: string
let userId: bigint
let token: string

beforeAll(async () => {
  app = await workerApp()
  const { admin } = await app.company()
  phone = admin.phone
  userId = admin.userId
})
afterAll(async () => await app.close())
beforeEach(async () => {
  token = (await logIn(app, phone)).data.token
})

const call = (headers: Record<string, string>) => app.nobody.get('/sessions/profile', {}, headers)
const bearer = (authorization: string) => call({ authorization })
const alive = async () => expect(await bearer(`Bearer ${token}`)).toMatchObject({ code: 0 })
const MSG = '登录状态已失效，请重新登录。'

/** Expects the failure for the token as Bearer and as cookie, and that the answer deletes the cookie. */
async function expectOver(given: string, failure: { status: number; code: number }): Promise<void> {
  expect(await bearer(`Bearer ${given}`)).toMatchObject({ ...failure, msg: MSG, data: {} })
  const page = await call(asPage({ token: given }))
  expect(page).toMatchObject({ ...failure, msg: MSG, data: {} })
  expect(forgets(page)).toBe(true)
}

describe('a session ends', () => {
  const EXPIRED = { status: 200, code: 50014 }

  test('after 12 hours without use', async () => {
    app.advance(12 * HOUR - 10 * SECOND)
    await alive()
    app.advance(12 * HOUR - 10 * SECOND)
    await alive()
    app.advance(12 * HOUR + SECOND)
    await expectOver(token, EXPIRED)
  })

  test('after 7 days, however much it is used', async () => {
    for (let time = 0; time < 16; time += 1) {
      app.advance(10 * HOUR)
      await alive()
    }
    app.advance(8 * HOUR - 30 * SECOND)
    await alive()
    app.advance(31 * SECOND)
    await expectOver(token, EXPIRED)
  })

  test('and is no longer listed', async () => {
    app.advance(12 * HOUR + SECOND)
    const fresh = (await logIn(app, phone)).data.token
    const { data } = await app.nobody.get('/sessions', {}, { authorization: `Bearer ${fresh}` })
    expect(data.items).toMatchObject([{ current: true }])
  })

  test.each([
    ['disabled', { disabled: true }],
    ['deleted', { deleted_at: new Date() }],
  ])('when the account is %s', async (_, change) => {
    const { db } = app.services
    await alive()
    await db.updateTable('users').set(change).where('id', '=', userId).execute()
    await expectOver(token, { status: 200, code: 50012 })
    await db
      .updateTable('users')
      .set({ disabled: false, deleted_at: null })
      .where('id', '=', userId)
      .execute()
  })

  test('by logging out', async () => {
    await app.nobody.delete('/sessions', undefined, { authorization: `Bearer ${token}` })
    await expectOver(token, { status: 401, code: 401 })
  })
})

describe('a token', () => {
  test('that no session has is refused', async () => await expectOver(newToken(), { status: 401, code: 401 }))

  test.each(['abc', 'x'.repeat(44), 'x'.repeat(42), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}'`])(
    '%j has the wrong form',
    async (given) => await expectOver(given, { status: 200, code: 50008 }),
  )

  test('an Authorization header of the wrong form', async () => {
    const wrong = { status: 200, code: 50008, msg: MSG }
    for (const header of [token, `Basic ${token}`, 'Bearer', 'Bearer ', `Bearer ${token} x`, ''])
      expect(await bearer(header)).toMatchObject(wrong)
    expect(await call({ ...asPage({ token }), authorization: 'Basic x' })).toMatchObject(wrong)
  })

  test('"Bearer" is case-insensitive', async () => {
    expect(await bearer(`bearer ${token}`)).toMatchObject({ code: 0 })
  })

  test('no token at all, or an empty cookie', async () => {
    expect(await call({})).toMatchObject({ status: 401, code: 401, msg: MSG })
    expect(await call({ cookie: 'token=' })).toMatchObject({ status: 401, code: 401, msg: MSG })
  })
})
