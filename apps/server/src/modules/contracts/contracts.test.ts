import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, newProject, startTestApp, type TestApp } from '../../testing/harness.ts'
import { book } from '../../testing/ledger.ts'
import { atOnce, overlap } from '../../testing/overlap.ts'

let app: TestApp
let companyId: bigint
let admin: Caller

beforeAll(async () => {
  app = await startTestApp()
  const company = await app.company(100)
  companyId = company.id
  admin = company.admin
})
afterAll(async () => await app.close())

const fresh = async () => admin.on(await newProject(admin))
const BODY = {
  out_code: 'HT-2026-001',
  customer: '北京影视器材有限公司',
  id_number: '91110105MA01ABCD2X',
  sign_at: '2026-11-01',
  category: 2,
  amount: '100000.00',
  income_bank_name: '招商银行北京分行',
  income_bankcard_username: '北京影视器材有限公司',
  income_bankcard_account: '6225880212345678',
  remark: '摄影器材',
}
const found = async (person: Caller, query: Record<string, unknown>) =>
  (await person.get('/contracts', query)).data.items.map((item: { out_code: string }) => item.out_code)

test('adds a contract; ID and account numbers are masked in the answer and the log', async () => {
  const person = await fresh()
  const added = await person.post('/contracts', BODY)
  expect(added).toMatchObject({
    code: 0,
    msg: '操作成功',
    data: {
      out_code: 'HT-2026-001',
      id_number: '911***********CD2X',
      income_bankcard_account: '************5678',
      category: { category_code: '2', category_i18n: '制作合同' },
      amount_yuan: '100000.00',
      pay_amount_yuan: '0.00',
      unpay_amount_yuan: '100000.00',
      version: 1,
    },
  })
  const { code } = added.data
  expect((await person.get(`/contracts/${code}`)).data).toEqual(added.data)
  expect((await person.get('/contracts')).data).toMatchObject({
    items: [added.data],
    listTotal: 1,
    can: { write: true },
  })
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select('after')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(log.after)).not.toMatch(/91110105|62258802/)
  const stored = await app.services.db
    .selectFrom('contracts')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    id_number: BODY.id_number,
    income_bankcard_account: BODY.income_bankcard_account,
    amount: 10_000_000n,
  })
})

test('only number, customer, type and amount are required; the amount may be negative', async () => {
  const person = await fresh()
  const { out_code, customer } = BODY
  const answer = await person.post('/contracts', { out_code, customer, category: '0', amount: -500 })
  expect(answer.data).toMatchObject({
    amount_yuan: '-500.00',
    sign_at: null,
    id_number: '',
    income_bankcard_account: '',
  })
})

test.each([
  ['out_code', { out_code: '' }, '请输入合同编号'],
  ['customer', { customer: null }, '请输入合同主体'],
  ['category', { category: undefined }, '请选择合同类型'],
  ['category', { category: '5' }, '合同类型不正确'],
  ['amount', { amount: undefined }, '请输入合同总额'],
  ['amount', { amount: '1,234.00' }, '金额格式不正确'],
  ['amount', { amount: '1.234' }, '最多两位小数'],
  ['amount', { amount: '10000000000000' }, '金额超出范围'],
  ['sign_at', { sign_at: '2026-11-31' }, '日期不存在'],
  ['id_number', { id_number: '911***********CD2X' }, '请填写完整号码，不能包含 *'],
  ['income_bankcard_account', { income_bankcard_account: '************5678' }, '请填写完整号码，不能包含 *'],
  ['remark', { remark: '长'.repeat(2001) }, '不能超过2000个字符'],
])('refuses a wrong %s and changes nothing: %o', async (field, wrong, message) => {
  const person = await fresh()
  const answer = await person.post('/contracts', { ...BODY, ...wrong })
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field, message }] } })
  expect((await person.get('/contracts')).data.listTotal).toBe(0)
})

test('a contract number is unique in a project, also with 20 concurrent adds', async () => {
  const person = await fresh()
  const tally = await atOnce(20, () => person.post('/contracts', BODY))
  expect(tally).toEqual({ '0 操作成功': 1, '422 合同编号已存在': 19 })
  const first = await app.services.db
    .selectFrom('contracts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: _, ...copy } = { ...first, out_code: 'HT-2026-002', code: 'another' }
  const second = await overlap(
    app,
    (tx) => tx.insertInto('contracts').values(copy).execute(),
    () => person.post('/contracts', { ...BODY, out_code: 'HT-2026-002' }),
  )
  expect(second).toMatchObject({ status: 422, msg: '合同编号已存在' })
  expect((await (await fresh()).post('/contracts', BODY)).code).toBe(0)
})

test('the paid amount is the sum of the lines that refer to it', async () => {
  const person = await fresh()
  const { code } = (await person.post('/contracts', BODY)).data
  for (const pay_amount of ['30000.01', '-0.01', '80000'])
    expect((await book(person, { contract_code: code, pay_amount })).code).toBe(0)
  const sums = { pay_amount_yuan: '110000.00', unpay_amount_yuan: '-10000.00' }
  expect((await person.get(`/contracts/${code}`)).data).toMatchObject(sums)
  expect((await person.get('/contracts')).data.items).toMatchObject([sums])
})

test('filters, newest first; an ID number is found by a part of it only for those who may write', async () => {
  const person = await fresh()
  const project = person.project ?? ''
  await person.post('/contracts', BODY)
  await person.post('/contracts', {
    ...BODY,
    out_code: 'YY-1_100%',
    customer: '张演员',
    category: 0,
    id_number: '110101199001011234',
  })
  expect(await found(person, {})).toEqual(['YY-1_100%', 'HT-2026-001'])
  expect(await found(person, { keywords: 'ht-2026' })).toEqual(['HT-2026-001'])
  expect(await found(person, { keywords: '演员' })).toEqual(['YY-1_100%'])
  expect(await found(person, { keywords: '_100%' })).toEqual(['YY-1_100%'])
  expect(await found(person, { categories: ['0', '1'] })).toEqual(['YY-1_100%'])
  expect(await found(person, { categories: ['0', '2', 'x', '99'] })).toHaveLength(2)
  expect(await found(person, { categories: 'x' })).toEqual([])
  expect(await found(person, { keywords: '19900101' })).toEqual(['YY-1_100%'])
  const reader = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  expect(await found(reader, { keywords: '19900101' })).toEqual([])
  expect(await found(reader, { keywords: '110101199001011234' })).toEqual(['YY-1_100%'])
  expect((await reader.get('/contracts')).data.can).toEqual({ write: false })
})

test('needs a login, the right and the project', async () => {
  const person = await fresh()
  const project = person.project ?? ''
  const { code } = (await person.post('/contracts', BODY)).data
  const body = { ...BODY, out_code: '外人' }
  expect((await app.nobody.on(project).post('/contracts', body)).status).toBe(401)
  const reader = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  expect((await reader.post('/contracts', body)).status).toBe(403)
  const unlinked = (await app.person(companyId, { contract: ['write'] })).on(project)
  expect((await unlinked.post('/contracts', body)).code).toBe(300009)
  const stranger = (await app.company()).admin.on(project)
  expect((await stranger.post('/contracts', body)).code).toBe(300009)
  expect((await stranger.get(`/contracts/${code}`)).code).toBe(300009)
  expect((await (await fresh()).get(`/contracts/${code}`)).status).toBe(404)
  const clerk = (await app.person(companyId, { cost_execution: ['read'] }, [project])).on(project)
  expect((await clerk.get('/contracts')).status).toBe(403)
  expect((await person.get('/contracts')).data.listTotal).toBe(1)
})
