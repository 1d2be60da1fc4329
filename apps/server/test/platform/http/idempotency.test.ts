import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let companyId: bigint
let admin: Caller

beforeAll(async () => {
  app = await workerApp()
  const company = await app.company(100)
  companyId = company.id
  admin = company.admin
})
beforeEach(async () => {
  admin = admin.on(await newProject(admin))
})
afterAll(async () => await app.close())

let used = 0
const newKey = () => {
  used += 1
  return `key-${used}`
}
const add = (key: string, name = '补助', person = admin): Promise<Answer> =>
  person.post('/pay_categories', { name }, { 'idempotency-key': key })
const named = async (name: string, person = admin): Promise<number> =>
  (await person.get('/pay_categories', { keywords: name })).data.listTotal
const OTHER = { status: 422, code: 422, data: { errors: [{ field: 'Idempotency-Key' }] } }
const tableHeld = (tx: Parameters<Parameters<typeof overlap>[1]>[0]) =>
  sql`lock table payment_types in exclusive mode`.execute(tx)

test('a repetition gets the first answer and is not executed', async () => {
  const key = newKey()
  const first = await add(key)
  expect(first).toMatchObject({ code: 0, data: { name: '补助' } })
  const again = await add(key)
  expect(again).toEqual({ ...first, headers: expect.anything() })
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(await named('补助')).toBe(1)
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select('id')
    .where('code', '=', first.data.id)
    .execute()
  expect(log).toHaveLength(1)
})

test('whitespace and unknown keys make no difference', async () => {
  const key = newKey()
  const first = await add(key)
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' }
  const again = await admin.post('/pay_categories', '{ "x": 1, "name": "补助" }', headers)
  expect(again.data).toEqual(first.data)
})

test('a key with another body, route or project is refused', async () => {
  const key = newKey()
  await add(key)
  expect(await add(key, '餐补')).toMatchObject(OTHER)
  expect(await admin.post('/projects', { name: '补助' }, { 'idempotency-key': key })).toMatchObject(OTHER)
  const elsewhere = admin.on(await newProject(admin))
  expect(await add(key, '补助', elsewhere)).toMatchObject(OTHER)
  expect(await named('餐补')).toBe(0)
  expect(await named('补助', elsewhere)).toBe(0)
})

test('of two at once the second waits for the first and gets its answer', async () => {
  const key = newKey()
  const [first, second] = await overlap(app, tableHeld, () => Promise.all([add(key), add(key)]), 2)
  expect(first).toMatchObject({ code: 0 })
  expect(second?.data).toEqual(first?.data)
  expect(await named('补助')).toBe(1)
})

test('of two at once with different bodies one is refused', async () => {
  const key = newKey()
  const answers = await overlap(app, tableHeld, () => Promise.all([add(key, '甲类'), add(key, '乙类')]), 2)
  expect(answers.map((answer) => answer.code).sort()).toEqual([0, 422])
  expect((await named('甲类')) + (await named('乙类'))).toBe(1)
})

test('a failed write is not stored; a repetition may succeed', async () => {
  const key = newKey()
  expect(await add(key, '定金')).toMatchObject({ status: 422, msg: '类型名称已存在' })
  const { items } = (await admin.get('/pay_categories', { keywords: '定金' })).data
  await admin.delete(`/pay_categories/${items[0].id}`)
  expect(await add(key, '定金')).toMatchObject({ code: 0 })
})

test('a repetition that waited for a failed write is executed', async () => {
  const key = newKey()
  const { id } = (await admin.get('/pay_categories', { keywords: '定金' })).data.items[0]
  // Both find that the name exists, one after the other.
  const held = (tx: Parameters<typeof tableHeld>[0]) =>
    sql`lock table idempotency_keys in exclusive mode`.execute(tx)
  const answers = await overlap(app, held, () => Promise.all([add(key, '定金'), add(key, '定金')]), 2)
  expect(answers.map((answer) => answer.msg)).toEqual(['类型名称已存在', '类型名称已存在'])
  expect((await admin.get('/pay_categories', { keywords: '定金' })).data.items[0].id).toBe(id)
})

test('keys are separate for each person', async () => {
  const key = newKey()
  await add(key)
  const colleague = await app.person(companyId, { pay_category: ['write'] }, [admin.project ?? ''])
  const other = await add(key, '别人的', colleague.on(admin.project ?? ''))
  expect(other).toMatchObject({ code: 0, data: { name: '别人的' } })
})

