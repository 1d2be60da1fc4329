import { overviewApi } from '@pianzhang/contract/api/views'
import type {
  ContractAmounts,
  ContractCompare,
  CostCompare,
  InvestmentCompare,
} from '@pianzhang/contract/overview'
import { shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { queryClient } from '../../platform/query.ts'
import type { Amounts, CompareRest, Comparison } from '../../ui/chart/compare/comparison.ts'
import { type Depth, overviewSearch, tabOf } from './search.ts'

const KEY = 'overview'
const COSTS = ['cost_compare_subject_one', 'cost_compare_subject_two', 'cost_compare_subject_three'] as const
const shown = (
  chart: Exclude<keyof typeof overviewApi, 'base'>,
  ...models: Parameters<typeof shows> extends [unknown, ...infer M] ? M : never
) => shows([KEY, 'dashboard', overviewApi[chart].path], ...models)
shown('amounts', 'investment_budget', 'cost_budget', 'investment_execution', 'imprest', 'cost_execution')
shown('contracts', 'contract', 'cost_execution')
shown('investment_compare', 'investment_budget', 'investment_execution')
shown('contract_compare_paid', 'contract', 'cost_execution')
for (const chart of COSTS) shown(chart, 'cost_budget', 'imprest', 'cost_execution')

export const calls = chartCalls(KEY)

export const amountsQuery = calls.figures(overviewApi.amounts)
export const contractsQuery = calls.figures(overviewApi.contracts)

/** What all contracts come to, and what was paid on them. */
export const paidOf = ({ contract_total_amount, contract_paid_total_amount }: ContractAmounts): Amounts => ({
  budget: contract_total_amount,
  executed: contract_paid_total_amount,
})

interface Rows {
  rows: readonly Comparison[]
  rest: CompareRest | null
}

export const investorsQuery = {
  ...calls.figures(overviewApi.investment_compare),
  select: ({ items, others }: InvestmentCompare): Rows => ({
    rows: items.map(({ code, ...row }) => ({ key: code, ...row })),
    rest: others.quantity > 0 ? others : null,
  }),
}

/** The chart for this depth, and the parent subject that it is limited to. */
export function levelOf({ subject_one_code, subject_two_code, subject_three_code }: Depth) {
  if (subject_two_code) return { chart: COSTS[2], params: { subject_two_code } }
  // An address may name a subject of level three alone.
  if (subject_three_code) return { chart: COSTS[2], params: {} }
  if (subject_one_code) return { chart: COSTS[1], params: { subject_one_code } }
  return { chart: COSTS[0], params: {} }
}
export const costsQuery = (depth: Depth) => {
  const { chart, params } = levelOf(depth)
  return {
    ...calls.figures(overviewApi[chart], params),
    select: ({ items }: CostCompare): Rows => ({
      rows: items.map(({ code, out_code, ...row }) => ({ key: code, number: out_code, ...row })),
      rest: null,
    }),
  }
}

/** Number of contracts on a page of the panel. */
export const CONTRACTS = 8
export const paidQuery = (page: number) => ({
  ...calls.chart(overviewApi.contract_compare_paid, { page, per_page: CONTRACTS }),
  select: ({ items, listTotal }: ContractCompare) => ({
    rows: items.map(({ code, name, customer = '', ...row }) => ({
      key: code,
      number: name,
      name: customer,
      ...row,
    })),
    total: listTotal,
  }),
})

export function load(raw: object): void {
  const search = overviewSearch.parse(raw)
  if (tabOf(search) === 'second') return
  void queryClient.prefetchQuery(amountsQuery)
  void queryClient.prefetchQuery(contractsQuery)
  void queryClient.prefetchQuery(calls.figures(overviewApi.investment_compare))
  void queryClient.prefetchQuery(paidQuery(search.contract_page ?? 1))
  void queryClient.prefetchQuery(costsQuery(search))
}
