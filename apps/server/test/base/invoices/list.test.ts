import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createInvoices, type NewInvoice } from '../../../src/base/invoices/save.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, newProject } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'

const { app, companyId, admin } = await testCompany()

const fresh = async () => admin.on(await newProject(admin))

async function store(person: Caller, fields: NewInvoice): Promise<string> {
  const { db } = app.services
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', person.project ?? '')
    .executeTakeFirstOrThrow()
  const actor = {
    companyId,
    userId: person.userId,
    userName: '测试',
    address: '',
    requestId: 'test',
    clientId: null,
    now: new Date(),
    project,
    services: app.services,
  }
  const codes = await inTransaction(db, (tx) => createInvoices(tx, actor, [fields]))
  return codes[0] as string
}
const numbers = async (person: Caller, query: Record<string, unknown> = {}) =>
  (await person.get('/invoices', query)).data.items.map(
    (item: { invoice_number: string }) => item.invoice_number,
  )

test('lists newest first, with amounts in yuan', async () => {
  const person = await fresh()
  await store(person, { status: 2, invoice_number: '1' })
  const code = await store(person, {
    status: 0,
    invoice_type: '32',
    invoice_number: '26112000000000000002',
    billing_date: '2024-11-02',
    total_amount: 123_450n,
    seller_name: '器材公司',
  })
  const { data } = await person.get('/invoices')
  expect(data.listTotal).toBe(2)
  expect(data.items[0]).toMatchObject({
    code,
    status: 0,
    status_i18n: '查验通过',
    billing_date: '2024-11-02',
    total_amount_yuan: '1234.50',
    amount_without_tax_yuan: null,
    invoice_type_i18n: '数电票(普通)',
    creator_name: '管理员',
    payment: null,
    invoice_pic: null,
    files: [],
  })
  expect((await person.get(`/invoices/${code}`)).data).toEqual({ ...data.items[0], items: [] })
})

test('finds by number, code, seller and status', async () => {
  const person = await fresh()
  await store(person, { status: 0, invoice_number: '10001', invoice_code: '011002', seller_name: '甲_公司' })
  await store(person, {
    status: 1,
    invoice_number: '20002',
    invoice_code: '099',
    seller_name: '乙公司',
    reason: '号码不符',
  })
  expect(await numbers(person, { keywords: '100' })).toEqual(['10001'])
  expect(await numbers(person, { keywords: '099' })).toEqual(['20002'])
  expect(await numbers(person, { keywords: '_' })).toEqual(['10001'])
  expect(await numbers(person, { status: '1' })).toEqual(['20002'])
  expect(await numbers(person, { status: ['0', '1', '9', 'x'] })).toHaveLength(2)
  expect(await numbers(person, { status: 'x' })).toEqual([])
})

test('sums all that match: totals with tax and amounts before tax apart, red ones negative', async () => {
  const person = await fresh()
  expect((await person.get('/invoices')).data.sums).toEqual([])
  await store(person, {
    status: 0,
    invoice_number: '1',
    total_amount: 123_450n,
    amount_without_tax: 109_248n,
  })
  await store(person, { status: 0, invoice_number: '2', total_amount: -23_450n, seller_name: '红字公司' })
  await store(person, { status: 1, invoice_number: '3', total_amount: 999_999_999_999_999n, reason: '重复' })
  await store(person, { status: 2, invoice_number: '4', amount_without_tax: 94_340n })
  await store(person, { status: 1, invoice_number: '5', amount_without_tax: 100n, reason: '重复' })
  await store(person, { status: 2, invoice_number: '' })
  const { rows } = await sql<{ total: string; net: string }>`select
      sum(total_amount)::text as total, sum(amount_without_tax) filter (where total_amount is null)::text as net
    from invoices where project_id = (select id from projects where code = ${person.project ?? ''})`.execute(
    app.services.db,
  )
  const { data } = await person.get('/invoices', { per_page: 1, page: 3 })
  expect(data.sums.map((sum: { amount_yuan: string }) => sum.amount_yuan.replace('.', ''))).toEqual([
    rows[0]?.total,
    rows[0]?.net,
  ])
  expect(data.sums).toEqual([
    {
      kind: 'total',
      count: 3,
      amount_yuan: '10000000000999.99',
      failed_count: 1,
      failed_amount_yuan: '9999999999999.99',
    },
    { kind: 'net', count: 2, amount_yuan: '944.40', failed_count: 1, failed_amount_yuan: '1.00' },
  ])
  const some = async (query: Record<string, unknown>) => (await person.get('/invoices', query)).data.sums
  const none = { failed_count: 0, failed_amount_yuan: '0.00' }
  expect(await some({ keywords: '红字' })).toEqual([
    { kind: 'total', count: 1, amount_yuan: '-234.50', ...none },
  ])
  expect(await some({ status: 2 })).toEqual([{ kind: 'net', count: 1, amount_yuan: '943.40', ...none }])
})

test('is paged; a payment line is offered all that passed', async () => {
  const person = await fresh()
  for (const invoice_number of ['甲', '乙', '丙']) await store(person, { status: 0, invoice_number })
  await store(person, { status: 2, invoice_number: '丁' })
  expect(await numbers(person, { page: 2, per_page: 3 })).toEqual(['甲'])
  expect((await person.get('/invoices', { page: 2, per_page: 3 })).data.listTotal).toBe(4)
  expect(await numbers(person, { status: 0, per_page: 999 })).toEqual(['丙', '乙', '甲'])
})

