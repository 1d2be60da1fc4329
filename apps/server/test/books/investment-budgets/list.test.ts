import { ratio } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  investmentBudgetsByInvestor,
  investmentBudgetTotal,
} from '../../../src/books/investment-budgets/load.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type BudgetWorld, budgetWorld, PATH } from './helpers.ts'

let app: TestApp
let world: BudgetWorld

beforeAll(async () => {
  app = await workerApp()
  world = await budgetWorld(app)
  const other = await budgetWorld(app)
  await other.add({ amount: '99.00' })
  for (const [investor, amount, variate] of [
    ['甲', '100.00', '0'],
    ['=乙', '300.01', '12.5'],
    ['丙', '100.00', '-3'],
    ['丁', '0.01', '0'],
  ])
    await world.add({ investor, amount, variate })
})
afterAll(() => app.close())

const names = async (query: Record<string, unknown> = {}) =>
  (await world.clerk.get(PATH, query)).data.items.map((item: { investor: string }) => item.investor)

describe('list', () => {
  test('has the total of the project, and shares of it with six decimals', async () => {
    const { data } = await world.reader.get(PATH)
    expect(data).toMatchObject({ listTotal: 4, total_amount: '500.02', can: { write: false } })
    const shares = data.items.map((item: { percentage: string }) => item.percentage)
    expect(shares).toEqual(['0.000020', '0.199992', '0.599996', '0.199992'])
    // A page of one row keeps the shares of all.
    const page = await world.reader.get(PATH, { page: 2, per_page: 1 })
    expect(page.data).toMatchObject({ listTotal: 4, total_amount: '500.02' })
    expect(page.data.items).toMatchObject([{ investor: '丙', percentage: '0.199992' }])
  })

  test('is in the order of creation, newest first, or by amount or percentage', async () => {
    expect(await names()).toEqual(['丁', '丙', '=乙', '甲'])
    for (const order of ['amount_order', 'percentage_order']) {
      expect(await names({ [order]: 'asc' })).toEqual(['丁', '甲', '丙', '=乙'])
      expect(await names({ [order]: 'desc' })).toEqual(['=乙', '甲', '丙', '丁'])
    }
    expect((await world.clerk.get(PATH, { amount_order: 'up' })).status).toBe(422)
  })

  test('without budgets the total is 0; a share of 0 is 0', async () => {
    const empty = await budgetWorld(app)
    expect((await empty.clerk.get(PATH)).data).toMatchObject({
      ...{ items: [], listTotal: 0, total_amount: '0.00' },
    })
    expect([ratio(0n, 0n), ratio(5n, 0n)]).toEqual(['0.000000', '0.000000'])
    // One budget that goes away takes its share with it.
    const { code } = await empty.add({ amount: '9999999999999.99' })
    expect((await empty.clerk.get(`${PATH}/${code}`)).data.percentage).toBe('1.000000')
    await empty.add({ amount: '9999999999999.99' })
    expect((await empty.clerk.get(PATH)).data.total_amount).toBe('19999999999999.98')
    expect((await empty.clerk.get(`${PATH}/${code}`)).data.percentage).toBe('0.500000')
  })

  test('the overview reads the same total and amounts', async () => {
    const { rows } = await investmentBudgetsByInvestor(world.projectId).execute(app.services.db)
    expect(rows.sort((a, b) => Number(a.amount - b.amount)).map(({ amount }) => amount)).toEqual([
      ...[1n, 100_00n, 100_00n, 300_01n],
    ])
    const { total } = await app.services.db
      .selectNoFrom(investmentBudgetTotal(world.projectId).as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(500_02n)
  })
})

describe('export', () => {
  const rowsOf = async (query: Record<string, string> = {}) => {
    const { data } = await world.reader.post(`${PATH}/export?${new URLSearchParams(query)}`)
    const file = await app.http.inject({ method: 'GET', url: data.file_url })
    expect(file.statusCode).toBe(200)
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  }

  test('has every row in the list’s order, with numbers', async () => {
    const [titles, ...rows] = await rowsOf()
    expect(titles).toEqual(['投资方', '投资金额（元）', '占比', '投资溢价', '创建人', '创建时间'])
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['丁', 0.01, 0.00002, 0],
      ['丙', 100, 0.199992, -3],
      ['=乙', 300.01, 0.599996, 12.5],
      ['甲', 100, 0.199992, 0],
      ['合计', 500.02, null, null],
    ])
    const sorted = await rowsOf({ percentage_order: 'desc' })
    expect(sorted.slice(1).map(([investor]) => investor)).toEqual(['=乙', '甲', '丙', '丁', '合计'])
  })

  test('needs the right to read budgets', async () => {
    const stranger = await app.person(world.companyId, { contract: ['read'] }, [world.project])
    expect((await stranger.on(world.project).post(`${PATH}/export`, {})).status).toBe(403)
    expect((await app.nobody.on(world.project).post(`${PATH}/export`, {})).status).toBe(401)
  })
})
