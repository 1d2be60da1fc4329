import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { type Answer, type Caller, newProject } from '../../harness/harness.ts'
import { book, paymentTypeId } from '../../harness/ledger.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'

const { app, companyId, admin } = await testCompany()

const fresh = async () => admin.on(await newProject(admin))
const names = async (person: Caller, query: Record<string, unknown> = {}) =>
  (await person.get('/pay_categories', query)).data.items.map((item: { name: string }) => item.name)

test('can be added, renamed and deleted, by id, each with a log entry', async () => {
  const person = await fresh()
  const added = await person.post('/pay_categories', { name: ' 补助 ' })
  expect(added).toMatchObject({
    code: 0,
    msg: '操作成功',
    data: { name: '补助', version: 1, can: { write: true, delete: true } },
  })
  const { id, updated_at } = added.data
  expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/)
  expect((await names(person)).at(-1)).toBe('补助')
  app.advance(60_000)
  const renamed = await person.put(`/pay_categories/${id}`, { name: '餐补', version: 1 })
  expect(renamed.data).toMatchObject({ id, name: '餐补', version: 2 })
  expect(Date.parse(renamed.data.updated_at) - Date.parse(updated_at)).toBeGreaterThanOrEqual(60_000)
  expect(await person.put(`/pay_categories/${id}`, { name: '更旧', version: 1 })).toMatchObject({
    status: 409,
  })
  expect((await person.put(`/pay_categories/${id}`, { name: '餐补', version: 2 })).code).toBe(0)
  expect(await person.delete(`/pay_categories/${id}`)).toMatchObject({ code: 0, msg: '删除成功' })
  expect(await names(person)).toHaveLength(11)
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'pay_category')
    .where('code', '=', id)
    .orderBy('id')
    .execute()
  expect(log).toMatchObject([
    { action: 'create', after: { name: '补助' } },
    { action: 'update', before: { name: '补助' }, after: { name: '餐补' } },
    { action: 'update' },
    { action: 'delete', before: { name: '餐补' } },
  ])
})

test('keywords match part of the name; the list is paged', async () => {
  const person = await fresh()
  expect(await names(person, { keywords: '押金' })).toEqual(['押金', '押金退回'])
  expect(await names(person, { keywords: '_' })).toEqual([])
  expect(await names(person, { page: 2, per_page: 10 })).toEqual(['其他'])
  expect((await person.get('/pay_categories', { page: 9 })).data).toMatchObject({ items: [], listTotal: 11 })
})

test('the name of what write-offs post is reserved, however it is spaced', async () => {
  const person = await fresh()
  const id = await paymentTypeId(person, '定金')
  const before = await names(person)
  for (const name of ['备用金核销', ' 备用金\u200b核销', '备用金 核销', '备 用 金\u3000核销\u2060']) {
    const refusal = { status: 422, msg: '此名称由系统使用，请换一个' }
    expect(await person.post('/pay_categories', { name }), name).toMatchObject(refusal)
    expect(await person.put(`/pay_categories/${id}`, { name }), name).toMatchObject(refusal)
  }
  expect(await names(person)).toEqual(before)
})

test('a wrong name changes nothing', async () => {
  const person = await fresh()
  const id = await paymentTypeId(person, '定金')
  for (const [name, message] of [
    ['', '请输入类型名称'],
    [undefined, '请输入类型名称'],
    ['长'.repeat(201), '不能超过200个字符'],
    ['尾款', '类型名称已存在'],
  ] as const) {
    const wrong = { status: 422, data: { errors: [{ field: 'name', message }] } }
    expect(await person.post('/pay_categories', { name })).toMatchObject(wrong)
    expect(await person.put(`/pay_categories/${id}`, { name })).toMatchObject(wrong)
  }
  expect(await names(person)).toEqual(await names(await fresh()))
  expect((await (await fresh()).post('/pay_categories', { name: '别的项目可以同名' })).code).toBe(0)
  expect((await person.post('/pay_categories', { name: '别的项目可以同名' })).code).toBe(0)
})

test('one in use cannot be deleted, and the message names the payment', async () => {
  const person = await fresh()
  const id = await paymentTypeId(person, '定金')
  const payment = (await book(person)).data.code
  const msg = `付款类型 定金 已被付款 ${payment} 使用，不能删除`
  expect(await person.delete(`/pay_categories/${id}`)).toMatchObject({ status: 422, msg })
  await person.delete(`/cost_executions/${payment}`)
  expect((await person.delete(`/pay_categories/${id}`)).code).toBe(0)
})

