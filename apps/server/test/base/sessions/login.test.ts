import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStopped } from '../../../src/base/companies/service.ts'
import { newToken } from '../../../src/platform/codes.ts'
import { type Caller, PASSWORD, startTestApp, type TestApp } from '../../harness/harness.ts'
import { asPage, cookiesOf, forgets, logIn } from '../../harness/login.ts'
import { atOnce } from '../../harness/overlap.ts'

const MINUTE = 60_000

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await startTestApp()
  admin = (await app.company()).admin
})
afterAll(async () => await app.close())

const newAdmin = async () => (await app.company()).admin
const WRONG = {
  status: 422,
  code: 422,
  msg: '手机号或密码错误',
  data: { errors: [{ field: 'password', message: '手机号或密码错误' }] },
}
const LOCKED = { status: 429, code: 429, msg: '尝试次数过多，请15分钟后再试。' }

async function fail(phone: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect(await logIn(app, phone, 'wrong-password')).toMatchObject(WRONG)
}

test('a token that was planted before the login is worth nothing: the login makes another one', async () => {
  const planted = newToken()
  const { data } = await app.nobody.post('/api/common/captchas')
  const body = { phone: admin.phone, password: PASSWORD, captcha: 'test', captcha_token: data.token }
  for (const headers of [asPage({ token: planted }), { authorization: `Bearer ${planted}` }]) {
    const { data } = await app.nobody.post('/api/common/captchas')
    const answer = await app.nobody.post('/sessions', { ...body, captcha_token: data.token }, headers)
    expect(answer).toMatchObject({ code: 0 })
    expect(answer.data.token).not.toBe(planted)
    expect(await app.nobody.get('/sessions/profile', {}, headers)).toMatchObject({ status: 401 })
  }
  // Nor does a login continue, or end, the session whose cookie the browser still has.
  const first = await logIn(app, admin.phone)
  const again = await app.nobody.post('/sessions', body, asPage({ token: first.data.token }))
  expect(again).toMatchObject({ code: 0 })
  expect(again.data.token).not.toBe(first.data.token)
  const own = await app.nobody.get('/sessions/profile', {}, asPage({ token: first.data.token }))
  expect(own).toMatchObject({ code: 0 })
})

test('the phone number may have blanks, hyphens and the country code; wrong passwords of all spellings count together', async () => {
  const person = await newAdmin()
  const grouped = person.phone.replace(/^(...)(....)/, '$1 $2-')
  for (const phone of [`+86 ${grouped}`, `86${person.phone}`, grouped])
    expect((await logIn(app, phone)).code).toBe(0)
  for (const phone of [
    person.phone,
    `+86${person.phone}`,
    grouped,
    `86${person.phone}`,
    `0086${person.phone}`,
  ])
    await fail(phone, 1)
  expect(await logIn(app, person.phone)).toMatchObject(LOCKED)
})

test.each([
  ['72 bytes and one more', 'ab'.repeat(36), `${'ab'.repeat(36)}a`],
  ['of the last character only, far behind byte 72', `${'长'.repeat(60)}甲`, `${'长'.repeat(60)}乙`],
  ['of emoji', '🎬🎥🎬🎬🎬🎬🎬🎬', '🎬🎥🎬🎬🎬🎬🎬🎥'],
])('passwords differ by all of their bytes: %s', async (_, password, other) => {
  const person = await newAdmin()
  const changed = await person.put('/sessions/password', { old_password: PASSWORD, password })
  expect(changed).toMatchObject({ code: 0 })
  expect(await logIn(app, person.phone, other)).toMatchObject(WRONG)
  expect(await logIn(app, person.phone, password)).toMatchObject({ code: 0 })
})

test('the token works as Bearer and as the cookie that the answer sets', async () => {
  const answer = await logIn(app, admin.phone)
  expect(answer).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
  const { token } = answer.data
  for (const headers of [{ authorization: `Bearer ${token}` }, asPage({ token })])
    expect(await app.nobody.get('/sessions/profile', {}, headers)).toMatchObject({
      code: 0,
      // No project is selected yet.
      data: { code: admin.code, phone: admin.phone, current_project: null },
    })
  expect(cookiesOf(answer)).toEqual([`token=${token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict`])
})

test('the cookie is Secure where the public address is https', async () => {
  await using secure = await startTestApp({ PUBLIC_URL: 'https://pianzhang.example' })
  const company = await secure.company()
  const [cookie] = cookiesOf(await logIn(secure, company.admin.phone))
  expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
})

test('spaces around the phone number do not matter', async () => {
  expect(await logIn(app, ` ${admin.phone} `)).toMatchObject({ code: 0 })
})

test('an unknown phone number answers as a wrong password does', async () => {
  const [unknown, wrong] = [await logIn(app, '13700000000'), await logIn(app, admin.phone, 'wrong-password')]
  expect(wrong).toMatchObject(WRONG)
  expect({ ...unknown, headers: {} }).toEqual({ ...wrong, headers: {} })
  expect(cookiesOf(wrong)).toEqual([])
})

test('the phone number of a deleted person is unknown', async () => {
  const gone = await newAdmin()
  await app.services.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone.userId)
    .execute()
  expect(await logIn(app, gone.phone)).toMatchObject(WRONG)
})

