import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import type { Caller, Grants, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

withAllSubjects()

const PATH = '/projects/dashboard'
const CHARTS = [
  'investment_compare',
  'cost_compare_subject_one',
  'cost_compare_subject_two',
  'cost_compare_subject_three',
  'contract_compare_paid',
]

let test: TestApp
let world: PaymentWorld
let who: Caller
beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  who = world.admin
  const subject_three_code = world.subject('24000101')
  const contract_code = await world.contract('HT-1')
  const small = await who.post('/contracts', {
    out_code: 'HT-2',
    customer: '乙方',
    category: '0',
    amount: '10',
  })
  await who.post('/contracts', { out_code: 'HT-0', customer: '零', category: '1', amount: '0' })
  await who.post('/contracts', { out_code: 'HT-3', customer: '投资方', category: '3', amount: '9000' })
  expect(small.code).toBe(0)
  await who.post('/cost_budgets', { subject_three_code, unit_price: '200', quantity: '1.5' })
  await who.post('/cost_budgets', {
    subject_three_code: world.subject('10000101'),
    unit_price: '50',
    quantity: 1,
  })
  await who.post(
    '/cost_executions',
    world.body({}, [world.line({ subject_three_code, pay_amount: '100.5', contract_code })]),
  )
  const cash = { pay_at: '2026-11-21', payer: '王某某', pay_channel: '1' }
  await who.post('/imprests', { ...cash, subject_three_code, pay_amount: '20.25' })
  await who.post('/imprests', { ...cash, subject_three_code: world.subject('14000101'), pay_amount: '-3' })
  await who.put('/imprests/amount', { amount: '500' })
  await who.post('/investment_budgets', { investor: '甲', amount: '300' })
  await who.post('/investment_budgets', { investor: '=乙', amount: '700' })
  const { items } = (await who.get('/selects/investment_categories')).data
  const receipt = { investment_at: '2026-11-21', investment_category_id: items[0].value }
  await who.post('/investment_executions', { ...receipt, investor: '甲', amount: '310' })
  await who.post('/investment_executions', { ...receipt, investor: '丙', amount: '1' })
})
afterAll(() => test.close())

const ask = async (chart: string, query = {}) => (await who.get(`${PATH}/${chart}`, query)).data
const rows = async (chart: string, query = {}) =>
  (await ask(chart, query)).items.map((row: Record<string, string>) => [row.name, row.budget, row.executed])

it('adds up budgets and executions, petty cash apart', async () => {
  expect(await ask('amount')).toEqual({
    investment_budget_total_amount: '1000.00',
    cost_budget_total_amount: '350.00',
    investment_execution_total_amount: '311.00',
    cost_execution_total_amount: '100.50',
    imprest_total_amount: '500.00',
    imprest_open_amount: '17.25',
  })
  expect(await ask('contract')).toEqual({
    contract_total_amount: '1010.00',
    contract_paid_total_amount: '100.50',
    remaining_amount: '909.50',
  })
})

