import { citizenCheck } from '@pianzhang/contract/id-number'
import { type Bench, type Figure, median } from './bench.ts'

const FEES = 'manager/labor_tax'
const PROJECTS = 200
const ROUNDS = 40
const DAY = '2026-11-21'

/** `fees`: fees in a company of 200 projects ÷ in the same company while it had one, as the VAT of a day is of all projects. */
export async function feeFigures(bench: Bench): Promise<Figure[]> {
  await bench.call('PUT', 'manager/company/features', { items: [{ feature: 'labor_tax', on: true }] })
  const project = await bench.project()
  const digits = '11010519800307001'
  const { code: payee_code } = await bench.call<{ code: string }>(
    'POST',
    'manager/payees',
    { name: '测速群演', kind: '0', id_type: '1', id_number: `${digits}${citizenCheck(digits)}` },
    project,
  )
  const { version } = await bench.call<{ version: number }>('GET', `${FEES}/setting`, undefined, project)
  await bench.call('PUT', `${FEES}/setting`, { vat: 'withhold', surcharge: '3.5', version }, project)
  const fee = { payee_code, pay_at: DAY, kind: 'labor', basis: 'gross', amount: '600' }
  await bench.call('POST', FEES, fee, project)
  const calls = {
    'the list of fees': () => bench.call('GET', FEES, undefined, project),
    'a calculation': () => bench.call('POST', `${FEES}/calculate`, fee, project),
  }
  const timed = async () => {
    const times = new Map<string, number>()
    for (const [name, call] of Object.entries(calls)) {
      const own: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const start = performance.now()
        await call()
        if (round > 0) own.push(performance.now() - start)
      }
      times.set(name, median(own))
    }
    return times
  }
  await timed()
  const before = await timed()
  for (let count = 0; count < PROJECTS; count += 1) await bench.project()
  const after = await timed()
  return [...after].map(([name, ms]) => {
    const alone = before.get(name) ?? Number.NaN
    return {
      what: `${name} on a day on which VAT is withheld, ${PROJECTS} more projects ÷ before`,
      goal: '≤ 1.5',
      ratio: (ms / alone).toFixed(2),
      detail: `${ms.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms`,
      means: 'A company of many productions pays its extras as quickly.',
    }
  })
}
