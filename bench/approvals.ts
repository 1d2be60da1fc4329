import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, type Figure, inTurns, median } from './bench.ts'
import { ownerOf } from './books.ts'
import { fillLedger } from './ledger.ts'
import { Visitor } from './opening.ts'
import { LIST, paymentOf } from './payments.ts'

const REQUESTS = 'manager/payment_requests'
const LINES = 10_000
const FEW = 100
const MANY = 10_000
const PAYEES = 50
const CONTRACTS = 40
const ROUNDS = 40
const SAVES = 80
const OPENINGS = 41
/** From this total on somebody has to approve: the payment that is saved beside has a fen less. */
const FROM = '601.50'

interface Asked {
  project: string
  body: Awaited<ReturnType<typeof paymentOf>>
}

/**
 * A project in which `waiting` of `count` requests wait for the super administrator, and the others are approved; filled by SQL from one that was asked for.
 * `lines`: how many each has, three unless given. `onContract`: all lines name one contract.
 */
async function fillRequests(
  bench: Bench,
  payees: readonly string[],
  count: number,
  waiting: number,
  { lines, onContract = false }: { lines?: number; onContract?: boolean } = {},
): Promise<Asked> {
  const code = await fillLedger(bench, LINES, onContract ? CONTRACTS : 0)
  const { project, user } = await ownerOf(bench, code)
  const { approvers } = await bench.call<{ approvers: { code: string; kind: string }[] }>(
    'GET',
    `${REQUESTS}/rules`,
    undefined,
    code,
  )
  const boss = approvers.find(({ kind }) => kind === 'user')?.code
  await bench.call(
    'PUT',
    `${REQUESTS}/rules`,
    {
      on: true,
      // The bench has one session: its person asks and approves.
      self_approve: true,
      bands: [
        { from: '0', steps: [] },
        { from: FROM, steps: [[boss]] },
      ],
    },
    code,
  )
  const plain = await paymentOf(bench, code)
  const contract_code = onContract ? await firstContract(bench, code) : null
  const own = plain.cost_execution_details.map((line) => ({ ...line, contract_code }))
  const cost_execution_details = Array.from(
    { length: lines ?? own.length },
    (_, index) => own[index % own.length] ?? raise('a payment without lines'),
  )
  const body = { ...plain, payee_code: payees[0], cost_execution_details }
  await bench.call('POST', REQUESTS, { ...body, submit: true }, code)
  const { database } = bench
  await database.query(
    `insert into payment_requests (project_id, code, state, body, total, pay_at, payer, summary, payee_id, steps, step, waits, blocked,
       payment_code, creator_id, created_at, updated_at, submitted_at, decided_at)
     select r.project_id, 'SQ' || to_char(day, 'YYYYMMDD') || lpad(i::text, 7, '0'), case when d.waits then 'pending' else 'approved' end, r.body,
       60150 + (i * 7919) % 9000000, day, '第' || i % ${PAYEES} || '号供应商有限公司', '第' || i % 90 || '场 结算', payees[1 + i % cardinality(payees)],
       r.steps, case when d.waits then 1 else 0 end, case when d.waits then r.waits else '{}' end, '{}',
       case when d.waits then '' else 'FK' || i end, r.creator_id, day, day, day, case when not d.waits then day end
     from payment_requests r
     cross join generate_series(2, $3::int) i
     cross join lateral (select i % ($3::int / $4::int) = 0 as waits, current_date - 700 + (i * 700 / $3::int) as day) d
     cross join (select array_agg(p.id) as payees from payees p join projects j on j.company_id = p.company_id where j.id = $1) p
     where r.project_id = $1 and r.creator_id = $2`,
    [project, user, count, waiting],
  )
  await database.query(
    `insert into payment_request_acts (project_id, request_id, step, act, user_id, at)
     select r.project_id, r.id, case when act = 'submit' then 0 else 1 end, act, r.creator_id, r.created_at
     from payment_requests r cross join unnest(array['submit', 'approve']) act
     where r.project_id = $1 and (act = 'submit' or r.state = 'approved')`,
    [project],
  )
  await database.query('vacuum (analyze) payment_requests, payment_request_acts, payees')
  return { project: code, body }
}

const raise = (message: string): never => {
  throw new Error(message)
}

async function firstContract(bench: Bench, project: string): Promise<string | null> {
  const { items } = await bench.call<{ items: { code: string }[] }>(
    'GET',
    'manager/contracts',
    undefined,
    project,
  )
  return items[0]?.code ?? null
}

/** The list of requests of a thousand lines, and of requests that are over budget on contracts, ÷ the list of as many plain ones. */
async function listOf(bench: Bench, payees: readonly string[]): Promise<Figure[]> {
  const list =
    ({ project }: Asked, count: number) =>
    async () =>
      void (await bench.call('GET', `${REQUESTS}?tab=waiting&per_page=${count}`, undefined, project))
  const figures: Figure[] = []
  for (const [what, count, more, means] of [
    [
      'requests of 1,000 lines ÷ of three',
      60,
      { lines: 1_000 },
      'A request for the wages of a whole crew makes nobody else wait.',
    ],
    [
      'requests over budget on a contract ÷ without one',
      69,
      { onContract: true },
      'A production that is over its budget sees its requests as quickly.',
    ],
  ] as const) {
    const large = await fillRequests(bench, payees, count, count, more)
    const plain = await fillRequests(bench, payees, count, count)
    const [a, b] = await inTurns(ROUNDS, list(large, count), list(plain, count))
    figures.push({
      what: `待我审批: ${count} ${what}`,
      goal: '≤ 3',
      ratio: (a / b).toFixed(2),
      detail: `${a.toFixed(1)} ms ÷ ${b.toFixed(1)} ms`,
      means,
    })
  }
  return figures
}

