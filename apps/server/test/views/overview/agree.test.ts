import { type Fen, fenOf, sum, yuan } from '@pianzhang/contract/money'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { depth } from '../../../../../scripts/depth.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type Books, books } from './helpers.ts'

withAllSubjects()

const SEED = Number(process.env.SEED ?? 20_261_123)
/** As many writes as it takes to make all kinds of them. */
const STEPS = 270

let test: TestApp
beforeAll(async () => {
  test = await workerApp()
})
afterAll(() => test.close())

interface Row {
  [key: string]: string
}
interface Node {
  label: string
  value: string
  out_code: string
  children: Node[]
}
type Sums = Map<string, Fen>

const all = { per_page: 1000 }
const items = async (who: Caller, path: string, query: object = {}): Promise<Row[]> => {
  const { code, data } = await who.get(path, { ...all, ...query })
  expect(code, path).toBe(0)
  // More would be on a second page.
  expect(data.listTotal ?? 0, path).toBeLessThanOrEqual(1000)
  return data.items
}
const data = async (who: Caller, path: string, query: Record<string, unknown> = {}) =>
  (await who.get(path, query)).data
const addUp = (rows: readonly Row[], key: string, amount: string): Sums => {
  const sums: Sums = new Map()
  for (const row of rows) {
    const name = row[key] ?? ''
    sums.set(name, (sums.get(name) ?? 0n) + fenOf(row[amount] ?? ''))
  }
  return sums
}
const total = (sums: Sums) => yuan(sum(sums.values()))

/** What the overview must say, added up from the lists and statistics that it links to. */
async function expected(who: Caller) {
  const budgets = await items(who, '/investment_budgets')
  const receipts = await items(who, '/investment_executions')
  const lines = await items(who, '/cost_budgets')
  const cash = await items(who, '/imprests', { written_off: '0' })
  const payments = await items(who, '/cost_executions')
  const paid = await items(who, '/cost_executions/dashboard/subject_three')
  const contracts = await data(who, '/contracts', { ...all, categories: ['0', '1', '2'] })
  const open = addUp(cash, 'subject_three_code', 'pay_amount_yuan')
  const executed = addUp(paid, 'subject_code', 'amount')
  const paidTotal = yuan(sum(payments.map((row) => fenOf(row.pay_amount_yuan ?? ''))))
  // The statistics of the linked pages say the same as their lists.
  expect(total(executed)).toBe(paidTotal)
  for (const [subject, amount] of open) executed.set(subject, (executed.get(subject) ?? 0n) + amount)
  return {
    amounts: {
      investment_budget_total_amount: (await data(who, '/investment_budgets')).total_amount,
      cost_budget_total_amount: (await data(who, '/cost_budgets/dashboard/total_amount')).total_amount,
      investment_execution_total_amount: (await data(who, '/investment_executions/dashboard/total_amount'))
        .total_amount,
      cost_execution_total_amount: (await data(who, '/cost_executions/dashboard/total_amount')).total_amount,
      imprest_total_amount: (await data(who, '/imprests/totals')).imprest_total_amount,
      imprest_open_amount: (await data(who, '/imprests', { written_off: '0' })).total,
    },
    added: {
      investment_budget_total_amount: total(addUp(budgets, 'investor', 'amount_yuan')),
      cost_budget_total_amount: total(addUp(lines, 'code', 'amount_yuan')),
      investment_execution_total_amount: total(addUp(receipts, 'code', 'amount_yuan')),
      cost_execution_total_amount: paidTotal,
      imprest_open_amount: total(open),
    },
    contract: {
      contract_total_amount: contracts.total_amount_yuan,
      contract_paid_total_amount: contracts.total_pay_amount_yuan,
      remaining_amount: yuan(fenOf(contracts.total_amount_yuan) - fenOf(contracts.total_pay_amount_yuan)),
    },
    contracts: contracts.items as Row[],
    investors: {
      budget: addUp(budgets, 'investor', 'amount_yuan'),
      executed: addUp(receipts, 'investor', 'amount_yuan'),
    },
    subjects: { budget: addUp(lines, 'subject_three_code', 'amount_yuan'), executed },
  }
}

