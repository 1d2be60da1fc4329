import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshCommitments } from '../../../src/base/contracts/commitments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'

const [ONE, TWO, THREE] = ['24000101', '24000102', '10000101'] as const
const NOTHING = { original: null, budget: '0.00', period: '0.00', spent: '0.00', committed: '0.00' }

describe('the cost report', () => {
  let app: TestApp
  let world: ReportWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  afterAll(() => app.close())

  /** The figures must not depend on whether sums are folded and parts are kept. */
  const keepAll = async (of: ReportWorld) => {
    await sql`select fold_sum_changes(${of.projectId})`.execute(app.services.db)
    await refreshCommitments(app.services.db, of.projectId)
  }

  test('the table of the rule: budget, cost, commitments, what is to come, the end, the variance', async () => {
    world = await reportWorld(app)
    await world.budget(ONE, '1000000')
    await world.pay(ONE, '420000')
    const contract = await world.contract('380000')
    await world.allocate(contract, { [ONE]: '380000' })
    const first = { budget: '1000000.00', spent: '420000.00', committed: '380000.00' }
    expect(await world.row(ONE)).toMatchObject({
      ...first,
      etc: '200000.00',
      efc: '1000000.00',
      variance: '0.00',
    })
    expect(await world.estimate(ONE, { mode: 'etc', amount: '50000' })).toMatchObject({ code: 0 })
    expect(await world.row(ONE)).toMatchObject({
      ...first,
      etc: '50000.00',
      efc: '850000.00',
      variance: '-150000.00',
    })
    await world.budget(TWO, '300000')
    await world.pay(TWO, '260000')
    await world.allocate(await world.contract('75000.50'), { [TWO]: '75000.50' })
    expect(await world.row(TWO)).toMatchObject({
      budget: '300000.00',
      spent: '260000.00',
      committed: '75000.50',
      etc: '0.00',
      efc: '335000.50',
      variance: '35000.50',
    })
    await world.pay(THREE, '-5000')
    expect(await world.row(THREE)).toMatchObject({
      ...NOTHING,
      period: '-5000.00',
      spent: '-5000.00',
      etc: '0.00',
      efc: '-5000.00',
      variance: '-5000.00',
    })
    expect(await world.estimate(ONE, { mode: 'efc', amount: '900000', version: 1 })).toMatchObject({
      code: 0,
    })
    expect(await world.row(ONE)).toMatchObject({ etc: '100000.00', efc: '900000.00', variance: '-100000.00' })
    await world.estimate(ONE, { mode: 'efc', amount: '700000' })
    expect(await world.row(ONE)).toMatchObject({ etc: '0.00', efc: '800000.00' })
    const { data } = await world.clerk.get('/cost_report')
    expect(data.over).toBe(1)
    expect(data.worst.map((row: { out_code: string }) => row.out_code)).toEqual([TWO])
    expect(data.items.map((row: { out_code: string }) => row.out_code)).toEqual(['1000', '2400'])
  })

  test('petty cash counts until it is written off; the total is the cost of the overview', async () => {
    world = await reportWorld(app)
    await world.pay(ONE, '100')
    await world.cash(ONE, '33.33')
    expect(await world.row(ONE)).toMatchObject({ spent: '133.33' })
    const { data } = await world.admin.get('/projects/dashboard/amount')
    const total = await world.row('+')
    expect(total?.spent).toBe('133.33')
    expect([data.cost_execution_total_amount, data.imprest_open_amount]).toEqual(['100.00', '33.33'])
  })

  test('what a contract still costs: allocated less paid there; the excess comes off the rest, then off the largest', async () => {
    world = await reportWorld(app)
    const contract = await world.contract('100000')
    expect(await world.allocate(contract, { [ONE]: '60000', [TWO]: '30000' })).toMatchObject({ code: 0 })
    await world.pay(ONE, '45000', { contract })
    await world.pay(THREE, '8000', { contract })
    const committed = async () =>
      Promise.all([ONE, TWO, '-', '+'].map(async (number) => (await world.row(number))?.committed))
    expect(await committed()).toEqual(['15000.00', '30000.00', '2000.00', '47000.00'])
    await keepAll(world)
    expect(await committed()).toEqual(['15000.00', '30000.00', '2000.00', '47000.00'])
    // 12,000 more on a subject without a share: R 35,000, the largest part gives.
    await world.pay(THREE, '12000', { contract })
    expect(await committed()).toEqual(['15000.00', '20000.00', '0.00', '35000.00'])
    // Equal parts: the lower number gives first.
    await world.pay(TWO, '15000', { contract })
    expect(await committed()).toEqual(['5000.00', '15000.00', '0.00', '20000.00'])
    await keepAll(world)
    expect(await committed()).toEqual(['5000.00', '15000.00', '0.00', '20000.00'])
    // Overpaid: nothing is left.
    await world.pay(THREE, '99999', { contract })
    expect(await committed()).toEqual(['0.00', '0.00', '0.00', '0.00'])
  })

  test('a contract counts with its supplement, whichever has the shares and payments', async () => {
    world = await reportWorld(app)
    const main = await world.contract('1000')
    const supplement = await world.contract('500')
    await world.allocate(main, { [ONE]: '400' })
    await world.allocate(supplement, { [ONE]: '100', [TWO]: '300' })
    await world.pay(ONE, '450', { contract: supplement })
    await keepAll(world)
    expect((await world.row('+'))?.committed).toBe('1050.00')
    await world.bind(main, supplement)
    // Together: 1,500 less 450; on one 500 − 450, on two 300, the rest is not allocated.
    const committed = async () =>
      Promise.all([ONE, TWO, '-', '+'].map(async (number) => (await world.row(number))?.committed))
    expect(await committed()).toEqual(['50.00', '300.00', '700.00', '1050.00'])
    await keepAll(world)
    expect(await committed()).toEqual(['50.00', '300.00', '700.00', '1050.00'])
    expect((await world.clerk.get('/cost_report')).data.unallocated_contracts).toBe(1)
    const { data } = await world.clerk.get('/contracts', { unallocated: '1' })
    expect(data.items.map((item: { code: string }) => item.code).sort()).toEqual([main, supplement].sort())
    await world.clerk.put(`/contracts/${main}/settlement`, { settled: true, reason: '尾款不再支付' })
    // Nothing is to be paid on it any more; the second subject has no figure left.
    expect(await committed()).toEqual(['0.00', undefined, '0.00', '0.00'])
    await world.clerk.put(`/contracts/${main}/settlement`, { settled: false, reason: '' })
    await world.clerk.delete(`/contracts/${main}/binding`)
    expect((await world.row('+'))?.committed).toBe('1050.00')
    await keepAll(world)
    expect((await world.row('+'))?.committed).toBe('1050.00')
  })

  test('open petty cash that names a contract is paid on it, as of its day, until it is written off or deleted', async () => {
    world = await reportWorld(app)
    const main = await world.contract('10000')
    const supplement = await world.contract('500')
    await world.bind(main, supplement)
    await world.allocate(main, { [ONE]: '9000' })
    await keepAll(world)
    const figures = async (query: object = {}) =>
      Promise.all(
        [ONE, TWO, '-', '+'].map(async (number) => {
          const row = await world.row(number, { ...query })
          return row && [row.spent, row.committed, row.efc]
        }),
      )
    const before = [['0.00', '9000.00', '9000.00'], undefined, ['0.00', '1500.00', '1500.00']]
    expect(await figures()).toEqual([...before, ['0.00', '10500.00', '10500.00']])
    const code = await world.cash(ONE, '1000', '2026-11-02', main)
    await world.cash(TWO, '1600', '2026-11-02', supplement)
    const open = [
      ['1000.00', '7900.00', '8900.00'],
      ['1600.00', '0.00', '1600.00'],
      ['0.00', '0.00', '0.00'],
      ['2600.00', '7900.00', '10500.00'],
    ]
    expect(await figures()).toEqual(open)
    await keepAll(world)
    expect(await figures()).toEqual(open)
    expect((await world.clerk.get('/cost_report')).data.unallocated_contracts).toBe(0)
    expect((await world.clerk.get('/contracts', { unallocated: '1' })).data.items).toEqual([])
    // Of an earlier day they are neither cost nor paid.
    expect(await figures({ as_of: '2026-11-01' })).toEqual([...before, ['0.00', '10500.00', '10500.00']])
    await world.clerk.delete(`/imprests/${code}`)
    expect((await figures()).at(-1)).toEqual(['1600.00', '8900.00', '10500.00'])
  })

  test('as of a day: later payments are neither cost nor paid; a day to come is refused', async () => {
    world = await reportWorld(app)
    const contract = await world.contract('1000')
    await world.allocate(contract, { [ONE]: '1000' })
    await world.pay(ONE, '100', { day: '2026-10-01', contract })
    await world.pay(ONE, '200', { day: '2026-11-01', contract })
    await world.cash(TWO, '30', '2026-11-02')
    await keepAll(world)
    expect(await world.row(ONE, { as_of: '2026-10-31' })).toMatchObject({
      spent: '100.00',
      committed: '900.00',
    })
    expect(await world.row(TWO, { as_of: '2026-10-31' })).toBeUndefined()
    expect(await world.row('+', { as_of: '2026-11-01' })).toMatchObject({
      spent: '300.00',
      committed: '700.00',
    })
    const future = { as_of: '2999-01-01' }
    for (const answer of [
      await world.clerk.get('/cost_report', future),
      await world.admin.post('/cost_report/export', future),
    ])
      expect(answer).toMatchObject({ status: 422, msg: '截至日不能晚于今天' })
  })

  test('a subject of level one answers all that is below it', async () => {
    world = await reportWorld(app)
    await world.budget(ONE, '10')
    await world.budget(THREE, '20')
    const { data } = await world.reader.get('/cost_report', { subject_code: world.subject('2400') })
    expect(data.items.map((row: { out_code: string; level: number }) => [row.out_code, row.level])).toEqual([
      ['2400', 0],
      ['240001', 1],
      [ONE, 2],
    ])
    expect(data.total.budget_yuan).toBe('30.00')
    expect(data.can).toEqual({ write: false })
    expect((await world.reader.get('/cost_report', { subject_code: 'nowhere' })).status).toBe(404)
  })
})
