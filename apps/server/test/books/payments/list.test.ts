import { PAGE_SIZE } from '@pianzhang/contract/page'
import { paymentListQuery } from '@pianzhang/contract/payments'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depth } from '../../../../../scripts/depth.ts'
import { conditions, matching } from '../../../src/books/payments/filters.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

let test: TestApp
let world: PaymentWorld
let other: PaymentWorld
let contract: string

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  other = await paymentWorld(test)
  contract = await world.contract('HT-9')
  const add = (changes: Record<string, unknown>, ...lines: Record<string, unknown>[]) =>
    world.clerk.post(
      '/cost_executions',
      world.body(
        changes,
        lines.map((line) => world.line(line)),
      ),
    )
  await add(
    { pay_at: '2026-01-01', payer: '甲公司', summary: '道具采购 50%' },
    { pay_amount: '10', voucher_category: '1', face_tax_rate: '13%' },
    { pay_amount: '20', pay_channel: '3' },
  )
  await add(
    { pay_at: '2026-01-02', payer: '乙公司', post: '灯光_组（夜）' },
    { pay_amount: '300', contract_code: contract, face_tax_rate: '免税' },
  )
  await add(
    { pay_at: '2026-01-02', payer: '甲公司分公司' },
    { pay_amount: '-50', subject_three_code: world.subject('10000101'), remark: '退回\\押金' },
  )
  await add(
    { pay_at: '2026-01-03', payer: '丙' },
    { pay_amount: '7', pay_channel: '1', contract_code: contract },
    { pay_amount: '8', pay_channel: '2' },
  )
  await other.clerk.post('/cost_executions', other.body({ payer: '甲公司' }))
})
afterAll(() => test.close())

const list = async (query: Record<string, unknown> = {}) => {
  const answer = await world.reader.get('/cost_executions', query)
  expect(answer.code).toBe(0)
  return answer
}
const payers = async (query: Record<string, unknown> = {}) =>
  (await list(query)).data.items.map((item: { payer: string }) => item.payer)

describe('filters', () => {
  const sheet: [
    name: string,
    query: () => Record<string, unknown>,
    found: string[],
    total: string,
    matched: string,
  ][] = [
    ['none', () => ({}), ['丙', '甲公司分公司', '乙公司', '甲公司'], '295.00', '295.00'],
    ['the beginning of a number', () => ({ keywords: 'FK20260103' }), ['丙'], '15.00', '15.00'],
    ['a running number', () => ({ keywords: '0002' }), ['乙公司'], '300.00', '300.00'],
    [
      'a keyword in the payer',
      () => ({ keywords: '甲公司' }),
      ['甲公司分公司', '甲公司'],
      '-20.00',
      '-20.00',
    ],
    ['a keyword of one character in the summary', () => ({ keywords: '采' }), ['甲公司'], '30.00', '30.00'],
    ['a keyword in a remark', () => ({ keywords: '\\押' }), ['甲公司分公司'], '-50.00', '-50.00'],
    [
      'a sign at half width of one stored at full width',
      () => ({ keywords: '组(夜)' }),
      ['乙公司'],
      '300.00',
      '300.00',
    ],
    ['a number at full width', () => ({ keywords: 'ｆｋ２０２６０１０３' }), ['丙'], '15.00', '15.00'],
    ['percent', () => ({ keywords: '%' }), ['甲公司'], '30.00', '30.00'],
    ['underscore', () => ({ keywords: '_' }), ['乙公司'], '300.00', '300.00'],
    ['backslash', () => ({ keywords: '\\' }), ['甲公司分公司'], '-50.00', '-50.00'],
    ['a keyword across two columns', () => ({ keywords: '公司 灯光' }), [], '0.00', '0.00'],
    ['an exact payer', () => ({ payers: ['甲公司'] }), ['甲公司'], '30.00', '30.00'],
    [
      'days, both included',
      () => ({ start_pay_at: '2026-01-02', end_pay_at: '2026-01-02' }),
      ['甲公司分公司', '乙公司'],
      '250.00',
      '250.00',
    ],
    [
      'a level-three subject',
      () => ({ subject_three_codes: world.subject('10000101') }),
      ['甲公司分公司'],
      '-50.00',
      '-50.00',
    ],
    [
      'a level-one subject',
      () => ({ subject_three_codes: [world.subject('2400')] }),
      ['丙', '乙公司', '甲公司'],
      '345.00',
      '345.00',
    ],
    [
      'a subject of another project',
      () => ({ subject_three_codes: [other.subject('2400')] }),
      [],
      '0.00',
      '0.00',
    ],
    ['a contract', () => ({ contract_code: contract }), ['丙', '乙公司'], '315.00', '307.00'],
    ['any contract', () => ({ related_system_contract: 1 }), ['丙', '乙公司'], '315.00', '307.00'],
    [
      'related 0',
      () => ({ related_system_contract: 0 }),
      ['丙', '甲公司分公司', '乙公司', '甲公司'],
      '295.00',
      '295.00',
    ],
    ['channels', () => ({ pay_channels: ['1', '3'] }), ['丙', '甲公司'], '45.00', '27.00'],
    [
      'one line must meet all',
      () => ({ pay_channels: '2', contract_code: contract }),
      ['乙公司'],
      '300.00',
      '300.00',
    ],
    [
      'a type',
      () => ({ pay_categories: world.category }),
      ['丙', '甲公司分公司', '乙公司', '甲公司'],
      '295.00',
      '295.00',
    ],
    ['an unknown type', () => ({ pay_categories: 'x' }), [], '0.00', '0.00'],
    ['a voucher type', () => ({ voucher_categories: '1' }), ['甲公司'], '30.00', '10.00'],
    [
      'no voucher type',
      () => ({ voucher_categories: '0' }),
      ['丙', '甲公司分公司', '乙公司', '甲公司'],
      '295.00',
      '285.00',
    ],
    ['rates', () => ({ face_tax_rates: ['免税', '13%'] }), ['乙公司', '甲公司'], '330.00', '310.00'],
    ['an unknown channel', () => ({ pay_channels: '77' }), [], '0.00', '0.00'],
  ]
  it.each(sheet)('%s', async (_name, query, found, total, matched) => {
    const { data } = await list(query())
    expect(data.items.map((item: { payer: string }) => item.payer)).toEqual(found)
    expect(data).toMatchObject({
      listTotal: found.length,
      total_amount_yuan: total,
      matched_amount_yuan: matched,
    })
  })

  it.each([
    ['start_pay_at', '2026-02-30'],
    ['pay_at_order', 'up'],
    ['related_system_contract', '2'],
    ['page', '0'],
    ['per_page', 'x'],
    ['keywords', 'a\0'],
  ])('refuses a malformed %s', async (field, value) => {
    const answer = await world.reader.get('/cost_executions', { [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.data.errors[0].field).toBe(field)
  })

  it('accepts any keyword', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 20 }), async (keywords) => {
        const answer = await world.reader.get('/cost_executions', { keywords })
        expect([0, 422]).toContain(answer.code)
      }),
      { numRuns: depth(10, 40) },
    )
  })
})