/** `name` → budget and executed, without rows where both are 0. */
const rowsOf = ({ budget, executed }: { budget: Sums; executed: Sums }, keyOf = (key: string) => key) => {
  const rows = new Map<string, { budget: Fen; executed: Fen }>()
  for (const [kind, sums] of [['budget', budget] as const, ['executed', executed] as const])
    for (const [key, fen] of sums) {
      const row = rows.get(keyOf(key)) ?? { budget: 0n, executed: 0n }
      row[kind] += fen
      rows.set(keyOf(key), row)
    }
  return new Map(
    [...rows]
      .filter(([, row]) => row.budget !== 0n || row.executed !== 0n)
      .map(([key, row]) => [key, `${yuan(row.executed)} / ${yuan(row.budget)}`]),
  )
}
const said = (rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.code, `${row.executed} / ${row.budget}`]))

const dashboard = async (who: Caller, chart: string, query = {}) =>
  (await data(who, `/projects/dashboard/${chart}`, query)) as { items: Row[]; listTotal: number }

async function compare({ who }: Books, tree: readonly Node[]): Promise<void> {
  const want = await expected(who)
  const amounts = await data(who, '/projects/dashboard/amount')
  expect(amounts).toEqual(want.amounts)
  expect(amounts).toMatchObject(want.added)
  expect(await data(who, '/projects/dashboard/contract')).toEqual(want.contract)
  expect(said((await dashboard(who, 'investment_compare')).items)).toEqual(rowsOf(want.investors))

  const path = new Map<string, [one: string, two: string]>()
  for (const one of tree)
    for (const two of one.children)
      for (const three of two.children) path.set(three.value, [one.value, two.value])
  const ones = await dashboard(who, 'cost_compare_subject_one')
  expect(said(ones.items)).toEqual(rowsOf(want.subjects, (code) => path.get(code)?.[0] ?? ''))
  const twos = await dashboard(who, 'cost_compare_subject_two')
  expect(said(twos.items)).toEqual(rowsOf(want.subjects, (code) => path.get(code)?.[1] ?? ''))
  const threes = await dashboard(who, 'cost_compare_subject_three')
  expect(said(threes.items)).toEqual(rowsOf(want.subjects))
  // Below a subject are its own, and nothing else.
  const below = async (
    chart: string,
    key: string,
    level: 0 | 1,
    parents: readonly Row[],
    children: readonly Row[],
  ) => {
    for (const { code = '' } of parents) {
      const own = (await dashboard(who, chart, { [key]: code })).items
      expect(own).toEqual(
        children.filter((row) => {
          const above = path.get(row.code ?? '') ?? [...path.values()].find(([, two]) => two === row.code)
          return above?.[level] === code
        }),
      )
    }
  }
  await below('cost_compare_subject_two', 'subject_one_code', 0, ones.items, twos.items)
  await below('cost_compare_subject_three', 'subject_two_code', 1, twos.items, threes.items)

  const listed = await dashboard(who, 'contract_compare_paid', all)
  const worth = want.contracts.filter((row) => row.amount_yuan !== '0.00' || row.pay_amount_yuan !== '0.00')
  expect(said(listed.items)).toEqual(
    new Map(worth.map((row) => [row.code, `${row.pay_amount_yuan} / ${row.amount_yuan}`])),
  )
  expect(listed.listTotal).toBe(worth.length)
  const signed = listed.items.map(({ budget = '' }) => fenOf(budget))
  expect(signed).toEqual([...signed].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
}

it('agrees with the lists and statistics that it links to after random writes of all ledgers', async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const world = await books(test, SEED)
  const tree = (await data(world.who, '/selects/subject_trees')).items as Node[]
  await compare(world, tree)
  const rounds = depth(2, 18)
  for (let step = 1; step <= STEPS; step += 1) {
    await world.step()
    if (step % Math.ceil(STEPS / rounds) === 0) await compare(world, tree)
  }
  await compare(world, tree)
  // The writes were of all kinds, so that each part of the figures was changed in both directions.
  expect([...world.done.keys()]).toEqual(
    expect.arrayContaining([
      ...['payment', 'receipt', 'investmentBudget', 'costBudget', 'imprest', 'contract'].flatMap((kind) => [
        `add ${kind}`,
        `delete ${kind}`,
        `change ${kind}`,
      ]),
      'write off',
      'take back',
      'setTotal',
    ]),
  )
})
