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

/** Saves per second of 20 clerks on one contract ÷ on no contract. */
async function bookedTogether(bench: Bench, project: string): Promise<Figure> {
  const { items } = await bench.call<{ items: { code: string }[] }>('GET', CONTRACTS, undefined, project)
  const body = await paymentOf(bench, project)
  const on = (contract_code: string | null) => ({
    ...body,
    cost_execution_details: body.cost_execution_details.map((line) => ({ ...line, contract_code })),
  })
  const sides = [on(items[0]?.code ?? ''), on(null)]
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, payment] of sides.entries()) {
      const rate = await perSecond(CLERKS, ROUND_MS, () => bench.load('POST', LIST, payment, project))
      if (round > 0) rates[side]?.push(rate)
    }
  const [one, none] = rates.map(median) as [number, number]
  return {
    what: 'save a payment of 3 lines, 20 clerks at once: all on one contract ÷ on none',
    goal: '≥ 0.7',
    ratio: (one / none).toFixed(2),
    detail: `${one.toFixed(0)}/s ÷ ${none.toFixed(0)}/s`,
    means: 'A busy contract makes nobody wait.',
  }
}
