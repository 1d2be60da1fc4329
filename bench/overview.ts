import { type Bench, type Figure, inTurns } from './bench.ts'
import { books } from './books.ts'
import { LIST } from './payments.ts'

export const OVERVIEW_PATH = 'manager/projects/dashboard'
/** What the page asks for when it opens. */
export const OVERVIEW_CALLS = [
  'amount',
  'contract',
  'investment_compare',
  'cost_compare_subject_one',
  'contract_compare_paid?page=1&per_page=8',
]
const ROUNDS = 25

/** `overview`: all that the page of a project asks for, and each call by itself. */
export async function overviewFigures(bench: Bench): Promise<Figure[]> {
  const { small, large } = await books(bench)
  const growth = async (what: string, goal: string, calls: readonly string[], means: string) => {
    const all = (project: string) => async () => {
      for (const path of calls) await bench.call('GET', `${OVERVIEW_PATH}/${path}`, undefined, project)
    }
    const [largeMs, smallMs] = await inTurns(ROUNDS, all(large), all(small))
    return {
      what,
      goal,
      ratio: (largeMs / smallMs).toFixed(2),
      detail: `${largeMs.toFixed(1)} ms ÷ ${smallMs.toFixed(1)} ms`,
      means,
    }
  }
  const figures = [
    await growth(
      "the overview's calls together: 1,000,000 payment lines, 20,000 petty cash details, 2,000 receipts, 5,000 budget lines, 500 contracts ÷ a hundredth of each",
      '≤ 2',
      OVERVIEW_CALLS,
      'Where the money is, is seen at once, however long the project.',
    ),
  ]
  for (const call of OVERVIEW_CALLS)
    figures.push(
      await growth(`of these: ${call.replace(/\?.*/, '')}`, '', [call], 'Which part of the page waits.'),
    )
  return figures
}

/** A list or chart of one of these modules, and that of the payments with the same shape. */
const PAIRS: readonly [what: string, path: string, ofPayments: string][] = [
  ['list of cost budgets', 'manager/cost_budgets', LIST],
  ['list of investment budgets', 'manager/investment_budgets', LIST],
  ['list of receipts', 'manager/investment_executions', LIST],
  ['list of petty cash', 'manager/imprests', LIST],
  ['total of cost budgets', 'manager/cost_budgets/dashboard/total_amount', 'total_amount'],
  ['total of receipts', 'manager/investment_executions/dashboard/total_amount', 'total_amount'],
  ['totals of petty cash', 'manager/imprests/totals', 'total_amount'],
  ...['one', 'two', 'three'].flatMap((level): [string, string, string][] => [
    [
      `cost budgets, subjects of level ${level}`,
      `manager/cost_budgets/dashboard/subject_${level}`,
      `subject_${level}`,
    ],
    [
      `petty cash, subjects of level ${level}`,
      `manager/imprests/dashboard/subject_${level}`,
      `subject_${level}`,
    ],
    [
      `overview, subjects of level ${level}`,
      `${OVERVIEW_PATH}/cost_compare_subject_${level}`,
      `subject_${level}`,
    ],
  ]),
  ['petty cash, payers', 'manager/imprests/dashboard/payer', 'payer'],
  ['petty cash, voucher types', 'manager/imprests/dashboard/voucher_category', 'voucher_category'],
  ['receipts, investors', 'manager/investment_executions/dashboard/investor', 'payer'],
  ['receipts, types', 'manager/investment_executions/dashboard/investment_category', 'pay_category'],
  ['overview, investors', `${OVERVIEW_PATH}/investment_compare`, 'payer'],
]

/** `shapes`: each list and chart beside the payments' of the same shape, in the project with all ledgers full. */
export async function shapeFigures(bench: Bench): Promise<Figure[]> {
  const { large } = await books(bench)
  const get = (path: string) => async () => void (await bench.call('GET', path, undefined, large))
  const figures: Figure[] = []
  for (const [what, path, other] of PAIRS) {
    const ofPayments = other === LIST ? LIST : `${LIST}/dashboard/${other}`
    const [ours, payments] = await inTurns(ROUNDS, get(path), get(ofPayments))
    figures.push({
      what: `${what} ÷ the payments' ${other === LIST ? 'list' : other}`,
      goal: '≤ 1.5',
      ratio: (ours / payments).toFixed(2),
      detail: `${ours.toFixed(1)} ms ÷ ${payments.toFixed(1)} ms`,
      means: 'Every ledger opens as quickly as the payments.',
    })
  }
  return figures
}
