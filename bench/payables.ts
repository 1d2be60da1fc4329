import { type Bench, type Figure, inTurns } from './bench.ts'
import { startEarlier } from './earlier.ts'
import { fillLedger } from './ledger.ts'
import { perSecond } from './load.ts'
import { ROUND_MS, rates } from './paired.ts'
import { CONNECTIONS, LIST, paymentOf } from './payments.ts'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const ROUNDS = 25
/** The last commit without payment plans. */
const BEFORE = 'd4f53383'
/** Instalments of a contract. */
const PLAN = 4
/** Contracts that changed since their instalments were kept; with more the server keeps them anew. */
const CHANGED = 30

/**
 * A project with payments on contracts, each with a plan of four instalments over a year and a half, of which every ninth is a milestone that is
 * not reached. Of two thirds of the contracts something is left to pay.
 */
async function fillPlans(bench: Bench, lines: number, instalments: number): Promise<string> {
  const project = await fillLedger(bench, lines, instalments / PLAN)
  const { database } = bench
  await bench.call('PUT', 'manager/company/features', { items: [{ feature: 'payable', on: true }] }, project)
  const { rows } = await database.query<{ id: string; user: string }>(
    'select p.id, min(u.id) as user from projects p join users u on u.company_id = p.company_id where p.code = $1 group by 1',
    [project],
  )
  const [{ id, user } = { id: '', user: '' }] = rows
  await database.query('select fold_sum_changes($1)', [id])
  await database.query(
    `update contracts k set amount = case when k.id % 3 = 0 then t.amount else t.amount * 2 end
     from contract_totals t where t.project_id = k.project_id and t.contract_id = k.id and k.project_id = $1`,
    [id],
  )
  await database.query(
    `insert into contract_instalments
       (project_id, code, contract_id, seq, title, kind, due_at, amount, creator_id, created_at, updated_at)
     select k.project_id, 'q' || k.id || '-' || n, k.id, n, '第' || n || '期', case when waits then 'milestone' else 'date' end,
       case when not waits then current_date - 60 + ((k.id * 7 + n * 131) % 540)::int end, k.amount / ${PLAN}, $2, now(), now()
     from contracts k cross join generate_series(1, ${PLAN}) n cross join lateral (select (k.id + n) % 9 = 0 as waits) w
     where k.project_id = $1`,
    [id, user],
  )
  await database.query('vacuum (analyze) contracts, contract_instalments, sum_changes')
  await bench.call('GET', 'manager/payables', undefined, project)
  await database.query('vacuum (analyze) instalment_rests, instalment_days, instalment_changes')
  return project
}

/** `payables`: what is to be paid in a long project against a short one. */
export async function payableFigures(bench: Bench): Promise<Figure[]> {
  // Before the long project, which would make the database of this side the larger one.
  const saving = await savingFigures(bench, await fillPlans(bench, 10_000, 200))
  const small = await fillPlans(bench, 10_000, 200)
  const large = await fillPlans(bench, LINES, 20_000)
  const get = (path: string, project: string) => async () =>
    void (await bench.call('GET', path, undefined, project))
  const size = `20,000 instalments, ${LINES.toLocaleString('en')} payment lines ÷ 200, 10,000`
  const figure = async (what: string, path: string, goal: string, means: string): Promise<Figure> => {
    const [a, b] = await inTurns(ROUNDS, get(path, large), get(path, small))
    return {
      what: `${what}: ${size}`,
      goal,
      ratio: (a / b).toFixed(2),
      detail: `${a.toFixed(1)} ms ÷ ${b.toFixed(1)} ms`,
      means,
    }
  }
  const quiet = [
    await figure(
      'what is to be paid, the first page',
      'manager/payables',
      '≤ 3',
      'The list of the week opens as quickly in the last week as in the first.',
    ),
    await figure(
      'the same with far buckets folded, as the page asks first',
      'manager/payables?folded=month&folded=later&folded=waiting',
      '≤ 3',
      'What is folded is not read.',
    ),
    await figure(
      'the same by contract party',
      'manager/payables?order=payee',
      '≤ 3',
      'So it does by contract party.',
    ),
    await figure(
      'one bucket, its last rows',
      'manager/payables?bucket=later&page=3',
      '',
      'What opening a folded group waits for.',
    ),
    await figure('the forecast', 'manager/payables/forecast', '≤ 3', 'The forecast is no page to wait for.'),
  ]
  // As after payments on so many contracts, whose instalments are computed when the list is read.
  for (const project of [small, large])
    await bench.database.query(
      `insert into instalment_changes (project_id, contract_id)
       select k.project_id, k.id from contracts k join projects p on p.id = k.project_id where p.code = $1 order by k.id limit ${CHANGED}`,
      [project],
    )
  return [
    ...quiet,
    await figure(
      `the first page after ${CHANGED} contracts changed`,
      'manager/payables',
      '≤ 3',
      'Payments of the day do not slow the list down.',
    ),
    ...saving,
  ]
}

/** Saves of a payment, in a project whose contracts have plans, against the same one of the commit before them. */
async function savingFigures(bench: Bench, project: string): Promise<Figure[]> {
  const earlier = await startEarlier(BEFORE)
  if (!earlier) return []
  try {
    const before = await fillLedger(earlier.bench, 10_000, 200 / PLAN)
    const rate = async (side: Bench, code: string) => {
      const body = await paymentOf(side, code)
      return () => perSecond(CONNECTIONS, ROUND_MS, () => side.load('POST', LIST, body, code))
    }
    return [
      {
        what: `save a payment of 3 lines with payment plans, 10 connections: requests/s ÷ those of commit ${BEFORE}`,
        goal: '≥ 0.95',
        ...(await rates(await rate(bench, project), await rate(earlier.bench, before))),
        means: 'Who books payments does not wait for the plans.',
      },
    ]
  } finally {
    await earlier.stop()
  }
}
