import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFailed, test } from 'vitest'
import { percentile } from '../../../../bench/load.ts'
import { runningPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { companyOn, type Owner, uploadTo } from '../harness/company-on.ts'
import { expectTotalsTrue } from '../harness/recount.ts'
import { limitMemory } from '../machines/memory-limit.ts'
import { pathOf } from '../machines/programs.ts'
import { endServers, startServer } from '../processes/server-process.ts'
import { Clerk, newJournal, OFFICE, openOffices } from './office.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const MEGABYTES = 2048
const COMPANIES = 3
const ROWS = 100_000
/** How long people work before and after the import. */
const CALM_MS = 40_000

let remove: (() => void) | undefined
afterEach(async () => {
  await endServers()
  remove?.()
  remove = undefined
})

const book = (rows: number) =>
  bookOf(
    Array.from({ length: rows }, (_, n) => ({ ...RIGHT, sequence: `${n}`, payer: `第${n % 700}号供应商` })),
  )

/** Imports the spreadsheet into the person's project; returns how many seconds it took. */
async function imported({ who }: Owner, bytes: Buffer, rows: number): Promise<number> {
  const began = performance.now()
  const attachment_code = await uploadTo(who, bytes)
  const { data } = await who.post('/cost_executions/import', { attachment_code })
  expect(data).toMatchObject({ status: 'succeeded', total: rows })
  return (performance.now() - began) / 1000
}

/** Exports the project's payments; returns how many seconds it took. */
async function exported({ who }: Owner): Promise<number> {
  const began = performance.now()
  const { data } = await who.post('/cost_executions/export', {})
  const file = await fetch(data.file_url)
  expect(file.status).toBe(200)
  // Throws if the download breaks off.
  await file.arrayBuffer()
  return (performance.now() - began) / 1000
}

test(`a machine of ${MEGABYTES} MB: ${COMPANIES * OFFICE} colleagues at work, an import of ${ROWS} rows and an export`, async ({
  skip,
}) => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const limit = limitMemory(MEGABYTES)
  if (typeof limit === 'string') {
    console.warn(`SKIPPED: a machine of ${MEGABYTES} MB: this one lets no cgroup be made: ${limit}`)
    return skip()
  }
  remove = limit.remove
  const server = startServer({ DEMO: '0', CAPTCHA_FIXED: 'test' }, undefined, limit.within)
  const address = await server.ready()
  const databaseUrl = runningPostgres(server.dataDir)?.url ?? ''
  const offices = await openOffices(address, databaseUrl, COMPANIES)
  const accountant = await companyOn(() => address, databaseUrl)
  const bytes = await book(ROWS)

  const used = { calm: [] as number[], bulk: [] as number[] }
  let phase: keyof typeof used = 'calm'
  const sampling = setInterval(() => used[phase].push(limit.used()), 200)
  const journal = newJournal()
  const over = new AbortController()
  const clerks = offices.flatMap(({ owner, tokens }, office) =>
    tokens.map((token, n) => new Clerk(address, owner, token, seeded(SEED + office * OFFICE + n), journal)),
  )
  const work = Promise.all(clerks.map((clerk) => clerk.work(over.signal)))
  const [alone, again, took] = await (async () => {
    await sleep(CALM_MS)
    phase = 'bulk'
    const alone = await imported(accountant, bytes, ROWS)
    const other = await companyOn(() => address, databaseUrl)
    const both = await Promise.all([imported(other, bytes, ROWS), exported(accountant)])
    phase = 'calm'
    await sleep(CALM_MS)
    return [alone, ...both] as const
  })().finally(async () => {
    clearInterval(sampling)
    over.abort()
    await work
  })

  const times = [...journal.times.values()].flat()
  const most = (values: number[]) => Math.max(...values).toFixed(0)
  console.log(
    [
      `${clerks.length} colleagues, ${times.length} answers: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
      `import of ${ROWS} rows ${alone.toFixed(1)} s; beside an export of as many ${again.toFixed(1)} s, the export ${took.toFixed(1)} s`,
      `memory with PostgreSQL: at most ${most(used.calm)} MB, during imports and exports ${most(used.bulk)} MB of ${MEGABYTES}`,
    ].join('\n'),
  )
  expect(journal.errors).toEqual([])
  expect(limit.killed()).toBe(0)
  await expectTotalsTrue(accountant.who, databaseUrl, accountant.project)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
})

test('a server that may not change the priority of its database imports and exports in turns', async ({
  skip,
}) => {
  if (process.getuid?.() !== 0 || !pathOf('setpriv')) {
    console.warn('SKIPPED: a server that may not change priorities: it takes root and setpriv (util-linux)')
    return skip()
  }
  // Root without this right may change the priority of root's processes, but not of the account that PostgreSQL runs as.
  const without = ['setpriv', '--bounding-set', '-sys_nice', '--inh-caps', '-sys_nice']
  const server = startServer({ DEMO: '0' }, undefined, without)
  const address = await server.ready()
  const databaseUrl = runningPostgres(server.dataDir)?.url ?? ''
  const [one, two] = [
    await companyOn(() => address, databaseUrl),
    await companyOn(() => address, databaseUrl),
  ]
  const bytes = await book(5_000)
  await imported(one, bytes, 5_000)
  expect(server.output()).toContain('the priority of imports and exports in PostgreSQL')
  await Promise.all([imported(two, bytes, 5_000), exported(one)])
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
})