describe('access', () => {
  const WRITES: [string, string, (person: Caller, id: string) => Promise<Answer>][] = [
    ['POST', 'write', (person) => person.post('/pay_categories', { name: '外人加的' })],
    ['PUT', 'write', (person, id) => person.put(`/pay_categories/${id}`, { name: '外人改的' })],
    ['DELETE', 'delete', (person, id) => person.delete(`/pay_categories/${id}`)],
  ]
  test.each(WRITES)('%s needs a login, the right and the project', async (_, action, call) => {
    const person = await fresh()
    const project = person.project ?? ''
    const before = await names(person)
    const id = await paymentTypeId(person, '税费')
    const grants = { pay_category: ['read', action === 'write' ? 'delete' : 'write'] }
    const reader = await app.person(companyId, grants, [project])
    expect((await call(app.nobody.on(project), id)).status).toBe(401)
    expect((await call(reader.on(project), id)).status).toBe(403)
    const unlinked = await app.person(companyId, { pay_category: [action] })
    expect((await call(unlinked.on(project), id)).code).toBe(300009)
    const stranger = (await app.company()).admin
    expect((await call(stranger.on(project), id)).code).toBe(300009)
    expect((await call(admin, id)).code).toBe(300009)
    expect(await names(person)).toEqual(before)
    const entitled = await app.person(companyId, { pay_category: [action] }, [project])
    expect((await call(entitled.on(project), id)).code).toBe(0)
  })

  test('one of another project, or an id that is no number, is not found', async () => {
    const person = await fresh()
    const foreign = await paymentTypeId(await fresh(), '定金')
    for (const id of [foreign, '0', 'abc', '9'.repeat(30), '-1']) {
      expect(await person.put(`/pay_categories/${id}`, { name: '外来的' })).toMatchObject({ status: 404 })
      expect(await person.delete(`/pay_categories/${id}`)).toMatchObject({ status: 404 })
    }
  })
})

describe('concurrent requests', () => {
  test('of 20 adds of one name one succeeds', async () => {
    const person = await fresh()
    const tally = await atOnce(20, () => person.post('/pay_categories', { name: '同名' }))
    expect(tally).toEqual({ '0 操作成功': 1, '422 类型名称已存在': 19 })
    const ways = ['尾款(B)', '尾款（Ｂ）', '尾款(b)']
    const alike = await atOnce(3, (index) => person.post('/pay_categories', { name: ways[index] }))
    expect(alike['0 操作成功']).toBe(1)
    const id = await paymentTypeId(person, '定金')
    expect((await person.put(`/pay_categories/${id}`, { name: '尾款（b)' })).msg).toMatch(
      /^与已有类型“尾款.*”只有全角半角或大小写的差别，请核对$/,
    )
  })

  test('a rename waits for an uncommitted add of the name', async () => {
    const person = await fresh()
    const id = await paymentTypeId(person, '定金')
    const project = await app.services.db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', person.project ?? '')
      .executeTakeFirstOrThrow()
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .insertInto('payment_types')
          .values({ project_id: project.id, name: '抢先', updated_at: new Date() })
          .execute(),
      () => person.put(`/pay_categories/${id}`, { name: '抢先' }),
    )
    expect(answer).toMatchObject({ status: 422, msg: '类型名称已存在' })
  })

  test('a rename waits for another one, and is then stale', async () => {
    const person = await fresh()
    const id = await paymentTypeId(person, '定金')
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('payment_types')
          .set({ name: '先改的', version: 2 })
          .where('id', '=', BigInt(id))
          .execute(),
      () => person.put(`/pay_categories/${id}`, { name: '后改的', version: 1 }),
    )
    expect(answer.status).toBe(409)
  })

  test('of a deletion and a payment with the type only one succeeds', async () => {
    const person = await fresh()
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await person.post('/pay_categories', { name: `竞争${round}` })).data
      const [removed, booked] = await Promise.all([
        person.delete(`/pay_categories/${id}`),
        book(person, { pay_category_id: id }),
      ])
      expect([removed.code, booked.code].sort()).toEqual([0, 422])
    }
  })
})
