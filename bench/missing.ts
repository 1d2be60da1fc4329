import { type Bench, type Figure, inTurns, seconds } from './bench.ts'
import { startEarlier } from './earlier.ts'
import { fillLedger } from './ledger.ts'
import { perSecond } from './load.ts'
import { ROUND_MS, rates } from './paired.ts'
import { CONNECTIONS, LIST, paymentOf } from './payments.ts'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const ROUNDS = 25
/** The last commit that kept no lines without invoices. */
const BEFORE = '635a3762'
const MISSING = 'manager/missing_invoices'
/** Payments that changed since a list was read. */
const CHANGED = 10
/** The server's answer while it computes more than a read waits for. */
const AGAIN = /重新统计/

interface Filled {
  project: string
  /** Its id in the database, and those of its last payments. */
  id: string
  payments: string[]
  /** Until all of its lines were computed, in ms. */
  took: number
}

/** A ledger of which a third of the lines with a ticketed voucher have an invoice of their amount, without an original. */
async function fillMissing(bench: Bench, lines: number): Promise<Filled> {
  const project = await fillLedger(bench, lines)
  const { database } = bench
  const { rows } = await database.query<{ id: string; user: string }>(
    'select p.id, min(u.id) as user from projects p join users u on u.company_id = p.company_id where p.code = $1 group by 1',
    [project],
  )
  const [{ id, user } = { id: '', user: '' }] = rows
  const used = 'project_id = $1 and id % 3 = 0 and voucher_category between 1 and 11'
  await database.query(
    `insert into invoices (project_id, code, status, invoice_number, total_amount, seller_name, creator_id, created_at)
     select project_id, 'i' || id, 0, lpad(id::text, 20, '0'), pay_amount, '测速供应商', $2, now() from payment_lines where ${used}`,
    [id, user],
  )
  // Else the planner takes them for few, and compares each with all lines.
  await database.query('analyze invoices')
  await database.query(
    `insert into invoice_uses (project_id, line_id, invoice_id, position, amount)
     select d.project_id, d.id, i.id, 1, d.pay_amount
     from (select * from payment_lines where ${used}) d
     join invoices i on i.project_id = d.project_id and i.code = 'i' || d.id`,
    [id],
  )
  await database.query('vacuum (analyze) invoices, invoice_uses, missing_changes')
  const took = await untilKept(bench, project)
  await database.query('vacuum (analyze) missing_lines, missing_days, missing_payers, missing_changes')
  const last = await database.query<{ id: string }>(
    `select id from payments where project_id = $1 order by id desc limit ${CHANGED}`,
    [id],
  )
  return { project, id, payments: last.rows.map((row) => row.id), took }
}

/** Asks until nothing waits to be computed; returns how long that took. */
async function untilKept(bench: Bench, project: string): Promise<number> {
  const start = performance.now()
  for (;;)
    try {
      await bench.call('GET', `${MISSING}/counts`, undefined, project)
      return performance.now() - start
    } catch (error) {
      if (!(error instanceof Error && AGAIN.test(error.message))) throw error
    }
}

/** Puts payments into the queue, as saves of them do. */
const change = (bench: Bench, { id, payments }: Filled) =>
  bench.database.query(
    `insert into missing_changes (project_id, kind, first_id, last_id) select $1, 'payment', n.id, n.id from unnest($2::bigint[]) n (id)`,
    [id, payments],
  )

/** `missing`: the lines of a long project that lack an invoice against those of a short one, and against its payments. */
export async function missingFigures(bench: Bench): Promise<Figure[]> {
  const small = await fillMissing(bench, 10_000)
  // Before the long project, which would make the database of this side the larger one.
  const saving = await savingFigures(bench, small.project)
  const large = await fillMissing(bench, LINES)
  const { listTotal } = await bench.call<{ listTotal: number }>('GET', MISSING, undefined, large.project)
  const size = `${LINES.toLocaleString('en')} lines, of which ${listTotal.toLocaleString('en')} lack an invoice, ÷ 10,000`
  const get = (path: string, project: string) => async () =>
    void (await bench.call('GET', path, undefined, project))
  const ratio = async (
    what: string,
    goal: string,
    ours: () => Promise<void>,
    theirs: () => Promise<void>,
    means: string,
  ): Promise<Figure> => {
    const [a, b] = await inTurns(ROUNDS, ours, theirs)
    return { what, goal, ratio: (a / b).toFixed(2), detail: `${a.toFixed(1)} ms ÷ ${b.toFixed(1)} ms`, means }
  }
  const growth = (what: string, path: string, goal: string, means: string) =>
    ratio(`${what}: ${size}`, goal, get(path, large.project), get(path, small.project), means)
  const after = (filled: Filled) => async () => {
    await change(bench, filled)
    await bench.call('GET', MISSING, undefined, filled.project)
  }
  const today = 'A list of years opens as quickly as that of a week.'
  return [
    await growth('lines that lack an invoice, the first page', MISSING, '≤ 3', today),
    await growth('the same by payer', `${MISSING}/payers`, '≤ 3', today),
    await growth(
      'totals by age and reason',
      `${MISSING}/totals`,
      '≤ 3',
      'The boxes above the list do not wait.',
    ),
    await growth('counts for the menu', `${MISSING}/counts`, '≤ 3', 'The menu costs nothing.'),
    await growth(
      'one reason of one age',
      `${MISSING}?reason=unlinked&age=over_90`,
      '≤ 3',
      'A filter does not either.',
    ),
    await growth(
      'one payer',
      `${MISSING}?payer=${encodeURIComponent('第7号供应商有限公司')}`,
      '',
      'What opening a payer waits for.',
    ),
    await ratio(
      `the first page after ${CHANGED} payments changed: ${size}`,
      '≤ 3',
      after(large),
      after(small),
      'Payments of the day do not slow the list down.',
    ),
    await ratio(
      `the first page ÷ that of the payments, ${LINES.toLocaleString('en')} lines`,
      '≤ 3',
      get(MISSING, large.project),
      get(LIST, large.project),
      'It is a list like the others.',
    ),
    {
      what: `all lines computed, as once after an upgrade or a restore: ${LINES.toLocaleString('en')} lines ÷ 10,000`,
      goal: '',
      ratio: (large.took / small.took).toFixed(0),
      detail: `${seconds(large.took)} ÷ ${seconds(small.took)}`,
      means: 'Until then the list asks to wait.',
    },
    ...saving,
  ]
}

/** Saves of a payment against the same one of the commit before. */
async function savingFigures(bench: Bench, project: string): Promise<Figure[]> {
  const earlier = await startEarlier(BEFORE)
  if (!earlier) return []
  try {
    const before = await fillLedger(earlier.bench, 10_000)
    const rate = async (side: Bench, code: string) => {
      const body = await paymentOf(side, code)
      return () => perSecond(CONNECTIONS, ROUND_MS, () => side.load('POST', LIST, body, code))
    }
    return [
      {
        what: `save a payment of 3 lines, ${CONNECTIONS} connections: requests/s ÷ those of commit ${BEFORE}`,
        goal: '≥ 0.95',
        ...(await rates(await rate(bench, project), await rate(earlier.bench, before))),
        means: 'Who books payments does not wait for what lacks an invoice.',
      },
    ]
  } finally {
    await earlier.stop()
  }
}
