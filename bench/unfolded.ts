import { type Bench, type Figure, inTurns } from './bench.ts'
import { fillLedger } from './ledger.ts'
import { LIST, paymentOf } from './payments.ts'

const LINES = 10_000
const CHANGES = 900

/**
 * `unfolded`: charts by subject of a project whose kept sums have 900 changes that were not added to the totals yet (every thousandth change of
 * all projects does so) ÷ the same charts of a project without any.
 */
export async function unfoldedFigures(bench: Bench): Promise<Figure[]> {
  const { database } = bench
  const idOf = async (code: string) =>
    (await database.query('select id from projects where code = $1', [code])).rows[0]?.id as string
  const fold = (id: string) => database.query('select fold_sum_changes($1)', [id])
  const changesOf = async (id: string) =>
    Number(
      (await database.query('select count(*) from sum_changes where project_id = $1', [id])).rows[0]?.count,
    )
  const [unfolded, folded] = [await fillLedger(bench, LINES), await fillLedger(bench, LINES)]
  const [open, closed] = [await idOf(unfolded), await idOf(folded)]
  await fold(open)
  await fold(closed)
  const sequence = `pg_get_serial_sequence('sum_changes', 'id')`
  // The next thousandth change is as far away as can be.
  await database.query(`select setval(${sequence}, nextval(${sequence}) / 1000 * 1000 + 1000)`)
  const bodies = { open: await paymentOf(bench, unfolded), closed: await paymentOf(bench, folded) }
  let saved = 0
  for (; (await changesOf(open)) < CHANGES; saved += 1) await bench.call('POST', LIST, bodies.open, unfolded)
  for (; saved > 0; saved -= 1) await bench.call('POST', LIST, bodies.closed, folded)
  await fold(closed)
  const figures: Figure[] = []
  for (const [what, chart] of [
    ['one', 'subject_one'],
    ['two', 'subject_two'],
    ['three', 'subject_three'],
  ]) {
    const ask = async (project: string) =>
      void (await bench.call('GET', `${LIST}/dashboard/${chart}`, undefined, project))
    const [openMs, closedMs] = await inTurns(
      50,
      () => ask(unfolded),
      () => ask(folded),
    )
    figures.push({
      what: `statistics: subjects of level ${what}, ${CHANGES} changes not yet added up ÷ none`,
      goal: '≤ 1.5',
      ratio: (openMs / closedMs).toFixed(2),
      detail: `${openMs.toFixed(1)} ms ÷ ${closedMs.toFixed(1)} ms`,
      means: 'A chart is as quick after a busy day as after an import.',
    })
  }
  if ((await changesOf(open)) < CHANGES) throw new Error('they were added up meanwhile')
  return figures
}
