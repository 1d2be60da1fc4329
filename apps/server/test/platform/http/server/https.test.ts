import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../../harness/harness.ts'
import { cookiesOf } from '../../../harness/login.ts'

// Cookies, HSTS and links behind a proxy that ends TLS; with real ones: servers/tls.hard.test.ts and proxies.hard.test.ts.

const FROM_PROXY = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'books.example',
  'x-forwarded-for': '10.1.2.3',
}

/** What an answer of the login and a link tell of the address that people use. */
async function seen(app: TestApp, headers: Record<string, string>) {
  const { admin } = await app.company()
  const captcha = await app.nobody.post('/api/common/captchas', undefined, headers)
  const body = {
    phone: admin.phone,
    password: 'test-password-1',
    captcha: 'test',
    captcha_token: captcha.data.token,
  }
  const login = await app.nobody.post('/sessions', body, headers)
  expect(login).toMatchObject({ code: 0 })
  const code = (await admin.post('/projects', { name: '某剧' })).data.code
  const template = await admin.on(code).get('/cost_executions/import_template', {}, headers)
  const page = await app.http.inject({ url: '/login', headers })
  return {
    secure: cookiesOf(login).map((cookie) => /; Secure/.test(cookie)),
    hsts: [hsts(login), page.headers['strict-transport-security']],
    origin: new URL(template.data.url ?? template.data.file_url).origin,
  }
}
const hsts = (answer: Answer) => answer.headers['strict-transport-security']
const YEAR = 'max-age=31536000'

describe('without TRUST_PROXY', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('headers of a caller do not make a request one of HTTPS', async () => {
    expect(await seen(app, FROM_PROXY)).toMatchObject({ secure: [false], hsts: [undefined, undefined] })
  })
})

test('with TRUST_PROXY a request that reached the proxy by HTTPS has a secure cookie, HSTS and links of that address', async () => {
  await using app = await startTestApp({ TRUST_PROXY: '1' })
  expect(await seen(app, FROM_PROXY)).toEqual({
    secure: [true],
    hsts: [YEAR, YEAR],
    origin: 'https://books.example',
  })
  const plain = { ...FROM_PROXY, 'x-forwarded-proto': 'http' }
  expect(await seen(app, plain)).toEqual({
    secure: [false],
    hsts: [undefined, undefined],
    origin: 'http://books.example',
  })
})

test('PUBLIC_URL alone decides, whatever the proxy says', async () => {
  await using app = await startTestApp({ PUBLIC_URL: 'https://money.example' })
  expect(await seen(app, {})).toEqual({ secure: [true], hsts: [YEAR, YEAR], origin: 'https://money.example' })
})