test('after 24 hours it is executed again', async () => {
  const key = newKey()
  await add(key)
  const makeOld = (age: string) =>
    sql`update idempotency_keys set created_at = now() - ${age}::interval`.execute(app.services.db)
  await makeOld('23 hours 57 minutes')
  expect(await add(key)).toMatchObject({ code: 0 })
  expect(await add(key, '餐补')).toMatchObject(OTHER)
  await makeOld('24 hours 1 minute')
  expect(await add(key, '餐补')).toMatchObject({ code: 0, data: { name: '餐补' } })
  expect((await add(key, '餐补')).data).toMatchObject({ name: '餐补' })
  expect(await named('餐补')).toBe(1)
  expect(await add(key)).toMatchObject(OTHER)
})

test('a key with another password is refused; with the same one it is a repetition', async () => {
  const { code } = await app.person(companyId, {})
  const headers = { 'idempotency-key': newKey() }
  const reset = (password: string) => admin.put(`/users/${code}/password`, { password }, headers)
  expect(await reset('first-password-1')).toMatchObject({ code: 0 })
  expect(await reset('other-password-2')).toMatchObject(OTHER)
  expect(await reset('first-password-1')).toMatchObject({ code: 0 })
})

test('a PUT whose answer was lost is no conflict when it is repeated', async () => {
  const { id, version } = (await add(newKey())).data
  const key = newKey()
  const put = (name: string) =>
    admin.put(`/pay_categories/${id}`, { name, version }, { 'idempotency-key': key })
  const first = await put('改名')
  expect(first).toMatchObject({ code: 0, data: { name: '改名', version: version + 1 } })
  expect((await put('改名')).data).toEqual(first.data)
  expect(await put('又改')).toMatchObject(OTHER)
  expect((await admin.get('/pay_categories', { keywords: '改名' })).data.items[0].version).toBe(version + 1)
})

test('a DELETE whose answer was lost is done when it is repeated', async () => {
  const { id } = (await add(newKey())).data
  const headers = { 'idempotency-key': newKey() }
  expect(await admin.delete(`/pay_categories/${id}`, undefined, headers)).toMatchObject({ code: 0 })
  expect(await admin.delete(`/pay_categories/${id}`, undefined, headers)).toMatchObject({ code: 0 })
  expect(await admin.delete(`/pay_categories/${id}`)).toMatchObject({ code: 404 })
})

test('so is a batch; its codes count, in the body and in the query', async () => {
  const contract = { customer: '某某影业', category: '0', amount: '1' }
  const codes: string[] = []
  for (let n = 0; n < 3; n += 1)
    codes.push((await admin.post('/contracts', { ...contract, out_code: `HT-${n}` })).data.code)
  const batch = (body: string[], query: string[], key: string) =>
    admin.delete(
      `/contracts/batch?${query.map((code) => `codes=${code}`).join('&')}`,
      body.length > 0 ? { codes: body } : undefined,
      { 'idempotency-key': key },
    )
  const [a = '', b = '', c = ''] = codes
  const [inBody, inQuery] = [newKey(), newKey()]
  for (let n = 0; n < 2; n += 1) {
    expect(await batch([a], [], inBody)).toMatchObject({ code: 0 })
    expect(await batch([], [b], inQuery)).toMatchObject({ code: 0 })
  }
  expect(await batch([c], [], inBody)).toMatchObject(OTHER)
  expect(await batch([], [c], inQuery)).toMatchObject(OTHER)
  expect((await admin.get('/contracts')).data.listTotal).toBe(1)
})

test('an empty key is ignored, one of more than 200 characters refused', async () => {
  expect(await add('', '甲')).toMatchObject({ code: 0 })
  expect(await add('', '甲')).toMatchObject({ status: 422, msg: '类型名称已存在' })
  expect(await add('x'.repeat(200))).toMatchObject({ code: 0 })
  expect(await add('x'.repeat(201))).toMatchObject(OTHER)
})

test('answers of captchas and logins are not stored', async () => {
  const { data } = await app.nobody.post('/api/common/captchas', undefined, { 'idempotency-key': 'captcha' })
  const again = await app.nobody.post('/api/common/captchas', undefined, { 'idempotency-key': 'captcha' })
  expect(again.data.token).not.toBe(data.token)
})