describe('comparisons', () => {
  it('of investors have who only promised and who only paid, the largest receipts first', async () => {
    expect(await rows('investment_compare')).toEqual([
      ['甲', '300.00', '310.00'],
      ['丙', '0.00', '1.00'],
      ['=乙', '700.00', '0.00'],
    ])
    expect((await ask('investment_compare')).others).toEqual({
      quantity: 0,
      budget: '0.00',
      executed: '0.00',
    })
  })

  it('of costs go down three levels, with petty cash that is not written off', async () => {
    const [one, other, refund] = (await ask('cost_compare_subject_one')).items
    expect([one, other, refund]).toMatchObject([
      { out_code: '2400', budget: '300.00', executed: '120.75' },
      { out_code: '1000', budget: '50.00', executed: '0.00' },
      { out_code: '1400', budget: '0.00', executed: '-3.00' },
    ])
    const { items: twos } = await ask('cost_compare_subject_two', { subject_one_code: one.code })
    expect(twos).toMatchObject([{ out_code: '240001', budget: '300.00', executed: '120.75' }])
    const { items: threes } = await ask('cost_compare_subject_three', { subject_two_code: twos[0].code })
    expect(threes).toEqual([
      {
        name: expect.any(String),
        code: world.subject('24000101'),
        out_code: '24000101',
        budget: '300.00',
        executed: '120.75',
      },
    ])
    expect(await rows('cost_compare_subject_two', { subject_one_code: 'nobody' })).toEqual([])
  })

  it('of contracts have those that cost money, the largest first, without empty ones', async () => {
    const all = [
      ['HT-1', '1000.00', '100.50'],
      ['HT-2', '10.00', '0.00'],
    ]
    expect(await rows('contract_compare_paid')).toEqual(all)
    expect(await ask('contract_compare_paid')).toMatchObject({ listTotal: 2 })
    expect(await rows('contract_compare_paid', { page: 2, per_page: 1 })).toEqual([all[1]])
    expect(await ask('contract_compare_paid', { page: 9 })).toMatchObject({ items: [], listTotal: 2 })
    expect(await rows('contract_compare_paid', { categories: ['3', '0'] })).toEqual([
      ['HT-3', '9000.00', '0.00'],
      all[1],
    ])
    expect(await rows('contract_compare_paid', { categories: ['x'] })).toEqual([])
    expect((await who.get(`${PATH}/contract_compare_paid`, { page: '0' })).data.errors[0].field).toBe('page')
  })

  it('of many investors are the 200 largest, and the others as one', async () => {
    const many = await paymentWorld(test)
    await sql`insert into investment_budgets (project_id, code, investor, amount, creator_id, created_at, updated_at)
      select ${many.projectId}::bigint, 'b' || n, '第' || n || '家', n * 100, ${many.admin.userId}::bigint, now(), now()
      from generate_series(1, 203) n`.execute(test.services.db)
    const { items, others } = (await many.admin.get(`${PATH}/investment_compare`)).data
    expect(items).toHaveLength(200)
    expect(items[0]).toEqual({ name: '第203家', code: '第203家', budget: '203.00', executed: '0.00' })
    expect(others).toEqual({ quantity: 3, budget: '6.00', executed: '0.00' })
    expect(await sheetOf(many.admin, 'investment_compare')).toHaveLength(205)
  })
})

async function sheetOf(caller: Caller, chart: string, query = {}) {
  const { file_url } = (await caller.get(`${PATH}/${chart}_export`, query)).data
  const file = await test.http.inject({ method: 'GET', url: file_url })
  expect(file.statusCode).toBe(200)
  return (await readXlsx(file.rawPayload)).sheets[0]?.rows
}

it('costs without a budget come first at every level, also where the budget is negative, in answer and spreadsheet', async () => {
  const { admin, subject } = await paymentWorld(test)
  const cash = { pay_at: '2026-11-21', payer: '王某某', pay_channel: '1' }
  for (const [number, budget, spent] of [
    ['24000101', '1000', '900'],
    ['10000101', '100', '120'],
    ['13000101', '-300.25', '5'],
    ['14000101', null, '7'],
    ['15000101', '-20', '-30'],
    ['16000101', null, '-1'],
  ] as const) {
    const subject_three_code = subject(number)
    if (budget) await admin.post('/cost_budgets', { subject_three_code, unit_price: budget, quantity: '1' })
    await admin.post('/imprests', { ...cash, subject_three_code, pay_amount: spent })
  }
  const first = ['14000101', '13000101', '24000101', '10000101', '16000101', '15000101']
  for (const [level, digits] of [
    ['one', 4],
    ['two', 6],
    ['three', 8],
  ] as const) {
    const { data } = await admin.get(`${PATH}/cost_compare_subject_${level}`)
    expect(data.items.map(({ out_code }: { out_code: string }) => out_code)).toEqual(
      first.map((number) => number.slice(0, digits)),
    )
  }
  const rows = await sheetOf(admin, 'cost_compare_subject_one')
  expect(rows?.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ['1400', '无预算'],
    ['1300', '无预算'],
    ['2400', 0.9],
    ['1000', 1.2],
    ['1600', null],
    ['1500', null],
    ['合计', null],
  ])
})

