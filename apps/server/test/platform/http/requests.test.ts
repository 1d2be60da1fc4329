import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { newProject } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'

// How requests are read, malformed ones too. What answers look like: http.test.ts.

const company = await testCompany()
const { app } = company
const admin = company.admin.on(await newProject(company.admin))

const JSON_TYPE = { 'content-type': 'application/json' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const names = async () =>
  (await admin.get('/pay_categories')).data.items.map((item: { name: string }) => item.name)

/** Requests that the harness cannot send: other methods, raw bodies. */
async function raw(method: string, url: string, payload?: string | Buffer, headers = {}) {
  const authorization = `Bearer ${admin.token}`
  const response = await app.http.inject({
    method: method as 'GET',
    url,
    payload,
    headers: { authorization, 'x-project': admin.project ?? '', ...headers },
  })
  return { status: response.statusCode, ...response.json(), headers: response.headers }
}

/** Headers that differ between two answers to the same request. */
const VARIES = /^(x-request-id|date): .*\r\n/gim

/** The raw answer to a GET with exactly this request target, which `fetch` and `inject` would normalize. */
async function sent(target: string, host = 'Host: a\r\n'): Promise<string> {
  const { port } = new URL(await app.listen())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `GET ${target} HTTP/1.1\r\n${host}Authorization: Bearer ${admin.token}\r\nConnection: close\r\n\r\n`,
  )
  return (await buffer(socket)).toString()
}

