import { spread } from '../apps/server/src/operator/spread/spread.ts'
import { migrate } from '../apps/server/src/platform/database/migrations/migrate.ts'
import { companyOn, type Owner } from '../apps/server/test/harness/company-on.ts'
import { citusDatabase } from '../apps/server/test/machines/citus.ts'
import { endServers, startServer } from '../apps/server/test/processes/server-process.ts'

// What a spread database costs: the same requests on a plain and on a spread database of the cluster of TEST_CITUS_URL, one after the other
// in turns, so that both see the same machine. `TEST_CITUS_URL=… node bench/spread.ts`.
const ROUNDS = 60
const BEFORE = 300
const PEOPLE = 10
const SECONDS = 8

const KINDS = ['plain', 'spread'] as const
type Kind = (typeof KINDS)[number]

const body = ({ line }: Owner, lines = 2) => ({
  pay_at: '2026-11-21',
  payer: '北京影视器材有限公司',
  cost_execution_details: Array.from({ length: lines }, () => ({ ...line, pay_amount: '100.00' })),
})

const REQUESTS: Record<string, (owner: Owner) => Promise<{ code: number }>> = {
  save: (owner) => owner.who.post('/cost_executions', body(owner)),
  list: ({ who }) => who.get('/cost_executions'),
  'chart of subjects': ({ who }) => who.get('/cost_executions/dashboard/subject_three'),
}

async function open(kind: Kind): Promise<{ owner: Owner; drop(): Promise<void> }> {
  const database = await citusDatabase()
  await migrate(database.url)
  if (kind === 'spread') await spread(database.url)
  const server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-bench' })
  const address = await server.ready()
  const owner = await companyOn(() => address, database.url)
  for (let n = 0; n < BEFORE; n += 1) await owner.who.post('/cost_executions', body(owner))
  return { owner, drop: database.drop }
}

async function timed(run: () => Promise<{ code: number }>): Promise<number> {
  const began = performance.now()
  const { code } = await run()
  if (code !== 0) throw new Error(`answered ${code}`)
  return performance.now() - began
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function savesPerSecond(owner: Owner): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let saved = 0
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      while (performance.now() < end) {
        await timed(() => owner.who.post('/cost_executions', body(owner)))
        saved += 1
      }
    }),
  )
  return saved / SECONDS
}

const opened = { plain: await open('plain'), spread: await open('spread') }
try {
  for (const [name, request] of Object.entries(REQUESTS)) {
    const times: Record<Kind, number[]> = { plain: [], spread: [] }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const kind of KINDS) times[kind].push(await timed(() => request(opened[kind].owner)))
    console.log(
      `${name}: plain ${median(times.plain).toFixed(1)} ms, spread ${median(times.spread).toFixed(1)} ms`,
    )
  }
  const rates: Record<Kind, number[]> = { plain: [], spread: [] }
  for (let round = 0; round < 3; round += 1)
    for (const kind of KINDS) rates[kind].push(await savesPerSecond(opened[kind].owner))
  console.log(
    `saves of ${PEOPLE} people a second: plain ${median(rates.plain).toFixed(0)}, spread ${median(rates.spread).toFixed(0)}`,
  )
} finally {
  await endServers()
  for (const kind of KINDS) await opened[kind].drop()
}