it('exports each comparison at each level: numbers as numbers, text never a formula', async () => {
  const head = ['执行（元）', '预算（元）', '占比']
  expect(await sheetOf(who, 'investment_compare')).toEqual([
    ['投资方', ...head],
    ['甲', 310, 300, 1.033333],
    ['丙', 1, 0, '无预算'],
    ['=乙', 0, 700, 0],
    ['合计', 311, 1000, null],
  ])
  const name = expect.any(String)
  expect(await sheetOf(who, 'cost_compare_subject_one')).toEqual([
    ['科目编号', '一级科目', ...head],
    ['2400', name, 120.75, 300, 0.4025],
    ['1000', name, 0, 50, 0],
    ['1400', name, -3, 0, null],
    ['合计', null, 117.75, 350, null],
  ])
  const [one] = (await ask('cost_compare_subject_one')).items
  expect(await sheetOf(who, 'cost_compare_subject_two', { subject_one_code: one.code })).toEqual([
    ['科目编号', '一级科目', '二级科目', ...head],
    ['240001', name, name, 120.75, 300, 0.4025],
    ['合计', null, null, 120.75, 300, null],
  ])
  expect(await sheetOf(who, 'cost_compare_subject_three')).toHaveLength(5)
  expect(await sheetOf(who, 'contract_compare_paid', { page: 2, per_page: 1 })).toEqual([
    ['合同编号', '合同主体', '已付（元）', '合同总额（元）', '占比'],
    ['HT-1', '某某公司', 100.5, 1000, 0.1005],
    ['HT-2', '乙方', 0, 10, 0],
  ])
})

it('names who the contracts are with only to those who may read contracts', async () => {
  const named = async (grants: Grants) => {
    const caller = (await test.person(world.companyId, grants, [world.project])).on(world.project)
    const { data } = await caller.get(`${PATH}/contract_compare_paid`)
    const [head, first] = (await sheetOf(caller, 'contract_compare_paid')) ?? []
    return { items: data.items, head, first }
  }
  const overview: Grants['overview'] = ['read', 'export']
  const item = { name: 'HT-1', code: expect.any(String), budget: '1000.00', executed: '100.50' }
  const sums = ['已付（元）', '合同总额（元）', '占比']
  const without = await named({ overview })
  expect(without.items[0]).toStrictEqual(item)
  expect(without.head).toEqual(['合同编号', ...sums])
  expect(without.first).toEqual(['HT-1', 100.5, 1000, 0.1005])
  const reader = await named({ overview, contract: ['read'] })
  expect(reader.items[0]).toStrictEqual({ ...item, customer: '某某公司' })
  expect(reader.head).toEqual(['合同编号', '合同主体', ...sums])
})

it('is for those who may read the overview of this project, also of an archived one', async () => {
  const reader = (await test.person(world.companyId, { overview: ['read'] }, [world.project])).on(
    world.project,
  )
  const stranger = (await test.person(world.companyId, { cost_execution: ['read'] }, [world.project])).on(
    world.project,
  )
  const other = await paymentWorld(test)
  for (const path of ['amount', 'contract', ...CHARTS, ...CHARTS.map((chart) => `${chart}_export`)]) {
    expect((await reader.get(`${PATH}/${path}`)).code, path).toBe(0)
    expect((await stranger.get(`${PATH}/${path}`)).status, path).toBe(403)
    expect((await other.admin.on(world.project).get(`${PATH}/${path}`)).code, path).toBe(300009)
  }
  expect((await other.admin.get(`${PATH}/amount`)).data).toMatchObject({
    cost_execution_total_amount: '0.00',
  })
  await other.admin.post(`/projects/${other.project}/archive`)
  for (const chart of CHARTS)
    expect((await other.admin.get(`${PATH}/${chart}`)).data, chart).toMatchObject({ items: [] })
})

it('a link shows what its creator may see when it is opened', async () => {
  const grants: Grants = { overview: ['read', 'export'], contract: ['read'] }
  const caller = (await test.person(world.companyId, grants, [world.project])).on(world.project)
  const made = async () => (await caller.get(`${PATH}/contract_compare_paid_export`)).data.file_url as string
  const head = async (url: string) => {
    const file = await test.http.inject({ method: 'GET', url })
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows[0]
  }
  const before = await made()
  expect(await head(before)).toContain('合同主体')
  await sql`delete from role_permissions where model = 'contract'
    and role_id = (select role_id from users where id = ${caller.userId})`.execute(test.services.db)
  expect(await head(await made())).not.toContain('合同主体')
  expect(await head(before)).not.toContain('合同主体')
  test.advance(11 * 60_000)
  expect((await test.http.inject({ method: 'GET', url: before })).statusCode).toBe(403)
})
