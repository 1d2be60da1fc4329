import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../../src/platform/config.ts'
import { buildApp } from '../../../../src/start/app.ts'
import { testCompany } from '../../../harness/company.ts'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import { newProject, startTestApp } from '../../../harness/harness.ts'

withAllSubjects()

// What answers look like. How requests are read: requests.test.ts.

const company = await testCompany()
const { app } = company
const admin = company.admin.on(await newProject(company.admin))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('answers', () => {
  test('come in one envelope, with a request id, and are never cached', async () => {
    for (const answer of [
      await admin.get('/projects'),
      await admin.get('/projects/unknown'),
      await app.nobody.get('/projects'),
      await admin.get('/api/nothing/here'),
      await admin.post('/pay_categories', {}),
    ]) {
      expect(Object.keys(answer)).toEqual(['status', 'code', 'msg', 'data', 'headers'])
      expect(typeof answer.data).toBe('object')
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.stringMatching(UUID),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  })

  test('say 操作成功, and 删除成功 after a delete', async () => {
    const added = await admin.post('/pay_categories', { name: '要删的' })
    expect(added.msg).toBe('操作成功')
    expect(await admin.delete(`/pay_categories/${added.data.id}`)).toMatchObject({ code: 0, msg: '删除成功' })
  })

  test('a list has its paging in headers; per_page=5000 counts as 1000; a page past the end is empty', async () => {
    const list = await admin.get('/pay_categories', { page: 2, per_page: 5 })
    expect(list.headers).toMatchObject({ total: '11', page: '2', 'per-page': '5' })
    expect(list.data.items).toHaveLength(5)
    const large = await admin.get('/subjects', { per_page: 5000, category: 2 })
    expect(large.headers).toMatchObject({ total: '260', page: '1', 'per-page': '1000' })
    expect((await admin.get('/pay_categories')).headers).toMatchObject({ page: '1', 'per-page': '20' })
    for (const page of ['1000000000', '1000000000000000000000'])
      expect(await admin.get('/pay_categories', { page, per_page: page })).toMatchObject({
        code: 0,
        data: { items: [], listTotal: 11 },
      })
  })

  test.each(['0', '-1', '1.5', 'a', '', '1&page=2'])('page=%s is malformed', async (page) => {
    const answer = await admin.get(`/pay_categories?page=${page}`)
    expect(answer).toMatchObject({ status: 422, code: 422, data: { errors: [{ field: 'page' }] } })
  })

  test('a list without paging has no such headers', async () => {
    const { headers } = await admin.get('/projects')
    expect(headers).not.toHaveProperty('total')
    expect(headers).not.toHaveProperty('per-page')
  })
})

test('an unexpected error is answered with its request id only', async () => {
  await using broken = await startTestApp()
  const person = (await broken.company()).admin
  const project = await newProject(person)
  await sql`drop table payment_types cascade`.execute(broken.services.db)
  const answer = await person.on(project).get('/pay_categories')
  const id = String(answer.headers['x-request-id'])
  expect(id).toMatch(UUID)
  expect(answer).toMatchObject({
    status: 500,
    code: 500,
    msg: `系统出现错误，请稍后重试（编号 ${id}）`,
    data: {},
  })
})

test('with an unreachable database: 503 with Retry-After', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pianzhang-test-'))
  const config = readConfig({ CAPTCHA_FIXED: 'TEST' }, dataDir)
  const databaseUrl = `postgres://nobody@127.0.0.1:${await closedPort()}/nothing`
  const alone = await buildApp({ config, databaseUrl })
  try {
    for (const call of [
      { method: 'GET', url: '/api/common/health' },
      { method: 'GET', url: '/api/manager/projects', headers: { authorization: `Bearer ${'x'.repeat(43)}` } },
      { method: 'POST', url: '/api/common/captchas' },
    ] as const) {
      const response = await alone.http.inject(call)
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('5')
      expect(response.json()).toEqual({ code: 503, msg: '服务暂时不可用，请稍后重试', data: {} })
    }
  } finally {
    await alone.close()
    await rm(dataDir, { recursive: true })
  }
})

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