it('orders by date in both directions, ties by creation', async () => {
  expect(await payers({ pay_at_order: 'asc' })).toEqual(['甲公司', '乙公司', '甲公司分公司', '丙'])
  expect(await payers({ pay_at_order: 'desc' })).toEqual(['丙', '甲公司分公司', '乙公司', '甲公司'])
})

it('has pages with headers, and is empty past the end', async () => {
  expect((await list()).headers).toMatchObject({ page: '1', 'per-page': String(PAGE_SIZE) })
  const second = await list({ page: 2, per_page: 3 })
  expect(second.data.items).toHaveLength(1)
  expect(second.headers).toMatchObject({ total: '4', page: '2', 'per-page': '3' })
  expect((await list({ page: 9 })).data).toMatchObject({ items: [], listTotal: 4 })
  expect((await list({ per_page: 5000 })).headers['per-page']).toBe('1000')
})

it('tells what this person may do', async () => {
  expect((await list()).data).toMatchObject({ can: { write: false, delete: false } })
  expect((await world.clerk.get('/cost_executions')).data.items[0].can).toEqual({ write: true, delete: true })
})

it('is refused without login and without the right', async () => {
  expect((await test.nobody.get('/cost_executions')).status).toBe(401)
  const person = await test.person(world.companyId, { contract: ['read'] }, [world.project])
  expect((await person.on(world.project).get('/cost_executions')).status).toBe(403)
})

it('finds the same by index and by scan', async () => {
  const { db } = test.services
  const found = async (keywords: string, broad: number) => {
    const where = await conditions(db, world.projectId, paymentListQuery.parse({ keywords }), broad)
    const { rows } = await sql<{ id: bigint }>`
      select c.id from payments c where ${matching(where)} order by c.id`.execute(db)
    return rows.map((row) => row.id)
  }
  const pieces = ['公司', '甲', '退回', '\\', '_组', '50%', 'fk2026', 'FK', '0', '组灯', '乙公司 灯', '海']
  const lengths = []
  for (const keywords of pieces) {
    const byIndex = await found(keywords, Number.MAX_SAFE_INTEGER)
    expect(await found(keywords, -1), keywords).toEqual(byIndex)
    lengths.push(byIndex.length)
  }
  expect(lengths).toEqual([3, 2, 1, 1, 1, 1, 4, 4, 4, 0, 0, 0])
})
