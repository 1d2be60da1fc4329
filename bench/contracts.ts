import { type Bench, type Figure, inTurns, median } from './bench.ts'
import { fillLedger } from './ledger.ts'
import { perSecond } from './load.ts'
import { LIST, paymentOf } from './payments.ts'

const CONTRACTS = 'manager/contracts'
const CLERKS = 20
const ROUND_MS = 3_000
const ROUNDS = 5

/** `contracts`: the list sorted by what is unpaid, and payments that many people book on one contract. */
export async function contractFigures(bench: Bench): Promise<Figure[]> {
  const small = await fillLedger(bench, 10_000, 50)
  // BENCH_LINES shrinks it for a trial of the bench itself; the ratios then mean nothing.
  const large = await fillLedger(bench, Number(process.env.BENCH_LINES ?? 1_000_000), 5_000)
  const sorted = (project: string) => async () =>
    void (await bench.call('GET', `${CONTRACTS}?unpay_amount_order=desc`, undefined, project))
  const [largeMs, smallMs] = await inTurns(40, sorted(large), sorted(small))
  return [
    {
      what: 'contracts sorted by unpaid, 5,000 contracts and 1,000,000 lines ÷ 50 and 10,000',
      goal: '≤ 3',
      ratio: (largeMs / smallMs).toFixed(2),
      detail: `${largeMs.toFixed(1)} ms ÷ ${smallMs.toFixed(1)} ms`,
      means: 'What is still owed comes at once, however much was paid.',
    },
    await bookedTogether(bench, large),
  ]
}

/** Saves per second of 20 clerks on one contract ÷ of 20 clerks on a contract each. */
async function bookedTogether(bench: Bench, project: string): Promise<Figure> {
  const { items } = await bench.call<{ items: { code: string }[] }>(
    'GET',
    `${CONTRACTS}?per_page=${CLERKS}`,
    undefined,
    project,
  )
  const body = await paymentOf(bench, project)
  const bodies = items.map(({ code: contract_code }) => ({
    ...body,
    cost_execution_details: body.cost_execution_details.map((line) => ({ ...line, contract_code })),
  }))
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, of] of [() => 0, (clerk: number) => clerk].entries()) {
      const rate = await perSecond(CLERKS, ROUND_MS, (clerk) =>
        bench.load('POST', LIST, bodies[of(clerk)], project),
      )
      if (round > 0) rates[side]?.push(rate)
    }
  const [one, each] = rates.map(median) as [number, number]
  return {
    what: 'save a payment of 3 lines, 20 clerks at once: all on one contract ÷ each on another',
    goal: '≥ 0.9',
    ratio: (one / each).toFixed(2),
    detail: `${one.toFixed(0)}/s ÷ ${each.toFixed(0)}/s`,
    means: 'A busy contract makes nobody wait.',
  }
}
