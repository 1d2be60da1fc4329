import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, PASSWORD, startTestApp, type TestApp } from '../../harness/harness.ts'

const MINUTE = 60_000

let app: TestApp
let admin: Caller

beforeAll(async () => {
  app = await startTestApp()
  admin = (await app.company()).admin
})
afterAll(async () => await app.close())

const captcha = async (): Promise<string> => (await app.nobody.post('/api/common/captchas')).data.token
const logInWith = (captcha_token: string, captcha = 'TEST') =>
  app.nobody.post('/sessions', { phone: admin.phone, password: PASSWORD, captcha, captcha_token })
const WRONG = {
  status: 422,
  code: 422,
  msg: '验证码错误',
  data: { errors: [{ field: 'captcha', message: '验证码错误' }] },
}

test('is a PNG as a data URI, with a token of its own each time', async () => {
  const answer = await app.nobody.post('/api/common/captchas')
  expect(answer).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
  const [head, base64] = answer.data.captcha.split(',')
  expect(head).toBe('data:image/png;base64')
  expect(Buffer.from(base64, 'base64').subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect(answer.data.token).not.toBe(await captcha())
})

test.each(['TEST', 'test', 'TesT', ' test '])('%j is accepted', async (text) => {
  expect(await logInWith(await captcha(), text)).toMatchObject({ code: 0 })
})

test('can be used once', async () => {
  const token = await captcha()
  expect(await logInWith(token)).toMatchObject({ code: 0 })
  expect(await logInWith(token)).toMatchObject(WRONG)
})

test('of two concurrent uses one succeeds', async () => {
  const token = await captcha()
  const codes = (await Promise.all([logInWith(token), logInWith(token)])).map((answer) => answer.code)
  expect(codes.sort()).toEqual([0, 422])
})

test('a wrong answer invalidates it', async () => {
  const token = await captcha()
  expect(await logInWith(token, 'tset')).toMatchObject(WRONG)
  expect(await logInWith(token)).toMatchObject(WRONG)
})

test('a wrong password invalidates it', async () => {
  const captcha_token = await captcha()
  const body = { phone: admin.phone, password: 'wrong-password', captcha: 'TEST', captcha_token }
  expect(await app.nobody.post('/sessions', body)).toMatchObject({ msg: '手机号或密码错误' })
  expect(await logInWith(captcha_token)).toMatchObject(WRONG)
})

test('is valid for 5 minutes', async () => {
  const token = await captcha()
  app.advance(4 * MINUTE)
  expect(await logInWith(token)).toMatchObject({ code: 0 })
  const late = await captcha()
  app.advance(5 * MINUTE)
  expect(await logInWith(late)).toMatchObject(WRONG)
})

test('an unknown token and an empty answer are refused', async () => {
  expect(await logInWith('x'.repeat(43))).toMatchObject(WRONG)
  expect(await logInWith(await captcha(), ' ')).toMatchObject({ status: 422, msg: '请输入验证码' })
})

test('is stored with a hash of its token only', async () => {
  const token = await captcha()
  const rows = await app.services.db.selectFrom('captchas').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})