describe('requests', () => {
  const TOO_DEEP = '['.repeat(100_000) + ']'.repeat(100_000)

  test.each(['{"name":', '{name:1}', "{'name':1}", 'name=a', '{"name":"a"}}', ' '])(
    'broken JSON %j: 400',
    async (body) => {
      const answer = await admin.post('/pay_categories', body, JSON_TYPE)
      expect(answer).toMatchObject({ status: 400, code: 400, msg: '请求格式错误', data: {} })
    },
  )

  test('a body that is not UTF-8: 400, instead of texts with replacement characters', async () => {
    const before = await names()
    const gbk = Buffer.from([0xb3, 0xa1, 0xbe, 0xb0])
    for (const bytes of [gbk, Buffer.from([0xc0, 0x80]), Buffer.from('场', 'utf8').subarray(0, 2)]) {
      const body = Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')])
      for (const type of ['application/json', 'application/json; charset=gbk'])
        expect(
          await raw('POST', '/api/manager/pay_categories', body, { 'content-type': type }),
        ).toMatchObject({ status: 400, code: 400, msg: '请求内容须为 UTF-8 编码' })
    }
    expect(await names()).toEqual(before)
    const marked = await raw('POST', '/api/manager/pay_categories', '\ufeff{"name":"带标记"}', JSON_TYPE)
    expect(marked).toMatchObject({ code: 0, data: { name: '带标记' } })
  })

  test.each([undefined, '', 'null', '[]', '"text"', '1'])('%j instead of an object: 422', async (body) => {
    const answer = await admin.post('/pay_categories', body, JSON_TYPE)
    expect(answer).toMatchObject({ status: 422, code: 422 })
    expect(answer.data.errors).toHaveLength(1)
  })

  test('another content type: 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ])
      expect(
        await raw('POST', '/api/manager/pay_categories', '{"name":"a"}', { 'content-type': type }),
      ).toMatchObject({ status: 415, code: 415, msg: '请求内容类型不被支持' })
  })

  test.each([
    ['of more than 2 MB', 'POST', '/pay_categories', 2],
    ['of a payment of more than 16 MB', 'POST', '/cost_executions', 16],
    ['of a changed payment of more than 16 MB', 'PUT', '/cost_executions/none', 16],
  ])('a body %s: 413', async (_, method, path, megabytes) => {
    const sized = (bytes: number) =>
      raw(method, `/api/manager${path}`, Buffer.alloc(bytes, '{"name":"a"}'.padEnd(bytes)), JSON_TYPE)
    const limit = megabytes * 1024 * 1024
    expect(await sized(limit + 1)).toMatchObject({ status: 413, code: 413, msg: '提交的内容过大' })
    expect((await sized(limit)).status).not.toBe(413)
  })

  test('an unknown address: 404', async () => {
    for (const url of ['/api/manager/nothing', '/api/', '/api/manager/projects/a/b', '/api/manager/Projects'])
      expect(await raw('GET', url)).toMatchObject({ status: 404, code: 404, msg: '接口不存在' })
  })

  test('a wrong method: 405 with an Allow header', async () => {
    const projects = await raw('PATCH', '/api/manager/projects')
    expect(projects).toMatchObject({ status: 405, code: 405, msg: '请求方法不被支持' })
    expect(String(projects.headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
    const project = await raw('POST', '/api/manager/projects/abc')
    expect(String(project.headers.allow).split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
    expect((await raw('DELETE', '/api/common/health?a=1')).headers.allow).toBe('GET, HEAD')
  })

  test('a target with scheme and host is read as its path', async () => {
    for (const [target, origin] of [
      ['http://ledger.example/api/manager/sessions/profile', '/api/manager/sessions/profile'],
      ['HTTPS://ledger.example:8443/api/manager/sessions/profile', '/api/manager/sessions/profile'],
      ['http://ledger.example/api/manager/nothing', '/api/manager/nothing'],
      [
        'http://ledger.example/api/common/event_source/project?project=x',
        '/api/common/event_source/project?project=x',
      ],
    ] as const) {
      const [answer, plain] = await Promise.all([sent(target), sent(origin)])
      expect(answer.replace(VARIES, ''), target).toBe(plain.replace(VARIES, ''))
      expect(answer).toMatch(/cache-control: no-store/)
    }
    expect((await sent('http://ledger.example')).replace(VARIES, '')).toBe(
      (await sent('/')).replace(VARIES, ''),
    )
  })

  test.each([
    ['two names of the server', 'Host: a\r\nHost: b\r\n'],
    ['a name that is no host', 'Host: a"<b>/..@c\r\n'],
  ])('with %s: 400', async (_, lines) => {
    expect(await sent('/api/common/health', lines)).toMatch(/^HTTP\/1\.1 400 .*\{"code":400,/s)
  })

  test('a malformed URL, or too long a part of it', async () => {
    for (const part of ['%', '%ZZ', '%C3', '%ED%A0%80']) {
      const answer = await raw('GET', `/api/manager/projects/${part}`)
      expect(answer).toMatchObject({ status: 400, code: 400, msg: '请求格式错误', data: {} })
      expect(answer.headers['x-request-id']).toMatch(UUID)
    }
    expect(await raw('PUT', `/api/manager/projects/${'x'.repeat(5000)}`)).toMatchObject({
      status: 404,
      code: 404,
      msg: '数据不存在或已被删除',
    })
  })

  test('unknown keys are ignored, also those of every object', async () => {
    const body =
      '{"name":"多余的键","version":9,"id":"1","__proto__":{"a":1},"constructor":{"prototype":{}},"x":[[]]}'
    expect(await admin.post('/pay_categories', body, JSON_TYPE)).toMatchObject({
      code: 0,
      data: { version: 1 },
    })
    expect(await admin.get('/pay_categories?toString=a&__proto__=b&__proto__=c&x[y]=1')).toMatchObject({
      code: 0,
    })
  })

  test('JSON of a hundred thousand levels: 422', async () => {
    for (const [put, path] of [
      [admin.put, '/sessions/preferences'],
      [admin.post, '/pay_categories'],
      [admin.post, `/projects/${admin.project}/unarchive`],
    ] as const)
      for (const body of [`{"name":${TOO_DEEP}}`, TOO_DEEP]) {
        const answer = await put(path, body, { ...JSON_TYPE, 'idempotency-key': 'deep' })
        expect(answer, path).toMatchObject({ status: 422, code: 422, msg: '提交的内容嵌套过深' })
      }
  })

  test('codes[]=a is read as codes=a, in the query of a batch', async () => {
    const codes: string[] = []
    for (let time = 0; time < 4; time += 1) codes.push((await book(admin)).data.code)
    const [a, b, c, d] = codes
    expect(await admin.delete(`/cost_executions/batch?codes[]=${a}`)).toMatchObject({ code: 0 })
    expect(await admin.delete(`/cost_executions/batch?codes=${b}&codes%5B%5D=${c}`)).toMatchObject({
      code: 0,
    })
    const left = (await admin.get('/cost_executions')).data.items
    expect(left).toMatchObject([{ code: d }])
  })
})

test('a thousand codes in a query are read; malformed HTTP gets an envelope too', async () => {
  const codes = Array.from(
    { length: 1000 },
    (_, index) => `codes=FK20260101${String(index).padStart(12, '0')}`,
  )
  expect(await admin.delete(`/cost_executions/batch?${codes.join('&')}`)).toMatchObject({ status: 404 })
  const { port } = new URL(await app.listen())
  const raw = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(text)
    return (await buffer(socket)).toString()
  }
  expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*X-Request-Id: .*\{"code":400,"msg":"/s)
  const long = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`
  expect(await raw(long)).toMatch(/^HTTP\/1\.1 431 .*\{"code":400,"msg":"/s)
})

test('a write in a read-only project is refused before its body is validated', async () => {
  const project = await newProject(admin)
  await admin.post(`/projects/${project}/archive`)
  for (const path of ['/cost_executions', '/cost_executions/import', '/subjects'])
    expect(await admin.on(project).post(path, { nonsense: true })).toMatchObject({ code: 300011 })
})

describe('NUL and half a surrogate pair', () => {
  test.each(['\0', 'a\0b', '\ud800', 'a\udc00'])('%j in a body: 422', async (name) => {
    const before = await names()
    const answer = await admin.post('/pay_categories', { name })
    expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'name' }] } })
    expect(await names()).toEqual(before)
  })

  test('NUL in a query: 422, in an address: 404; invalid UTF-8 matches nothing', async () => {
    expect(await admin.get('/pay_categories?keywords=%00')).toMatchObject({ status: 422, code: 422 })
    expect(await admin.get('/projects/%00')).toMatchObject({ status: 404, code: 404 })
    expect(await admin.get('/pay_categories?keywords=%ED%A0%80')).toMatchObject({
      code: 0,
      data: { items: [] },
    })
  })
})
