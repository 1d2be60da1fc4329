import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { percentile } from '../../../../bench/load.ts'
import { Replay, recordRequest } from '../../../../bench/replay.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { uploadTo } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import { expectTotalsTrue } from '../harness/recount.ts'
import { memoryOfTree } from '../processes/process.ts'
import { endServers, startServer } from '../processes/server-process.ts'
import { Clerk, newJournal, OFFICE, openOffices } from './office.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** Duration; at least 80, as memory at the end of the first minute is compared with that of the last 20 seconds. */
const SECONDS = Number(process.env.LOAD_SECONDS ?? 300)
const COMPANIES = 15
const ROWS = 500
/** The list of payments, the most frequent request. */
const LIST = '/cost_executions'

let drop: (() => Promise<void>) | undefined
afterAll(async () => {
  await endServers()
  await drop?.()
})

test(`${COMPANIES * OFFICE} colleagues at work: no error, and memory stays flat`, async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const database = await cloneDatabase()
  drop = database.drop
  const server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' })
  const address = await server.ready()
  const offices = await openOffices(address, database.url, COMPANIES)
  const payers = ['北京影视器材有限公司', '横店影视城', '刘师傅']
  const book = await bookOf(
    Array.from({ length: ROWS }, (_, n) => ({ ...RIGHT, sequence: `${n}`, payer: payers[n % 3] ?? '' })),
  )
  for (const { owner } of offices) {
    const attachment_code = await uploadTo(owner.who, book)
    expect((await owner.who.post('/cost_executions/import', { attachment_code })).data).toMatchObject({
      total: ROWS,
    })
  }
  const [first] = offices
  if (!first) throw new Error('no company')
  const target = { databaseUrl: database.url, dataFolder: server.dataDir, token: first.owner.token }
  const list = { method: 'GET' as const, path: `manager${LIST}?page=1`, project: first.owner.project }
  const bare = await Replay.open(target, await recordRequest(target, list))

  const journal = newJournal()
  const over = new AbortController()
  const clerks = offices.flatMap(({ owner, tokens }, office) =>
    tokens.map((token, n) => new Clerk(address, owner, token, seeded(SEED + office * OFFICE + n), journal)),
  )
  const work = Promise.all(clerks.map((clerk) => clerk.work(over.signal)))
  const memory: number[] = []
  const sql: number[] = []
  for (let second = 0; second < SECONDS; second += 1) {
    const began = performance.now()
    await bare.send()
    sql.push(performance.now() - began)
    memory.push(memoryOfTree(server.child.pid ?? 0))
    await sleep(1_000)
  }
  over.abort()
  await work
  await bare.close()

  const lists = journal.times.get(`GET ${LIST}`) ?? []
  const all = [...journal.times.values()].flat()
  const early = mean(memory.slice(50, 70))
  const late = mean(memory.slice(-20))
  const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(0)} ms`
  console.log(
    [
      `${clerks.length} colleagues for ${SECONDS} s: ${all.length} answers (${(all.length / SECONDS).toFixed(0)}/s), ${journal.events} events`,
      `p50 ${ms(all, 0.5)}, p99 ${ms(all, 0.99)}; list of payments p50 ${ms(lists, 0.5)}, p99 ${ms(lists, 0.99)}`,
      `its bare prepared SQL meanwhile: p50 ${ms(sql, 0.5)}, p99 ${ms(sql, 0.99)}`,
      `memory ${early.toFixed(0)} MB after the first minute, ${late.toFixed(0)} MB at the end`,
    ].join('\n'),
  )
  expect(journal.errors).toEqual([])
  expect(lists.length).toBeGreaterThan(clerks.length)
  expect(journal.events).toBeGreaterThan(clerks.length)
  expect(late / early).toBeLessThanOrEqual(1.2)
  for (const { owner } of offices.slice(0, 3)) await expectTotalsTrue(owner.who, database.url, owner.project)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
})

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
