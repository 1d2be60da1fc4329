import { newCode } from '../apps/server/src/platform/codes.ts'
import { type Bench, type Figure, inTurns, median } from './bench.ts'
import { DAYS, fillLedger, KEYWORD, LEVEL_ONE, PAYER } from './ledger.ts'
import { perSecond } from './load.ts'
import { explained, Replay, recordRequest, type Statement, writePlans } from './replay.ts'

export const CONNECTIONS = 10
const ROUND_MS = 4_000
const ROUNDS = 3
/** Warm-up rounds: V8 has yet to compile the server, and PostgreSQL caches a generic plan only after five executions. */
const WARM_UP = 4
export const LIST = 'manager/cost_executions'

export interface Ledgers {
  small: string
  large: string
}

let filled: Promise<Ledgers> | undefined
/** A project with 10,000 lines and one with 1,000,000, filled once for all parts. */
export function ledgers(bench: Bench): Promise<Ledgers> {
  filled ??= (async () => ({
    small: await fillLedger(bench, 10_000),
    // BENCH_LINES shrinks it for a trial of the bench itself; the ratios then mean nothing.
    large: await fillLedger(bench, Number(process.env.BENCH_LINES ?? 1_000_000)),
  }))()
  return filled
}

const listPath = (values: Record<string, string>) => `${LIST}?${new URLSearchParams(values)}`

/** Latency of a GET on the large ledger ÷ on the small one, measured alternately. */
async function growth(
  bench: Bench,
  what: string,
  goal: string,
  path: (project: string) => Promise<string> | string,
  means: string,
): Promise<Figure> {
  const { small, large } = await ledgers(bench)
  const paths = { small: await path(small), large: await path(large) }
  const [largeMs, smallMs] = await inTurns(
    15,
    async () => void (await bench.call('GET', paths.large, undefined, large)),
    async () => void (await bench.call('GET', paths.small, undefined, small)),
  )
  return {
    what,
    goal,
    ratio: (largeMs / smallMs).toFixed(2),
    detail: `${largeMs.toFixed(1)} ms ÷ ${smallMs.toFixed(1)} ms`,
    means,
  }
}

/** Requests per second ÷ replays per second of the same statements by the bare driver. `change` renews values that must be unique. */
async function againstDriver(
  bench: Bench,
  statements: readonly Statement[],
  ours: () => Promise<void>,
  change?: () => (value: unknown) => unknown,
): Promise<Pick<Figure, 'ratio' | 'detail'>> {
  const workers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Replay.open(bench, statements)))
  const rates: [number[], number[]] = [[], []]
  for (let round = 1 - WARM_UP; round <= ROUNDS; round += 1) {
    const product = await perSecond(CONNECTIONS, ROUND_MS, ours)
    const bare = await perSecond(CONNECTIONS, ROUND_MS, (worker) =>
      (workers[worker] as Replay).send(change?.()),
    )
    if (round < 1) continue
    rates[0].push(product)
    rates[1].push(bare)
  }
  for (const worker of workers) await worker.close()
  const [product, bare] = rates.map(median) as [number, number]
  return { ratio: (product / bare).toFixed(2), detail: `${product.toFixed(0)}/s ÷ ${bare.toFixed(0)}/s` }
}

/** `list`: the list, its pages and its filters. */
export async function listFigures(bench: Bench): Promise<Figure[]> {
  const { large } = await ledgers(bench)
  const first = { method: 'GET', path: `${LIST}?page=1`, project: large } as const
  const statements = await recordRequest(bench, first)
  const far = { ...first, path: `${LIST}?page=1000` }
  const filters = filtersOf(bench)
  const searched = await filters[0]!.path(large)
  await writePlans('list', [
    await explained(bench, 'The first page, every statement', statements),
    await explained(bench, 'Page 1,000', (await recordRequest(bench, far)).slice(1)),
    await explained(
      bench,
      'A keyword of two characters',
      (await recordRequest(bench, { ...first, path: searched })).slice(1),
    ),
  ])
  const [farMs, firstMs] = await inTurns(
    15,
    async () => void (await bench.call('GET', far.path, undefined, large)),
    async () => void (await bench.call('GET', first.path, undefined, large)),
  )
  const figures: Figure[] = [
    {
      what: 'first page of the list, 10 connections: requests/s ÷ its statements prepared by the bare driver',
      goal: '≥ 0.5',
      ...(await againstDriver(bench, statements, () => bench.load('GET', first.path, undefined, large))),
      means: 'The database is what takes the time: the server adds little for ten people at once.',
    },
    await growth(
      bench,
      'the same page with count and sums, 1,000,000 ÷ 10,000 lines',
      '≤ 1.5',
      () => first.path,
      'The ledger of a long series opens as quickly as that of a short film.',
    ),
    {
      what: 'page 1,000 ÷ page 1',
      goal: '≤ 4',
      ratio: (farMs / firstMs).toFixed(2),
      detail: `${farMs.toFixed(1)} ms ÷ ${firstMs.toFixed(1)} ms`,
      means: 'Paging far back does not become a wait.',
    },
  ]
  for (const { what, path, means } of filters)
    figures.push(await growth(bench, `${what}, 1,000,000 ÷ 10,000 lines`, '≤ 4', path, means))
  return figures
}