test('unused_for: invoices that no line uses, or a line of this payment', async () => {
  const person = await fresh()
  const used = await store(person, { status: 0, invoice_number: '已用' })
  await store(person, { status: 0, invoice_number: '未用' })
  const payment = (await book(person, { check_invoice_code: used })).data.code
  expect(await numbers(person)).toHaveLength(2)
  const { data } = await person.get('/invoices')
  expect(data.items[1].payment).toEqual({ code: payment, line_code: expect.any(String) })
  expect(data.items[0].payment).toBeNull()
  expect(await numbers(person, { unused_for: '' })).toEqual(['未用'])
  expect(await numbers(person, { unused_for: payment })).toEqual(['未用', '已用'])
  expect(await numbers(person, { unused_for: 'FK0' })).toEqual(['未用'])
})

test('exports what the filter matches: numbers, days, and texts that are no formulas; each amount has its sum', async () => {
  const person = await fresh()
  const files = async (query: Record<string, unknown> = {}, who = person) => {
    const { data } = await who.post('/invoices/export', query)
    const file = await app.http.inject({ method: 'GET', url: data.file_url })
    expect(file.statusCode).toBe(200)
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  }
  const item = {
    name: '*劳务*',
    quantity: '2',
    unit_price: '1',
    amount_yuan: '2.00',
    tax_rate: '6%',
    tax_amount_yuan: '0.12',
  }
  const used = await store(person, {
    status: 0,
    invoice_type: '31',
    invoice_number: '26112000000000000009',
    billing_date: '2024-11-02',
    total_amount: 212n,
    amount_without_tax: 200n,
    tax_amount: 12n,
    check_code: '00012345678901234567',
    seller_name: '=1+1',
    seller_tax_no: '91440000000000000X',
    buyer_name: '本剧组',
    buyer_tax_no: '91440000000000001Y',
    items: [item, { ...item, tax_rate: '' }],
    coded: '01,31',
  })
  await store(person, { status: 2, invoice_code: '0110', amount_without_tax: 94_340n })
  const voided = await store(person, { status: 1, invoice_number: '8', total_amount: 500n, reason: '不清' })
  await person.post(`/invoices/${voided}/void`, { reason: '传错了' })
  const payment = (await book(person, { check_invoice_code: used })).data.code
  const [titles = [], net = [], first = [], sum = [], ...more] = await files()
  expect(more).toEqual([])
  const at = (row: readonly unknown[], title: string) => row[titles.indexOf(title)]
  const cells = (row: readonly unknown[], ...names: string[]) => names.map((name) => at(row, name))
  expect(
    cells(first, '查验状态', '发票类型', '发票号码', '校验码', '关联付款', '税率', '销售方名称'),
  ).toEqual([
    ...['查验通过', '数电票(专用)', '26112000000000000009', '00012345678901234567', payment, '6%', '=1+1'],
  ])
  expect(cells(first, '价税合计（元）', '不含税金额（元）', '税额（元）')).toEqual([2.12, 2, 0.12])
  expect(at(first, '开票日期')).toEqual(new Date('2024-11-02T00:00:00Z'))
  expect(at(first, '发票明细')).toBe(
    '*劳务*，数量 2，单价 1，金额 2.00，税率 6%，税额 0.12\n*劳务*，数量 2，单价 1，金额 2.00，税额 0.12',
  )
  expect(cells(net, '价税合计（元）', '不含税金额（元）', '发票代码')).toEqual([null, 943.4, '0110'])
  expect(cells(sum, '查验状态', '价税合计（元）', '不含税金额（元）')).toEqual(['合计', 2.12, 945.4])
  expect((await files({ status: 0 })).map((row) => at(row, '发票号码'))).toEqual([
    ...['发票号码', '26112000000000000009', null],
  ])
  // Voided ones are exported only when they are asked for, and are not counted.
  expect(
    (await files({ voided: 1 })).slice(1).map((row) => cells(row, '价税合计（元）', '作废原因')),
  ).toEqual([[5, '传错了']])
  const reader = (await app.person(companyId, { invoice: ['read'] }, [person.project ?? ''])).on(
    person.project ?? '',
  )
  expect(await files({}, reader)).toHaveLength(4)
  const stranger = (await app.person(companyId, { contract: ['read'] }, [person.project ?? ''])).on(
    person.project ?? '',
  )
  expect((await stranger.post('/invoices/export', {})).status).toBe(403)
})

test('needs a login, the right and the project', async () => {
  const person = await fresh()
  const project = person.project ?? ''
  await store(person, { status: 0, invoice_number: '1' })
  expect((await app.nobody.on(project).get('/invoices')).status).toBe(401)
  const clerk = (await app.person(companyId, { contract: ['read'] }, [project])).on(project)
  expect((await clerk.get('/invoices')).status).toBe(403)
  const unlinked = (await app.person(companyId, { invoice: ['read'] })).on(project)
  expect((await unlinked.get('/invoices')).code).toBe(300009)
  expect(await numbers(await fresh())).toEqual([])
})
