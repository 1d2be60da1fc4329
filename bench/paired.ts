import { type Bench, type Figure, median } from './bench.ts'
import { type Earlier, startEarlier } from './earlier.ts'
import { fillLedger, KEYWORD } from './ledger.ts'
import { perSecond } from './load.ts'
import { CONNECTIONS, LIST, ledgers, paymentOf, renewing } from './payments.ts'
import { Replay, recordRequest, type Statement } from './replay.ts'

/** The version to compare with: the last commit without prepared statements. */
const COMMIT = '5c73462'
const ROUNDS = 5
export const ROUND_MS = 3_000

/** One of the two versions: its server, the project with a million lines, and the body of a save. */
interface Side {
  bench: Bench
  project: string
  body: unknown
}

type Call = (side: Side) => Promise<void>

const get =
  (path: string): Call =>
  ({ bench, project }) =>
    bench.load('GET', path, undefined, project)

const CALLS: { what: string; goal: string; call: Call }[] = [
  { what: 'the profile', goal: '≥ 2', call: get('manager/sessions/profile') },
  { what: 'the first page of the list', goal: '≥ 1.6', call: get(`${LIST}?page=1`) },
  { what: 'statistics, subjects of level one', goal: '≥ 1.6', call: get(`${LIST}/dashboard/subject_one`) },
  { what: 'statistics, total', goal: '≥ 1.6', call: get(`${LIST}/dashboard/total_amount`) },
  {
    what: 'a keyword of two characters',
    goal: '',
    call: get(`${LIST}?${new URLSearchParams({ keywords: KEYWORD })}`),
  },
  {
    what: 'a save of 3 lines',
    goal: '≥ 1.4',
    call: ({ bench, project, body }) => bench.load('POST', LIST, body, project),
  },
]

/** Measures both alternately after one warm-up round, in an order that changes each round, so that drift does not favour one. */
export async function rates(ours: () => Promise<number>, theirs: () => Promise<number>) {
  const measuredRounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = round % 2 === 0 ? await ours() : 0
    const other = await theirs()
    const both = { ours: first || (await ours()), theirs: other }
    if (round > 0) measuredRounds.push(both)
  }
  const ratios = measuredRounds.map((both) => both.ours / both.theirs)
  return {
    ratio: median(ratios).toFixed(2),
    detail: `${median(measuredRounds.map((both) => both.ours)).toFixed(0)}/s ÷ ${median(measuredRounds.map((both) => both.theirs)).toFixed(0)}/s, ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  }
}

/** `paired`: requests per second of this code and of an earlier commit, alternately, on ledgers with the same content. */
export async function pairedFigures(bench: Bench): Promise<Figure[]> {
  const earlier = await startEarlier(COMMIT)
  if (!earlier) return []
  try {
    return await compare(bench, earlier)
  } finally {
    await earlier.stop()
  }
}

async function compare(bench: Bench, earlier: Earlier): Promise<Figure[]> {
  const { large: project } = await ledgers(bench)
  const earlierProject = await fillLedger(earlier.bench, Number(process.env.BENCH_LINES ?? 1_000_000))
  const now: Side = { bench, project, body: await paymentOf(bench, project) }
  const before: Side = {
    bench: earlier.bench,
    project: earlierProject,
    body: await paymentOf(earlier.bench, earlierProject),
  }
  const figures: Figure[] = []
  for (const { what, goal, call } of CALLS) {
    const rate = (side: Side) => () => perSecond(CONNECTIONS, ROUND_MS, () => call(side))
    figures.push({
      what: `${what}, 10 connections: requests/s ÷ those of commit ${COMMIT}`,
      goal,
      ...(await rates(rate(now), rate(before))),
      means: 'The same machine serves more people.',
    })
  }
  return figures
}

/** `notify`: the statements of a save by the bare driver, and the same with NOTIFY in the transaction. */
export async function notifyFigures(bench: Bench): Promise<Figure[]> {
  const { large: project } = await ledgers(bench)
  const body = await paymentOf(bench, project)
  const statements = await recordRequest(bench, { method: 'POST', path: LIST, project, body })
  const audit = statements.findIndex(({ text }) => text.includes('"audit_logs"'))
  const notify: Statement = {
    connection: statements[audit]?.connection ?? 0,
    text: 'select pg_notify($1, $2)',
    values: ['pianzhang_bench', JSON.stringify({ project, resource: 'cost_execution', action: 'create' })],
  }
  const rate = async (sent: readonly Statement[]) => {
    const workers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Replay.open(bench, sent)))
    const renew = renewing(sent)
    return {
      run: () => perSecond(CONNECTIONS, ROUND_MS, (worker) => (workers[worker] as Replay).send(renew())),
      close: () => Promise.all(workers.map((worker) => worker.close())),
    }
  }
  const without = await rate(statements)
  const notifying = await rate(statements.toSpliced(audit + 1, 0, notify))
  const measured = await rates(without.run, notifying.run)
  await without.close()
  await notifying.close()
  return [
    {
      what: 'the statements of a save by the bare driver, 10 connections: without NOTIFY in the transaction ÷ with it',
      goal: '',
      ...measured,
      means: 'Who saves does not wait for the notices of others.',
    },
  ]
}