const filtersOf = (bench: Bench): Filter[] => [
  {
    what: 'a keyword of two characters',
    path: () => listPath({ keywords: KEYWORD }),
    means: 'Two characters of a summary find their payments at once.',
  },
  {
    what: 'a keyword without hits',
    path: () => listPath({ keywords: '海底' }),
    means: 'That there is nothing is known as quickly.',
  },
  {
    what: 'a date range',
    path: () => listPath({ start_pay_at: DAYS[0], end_pay_at: DAYS[1] }),
    means: 'A week is a week, however long the project.',
  },
  {
    what: 'a subject of level one',
    path: async (project) => {
      const { items } = await bench.call<{ items: { label: string; value: string }[] }>(
        'GET',
        'manager/selects/subject_trees',
        undefined,
        project,
      )
      return listPath({
        'subject_three_codes[]': items.find(({ label }) => label.startsWith(LEVEL_ONE))?.value ?? '',
      })
    },
    means: 'What a department spent comes without waiting, with its sum.',
  },
  {
    what: 'a payer',
    path: () => listPath({ 'payers[]': PAYER }),
    means: 'The account of one supplier is there at once.',
  },
]

interface Filter {
  what: string
  path: (project: string) => Promise<string> | string
  means: string
}

/** `statistics`: every figure of the page, without and with a filter by voucher types. */
export async function statisticsFigures(bench: Bench): Promise<Figure[]> {
  const { large } = await ledgers(bench)
  const charts = [
    ['total', 'total_amount'],
    ['subjects of level one', 'subject_one'],
    ['subjects of level two', 'subject_two'],
    ['subjects of level three', 'subject_three'],
    ['payers', 'payer'],
    ['payment types', 'pay_category'],
    ['voucher types', 'voucher_category'],
  ] as const
  const figures: Figure[] = []
  const plans: string[] = []
  for (const [what, chart] of charts)
    for (const [filtered, query] of [
      ['', ''],
      [', two voucher types', '?voucher_categories[]=1&voucher_categories[]=4'],
    ] as const) {
      const path = `${LIST}/dashboard/${chart}${query}`
      figures.push(
        await growth(
          bench,
          `statistics: ${what}${filtered}, 1,000,000 ÷ 10,000 lines`,
          '≤ 2',
          () => path,
          'The chart is drawn as soon as the page is there.',
        ),
      )
      plans.push(
        await explained(
          bench,
          what + filtered,
          (await recordRequest(bench, { method: 'GET', path, project: large })).slice(1),
        ),
      )
    }
  await writePlans('statistics', plans)
  return figures
}

/** `save`: a payment of three lines. */
export async function saveFigures(bench: Bench): Promise<Figure[]> {
  const { small, large } = await ledgers(bench)
  const bodies = { small: await paymentOf(bench, small), large: await paymentOf(bench, large) }
  const statements = await recordRequest(bench, {
    method: 'POST',
    path: LIST,
    project: large,
    body: bodies.large,
  })
  await writePlans('save', [await explained(bench, 'A payment of three lines, every statement', statements)])
  const rate = await againstDriver(
    bench,
    statements,
    () => bench.load('POST', LIST, bodies.large, large),
    renewing(statements),
  )
  const [largeMs, smallMs] = await inTurns(
    60,
    async () => void (await bench.call('POST', LIST, bodies.large, large)),
    async () => void (await bench.call('POST', LIST, bodies.small, small)),
  )
  return [
    {
      what: 'save a payment of 3 lines, 10 connections: requests/s ÷ its statements prepared by the bare driver',
      goal: '≥ 0.5',
      ...rate,
      means: 'Ten clerks save without noticing each other.',
    },
    {
      what: 'the same save, 1,000,000 ÷ 10,000 lines',
      goal: '≤ 1.3',
      ratio: (largeMs / smallMs).toFixed(2),
      detail: `${largeMs.toFixed(1)} ms ÷ ${smallMs.toFixed(1)} ms`,
      means: 'Saving stays as quick in the last month as on the first day.',
    },
  ]
}

/** For each replay of a save: a function that replaces payment numbers and line codes, which must be unique, in a value. */
export function renewing(statements: readonly Statement[]): () => (value: unknown) => unknown {
  const used = [
    ...new Set(JSON.stringify(statements.map(({ values }) => values.map(String))).match(/FK\d{12,}/g)),
  ]
  const lines = codesOfLines(statements)
  return () => {
    const fresh = new Map([
      ...used.map((code): [string, string] => [code, `${code}-${newCode()}`]),
      ...lines.map((code): [string, string] => [code, newCode()]),
    ])
    const renew = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(renew)
      if (typeof value !== 'string') return value
      return [...fresh].reduce((text, [before, after]) => text.replaceAll(before, after), value)
    }
    return renew
  }
}

/** The line codes that the server made, from the JSON parameter that the lines are inserted from. */
const codesOfLines = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap(({ values }) => values)
    .filter(
      (value): value is string =>
        typeof value === 'string' && value.startsWith('[{') && value.includes('payment_code'),
    )
    .flatMap((value) => (JSON.parse(value) as { code: string }[]).map(({ code }) => code))

export async function paymentOf(bench: Bench, project: string) {
  const { items } = await bench.call<{ items: { code: string }[] }>(
    'GET',
    'manager/subjects?category=2&per_page=260',
    undefined,
    project,
  )
  const types = await bench.call<{ items: { value: string }[] }>(
    'GET',
    'manager/selects/pay_categories',
    undefined,
    project,
  )
  return {
    pay_at: '2026-03-15',
    payer: '第7号供应商有限公司',
    post: '制片组',
    summary: '第12场 结算',
    cost_execution_details: [1, 2, 3].map((line) => ({
      subject_three_code: items[line * 7]?.code,
      pay_channel: '2',
      pay_category_id: types.items[line]?.value,
      voucher_category: '1',
      face_tax_rate: '6%',
      pay_amount: `${line}00.50`,
    })),
  }
}