test.each([
  ['no phone', { phone: '' }, 'phone', '请输入用户名'],
  ['a short password', { password: '1234567' }, 'password', '密码不能少于8位'],
  ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password', '密码不能超过128位'],
  ['a phone with NUL', { phone: '139\0' }, 'phone', '手机号格式不正确'],
  ['a phone with half a surrogate pair', { phone: '139\ud800' }, 'phone', '手机号格式不正确'],
])('%s is refused', async (_, wrong, field, message) => {
  const captcha_token = (await app.nobody.post('/api/common/captchas')).data.token
  const body = { phone: admin.phone, password: 'long-enough', captcha: 'TEST', captcha_token, ...wrong }
  const answer = await app.nobody.post('/sessions', body)
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field, message }] } })
})

test('stores the address and the user agent, and writes an audit entry', async () => {
  const person = await newAdmin()
  const { data } = await app.nobody.post('/api/common/captchas')
  const body = {
    phone: person.phone,
    password: 'test-password-1',
    captcha: 'TEST',
    captcha_token: data.token,
  }
  const answer = await app.nobody.post('/sessions', body, { 'user-agent': 'Browser/1' })
  const headers = { authorization: `Bearer ${answer.data.token}` }
  const { items } = (await app.nobody.get('/sessions', {}, headers)).data
  expect(items[0]).toMatchObject({ address: '127.0.0.1', agent: 'Browser/1', current: true })
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select(['action', 'user_name', 'code', 'address', 'request_id'])
    .where('user_id', '=', person.userId)
    .execute()
  const request_id = answer.headers['x-request-id']
  expect(log).toEqual([
    { action: 'login', user_name: '管理员', code: person.code, address: '127.0.0.1', request_id },
  ])
})

test('neither the token nor the password is stored in plain text', async () => {
  const { data } = await logIn(app, admin.phone)
  const { db } = app.services
  const kept = [
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('audit_logs').selectAll().execute(),
  ]
  const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('$argon2id$')
  expect(text).not.toContain(data.token)
  expect(text).not.toContain('test-password-1')
})

describe('wrong passwords', () => {
  test('the sixth attempt is refused, even with the right password, until 15 minutes after the fifth', async () => {
    const { phone } = await newAdmin()
    await fail(phone, 4)
    app.advance(10 * MINUTE)
    await fail(phone, 1)
    const locked = await logIn(app, phone)
    expect(locked).toMatchObject(LOCKED)
    expect(locked.headers['retry-after']).toMatch(/^[1-9]\d{0,2}$/)
    app.advance(14 * MINUTE)
    expect(await logIn(app, phone)).toMatchObject(LOCKED)
    app.advance(MINUTE)
    expect(await logIn(app, phone)).toMatchObject({ code: 0 })
  })

  test('an unknown phone number is locked in the same way', async () => {
    await fail('13700000001', 5)
    expect(await logIn(app, '13700000001')).toMatchObject(LOCKED)
  })

  test('other accounts are not locked', async () => {
    const { phone } = await newAdmin()
    await fail(phone, 5)
    expect(await logIn(app, admin.phone)).toMatchObject({ code: 0 })
  })

  test('a success resets the count', async () => {
    const { phone } = await newAdmin()
    await fail(phone, 4)
    expect(await logIn(app, phone)).toMatchObject({ code: 0 })
    await fail(phone, 4)
    expect(await logIn(app, phone)).toMatchObject({ code: 0 })
  })

  test('five over more than 15 minutes lock nothing', async () => {
    const { phone } = await newAdmin()
    await fail(phone, 1)
    app.advance(15 * MINUTE + 1)
    await fail(phone, 4)
    expect(await logIn(app, phone)).toMatchObject({ code: 0 })
  })

  test('20 concurrent attempts are all counted', async () => {
    const { phone } = await newAdmin()
    expect(await atOnce(20, () => logIn(app, phone, 'wrong-password'))).toEqual({
      '422 手机号或密码错误': 5,
      '429 尝试次数过多，请15分钟后再试。': 15,
    })
    expect(await logIn(app, phone)).toMatchObject(LOCKED)
  })
})

describe('a right password is not enough', () => {
  test('for a disabled account', async () => {
    const { phone, userId } = await newAdmin()
    await app.services.db.updateTable('users').set({ disabled: true }).where('id', '=', userId).execute()
    const answer = await logIn(app, phone)
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '账号已禁用' })
    expect(cookiesOf(answer)).toEqual([])
    expect(await logIn(app, phone, 'wrong-password')).toMatchObject(WRONG)
  })

  test('when the company is stopped; open sessions get the same answer', async () => {
    const person = await newAdmin()
    const { code } = (await person.get('/sessions/profile')).data.company
    await setStopped(app.services, code, true)
    const stopped = { status: 200, code: 503, msg: '服务已停止，请联系管理员' }
    expect(await logIn(app, person.phone)).toMatchObject(stopped)
    expect(await person.get('/sessions/profile')).toMatchObject(stopped)
    const page = await app.nobody.get('/sessions/profile', {}, asPage({ token: person.token }))
    expect(page).toMatchObject(stopped)
    expect(forgets(page)).toBe(true)
    expect(await logIn(app, person.phone, 'wrong-password')).toMatchObject(WRONG)
    await setStopped(app.services, code, false)
    expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
    expect(await person.get('/sessions/profile')).toMatchObject({ code: 0 })
  })
})
