import { type Bench, type Figure, inTurns } from './bench.ts'
import { fillLedger } from './ledger.ts'
import { OVERVIEW_CALLS, OVERVIEW_PATH } from './overview.ts'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const ROUNDS = 25

/**
 * A project with payments on contracts, of which two thirds are not paid in full; each is allocated to four subjects, and each subject has a budget
 * line, one of ten an estimate. Two reports were issued, so that the parts of contracts are kept.
 */
async function fillReport(bench: Bench, lines: number, contracts: number, subjects: number): Promise<string> {
  const project = await fillLedger(bench, lines, contracts, subjects)
  const { database } = bench
  const { rows } = await database.query<{ id: string; user: string }>(
    'select p.id, min(u.id) as user from projects p join users u on u.company_id = p.company_id where p.code = $1 group by 1',
    [project],
  )
  const [{ id, user } = { id: '', user: '' }] = rows
  await database.query(
    `update contracts k set amount = case when k.id % 3 = 0 then t.amount / 2 else t.amount * 2 end
     from contract_totals t where t.project_id = k.project_id and t.contract_id = k.id and k.project_id = $1`,
    [id],
  )
  await database.query(
    `insert into contract_allocations (project_id, contract_id, subject_id, amount)
     select p.project_id, p.contract_id, p.subject_id, p.amount from (
       select k.project_id, k.id as contract_id, s.subject_id, k.amount / 5 as amount, row_number() over (partition by k.id order by s.subject_id) as n
       from contracts k join contract_subject_totals s on s.project_id = k.project_id and s.contract_id = k.id
       where k.project_id = $1) p where p.n <= 4 and p.amount > 0`,
    [id],
  )
  await database.query(
    `insert into cost_budgets (project_id, code, subject_id, unit_price, quantity, amount, creator_id, created_at, updated_at)
     select project_id, 'b' || project_id || '-' || id, id, 100000000, 10000, 100000000, $2, now(), now()
     from subjects where project_id = $1 and category = 2`,
    [id, user],
  )
  await database.query(
    `insert into cost_estimates (project_id, subject_id, mode, amount, base, creator_id, created_at, updated_at)
     select project_id, id, 'etc', 5000000, 0, $2, now(), now() from subjects where project_id = $1 and category = 2 and id % 10 = 0`,
    [id, user],
  )
  await database.query('select fold_sum_changes($1)', [id])
  await database.query('vacuum (analyze) contracts, contract_allocations, cost_budgets, sum_changes')
  for (let report = 0; report < 2; report += 1)
    await bench.call('POST', 'manager/cost_reports', { as_of: '2026-11-01' }, project)
  await bench.call('GET', 'manager/cost_report', undefined, project)
  await database.query(
    'vacuum (analyze) contract_commitments, commitment_changes, commitment_totals, cost_report_rows, cost_estimates',
  )
  return project
}

/** `report`: the cost report of a long project against that of a short one, and against the overview. */
export async function costReportFigures(bench: Bench): Promise<Figure[]> {
  const small = await fillReport(bench, 10_000, 50, 200)
  const large = await fillReport(bench, LINES, 5_000, 2_000)
  const get = (path: string, project: string) => async () =>
    void (await bench.call('GET', path, undefined, project))
  const overview = async () => {
    for (const path of OVERVIEW_CALLS) await bench.call('GET', `${OVERVIEW_PATH}/${path}`, undefined, large)
  }
  const figure = async (
    what: string,
    goal: string,
    ours: () => Promise<void>,
    theirs: () => Promise<void>,
    means: string,
  ): Promise<Figure> => {
    const [a, b] = await inTurns(ROUNDS, ours, theirs)
    return { what, goal, ratio: (a / b).toFixed(2), detail: `${a.toFixed(1)} ms ÷ ${b.toFixed(1)} ms`, means }
  }
  const REPORT = 'manager/cost_report'
  const size = '1,000,000 payment lines, 5,000 contracts, 2,000 subjects ÷ 10,000, 50, 200'
  return [
    await figure(
      `the cost report, subjects of level one: ${size}`,
      '≤ 3',
      get(REPORT, large),
      get(REPORT, small),
      'The report opens as quickly in the last week as in the first.',
    ),
    await figure(
      `the same with all subjects, for print: ${size}`,
      '',
      get(`${REPORT}?whole=1`, large),
      get(`${REPORT}?whole=1`, small),
      'What print waits for.',
    ),
    await figure(
      "the cost report ÷ all of the overview's calls, in the long project",
      '≤ 5',
      get(REPORT, large),
      overview,
      'The report is no page to wait for.',
    ),
  ]
}