/** `approvals`: what waits for a person among many requests against few, what its counts cost other pages, and an approval against a save. */
export async function approvalFigures(bench: Bench): Promise<Figure[]> {
  const features = async (on: boolean) =>
    void (await bench.call('PUT', 'manager/company/features', { items: [{ feature: 'approval', on }] }))
  await features(true)
  const first = await bench.project()
  const payees: string[] = []
  for (let number = 0; number < PAYEES; number += 1) {
    const body = { name: `第${number}号供应商有限公司`, kind: '1' }
    payees.push((await bench.call<{ code: string }>('POST', 'manager/payees', body, first)).code)
  }
  const few = await fillRequests(bench, payees, FEW, FEW)
  const many = await fillRequests(bench, payees, MANY, FEW)
  const flood = await fillRequests(bench, payees, MANY, MANY)
  const get =
    (path: string, { project }: Asked) =>
    async () =>
      void (await bench.call('GET', path, undefined, project))
  const figures: Figure[] = []
  const figure = async (what: string, path: string, large: Asked, goal: string, means: string) => {
    const [a, b] = await inTurns(ROUNDS, get(path, large), get(path, few))
    const detail = `${a.toFixed(1)} ms ÷ ${b.toFixed(1)} ms`
    figures.push({ what, goal, ratio: (a / b).toFixed(2), detail, means })
  }
  for (const [size, large, goal] of [
    ['10,000 requests of which 100 wait ÷ 100 that wait', many, '≤ 1.5'],
    ['10,000 that wait ÷ 100', flood, ''],
  ] as const) {
    await figure(
      `待我审批, the first page: ${size}`,
      `${REQUESTS}?tab=waiting`,
      large,
      goal,
      'What waits for one comes as quickly in the last week as in the first.',
    )
    await figure(
      `its counts, which every page shows: ${size}`,
      `${REQUESTS}/counts`,
      large,
      goal,
      'The number in the menu costs no page its time.',
    )
  }
  figures.push(...(await listOf(bench, payees)))
  figures.push(await approving(bench, many))
  figures.push(await openingBeside(bench, many, features))
  return figures
}

/** An approval of the last step ÷ a save of the same payment. */
async function approving(bench: Bench, { project, body }: Asked): Promise<Figure> {
  const asked: string[] = []
  while (asked.length <= SAVES)
    asked.push(
      (await bench.call<{ code: string }>('POST', REQUESTS, { ...body, submit: true }, project)).code,
    )
  const lines = body.cost_execution_details.map((line, index) =>
    index === 0 ? { ...line, pay_amount: '100.49' } : line,
  )
  const [approve, save] = await inTurns(
    SAVES,
    async () => void (await bench.call('POST', `${REQUESTS}/${asked.pop()}/approve`, {}, project)),
    async () => void (await bench.call('POST', LIST, { ...body, cost_execution_details: lines }, project)),
  )
  return {
    what: 'approve a request of 3 lines, which books it ÷ save the payment',
    goal: '≤ 1.3',
    ratio: (approve / save).toFixed(2),
    detail: `${approve.toFixed(1)} ms ÷ ${save.toFixed(1)} ms`,
    means: 'A tap on 同意 takes no longer than saving does.',
  }
}

/** 明细 opened in a browser, with 10,000 requests and the bell, and without the feature. */
async function openingBeside(
  bench: Bench,
  { project }: Asked,
  features: (on: boolean) => Promise<void>,
): Promise<Figure> {
  const profile = await mkdtemp(join(tmpdir(), 'pianzhang-bench-browser-'))
  const visitor = await Visitor.of(bench, profile, project)
  const rows = new Map<boolean, number[]>([
    [true, []],
    [false, []],
  ])
  try {
    // V8 caches compiled code for files that were loaded twice.
    for (let round = -3; round < OPENINGS; round += 1)
      for (const on of round % 2 ? [true, false] : [false, true]) {
        await features(on)
        const { row } = await visitor.open(1)
        if (round >= 0) rows.get(on)?.push(row)
      }
  } finally {
    await visitor.close()
    await features(true)
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  const [on, off] = [true, false].map((one) => median(rows.get(one) ?? [])) as [number, number]
  return {
    what: '明细 opened again with 10,000 requests, the number in the menu and the bell: navigation → first row painted ÷ that without the feature',
    goal: '≤ 1.05',
    ratio: (on / off).toFixed(2),
    detail: `${on.toFixed(0)} ms ÷ ${off.toFixed(0)} ms, ${OPENINGS} each`,
    means: 'Pages that show no request open as before.',
  }
}
