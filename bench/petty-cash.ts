import { type Bench, type Figure, median, seconds } from './bench.ts'
import { addPettyCashDetails, books, ownerOf } from './books.ts'

const DETAILS = 10_000
const ROUNDS = 5

/** `petty-cash`: writing off 10,000 details that lack nothing, against the least that PostgreSQL has to do for it. */
export async function pettyCashFigures(bench: Bench): Promise<Figure[]> {
  const { large } = await books(bench)
  const times: [ours: number[], bare: number[]] = [[], []]
  // Those that the project was filled with are written off in the first round, which only warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, run] of [writeOff, bareWriteOff].entries()) {
      if (round > 0) {
        await addPettyCashDetails(bench, large, DETAILS)
        await bench.database.query('vacuum (analyze) petty_cash, petty_cash_attachments, attachments')
      }
      const start = performance.now()
      await run(bench, large)
      if (round > 0) times[side]?.push(performance.now() - start)
    }
  const [ours, bare] = times.map(median) as [number, number]
  return [
    {
      what: 'write off 10,000 petty cash details ÷ one bare INSERT … SELECT of as many payments, lines and flags, with the same triggers',
      goal: '≤ 4',
      ratio: (ours / bare).toFixed(2),
      detail: `${seconds(ours)} ÷ ${seconds(bare)}`,
      means: 'A year of petty cash is written off while one waits.',
    },
  ]
}

const writeOff = async (bench: Bench, project: string): Promise<void> =>
  void (await bench.call('POST', 'manager/imprests/write_offs', {}, project))

/** A payment, its line and the flag for each open detail, in one transaction; no check, no lock, no log, no files. */
async function bareWriteOff({ database, ...rest }: Bench, code: string): Promise<void> {
  const { project, user } = await ownerOf({ database, ...rest }, code)
  await database.query('begin')
  // Ids above all that are in use, so that three statements find the same ones without a join.
  const { rows } = await database.query<{ above: string; write_off: string }>(
    `with history as (
       insert into write_offs (project_id, code, total_quantity, succeeded_quantity, amount, creator_id, created_at)
       values ($1, 'bare' || clock_timestamp(), 1, 1, 0, $2, now()) returning id)
     select greatest(nextval('payments_id_seq'), nextval('payment_lines_id_seq')) as above,
       history.id as write_off from history`,
    [project, user],
  )
  const { above, write_off } = rows[0] as { above: string; write_off: string }
  const open = 'petty_cash e where e.project_id = $1 and e.write_off_id is null'
  await database.query(
    `insert into payments (project_id, id, code, pay_at, payer, post, summary, pay_amount, creator_id, created_at, updated_at)
     overriding system value
     select $1::bigint, $2::bigint + e.id, 'FK' || e.code, e.pay_at, e.payer, e.post, e.summary, e.pay_amount, $3::bigint, now(), now()
     from ${open}`,
    [project, above, user],
  )
  await database.query(
    `insert into payment_lines (project_id, id, payment_id, code, position, subject_id, pay_channel, voucher_category,
       face_tax_rate, contract_id, pay_amount, remark)
     overriding system value
     select $1::bigint, $2::bigint + e.id, $2::bigint + e.id, e.code, 1, e.subject_id, e.pay_channel, e.voucher_category,
       e.face_tax_rate, e.contract_id, e.pay_amount, e.remark from ${open}`,
    [project, above],
  )
  await database.query(
    `update petty_cash e set write_off_id = $2 where e.project_id = $1 and e.write_off_id is null`,
    [project, write_off],
  )
  await database.query('commit')
  for (const table of ['payments', 'payment_lines'])
    await database.query(`select setval('${table}_id_seq', (select max(id) from ${table}))`)
}
