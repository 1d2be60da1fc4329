import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { runningPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { companyOn, type Owner, uploadTo } from '../harness/company-on.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'
import { promised, Writer, written } from './writer.ts'

const ROUNDS = 20
const WRITERS = 6
const ROWS = 300
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

afterAll(endServers)

let server: ServerProcess
let address: string
const databaseUrl = () => runningPostgres(server.dataDir)?.url ?? ''

/** Starts the server, or starts it again on the data folder of the one before, without any repair by hand. */
async function start(dataDir?: string): Promise<void> {
  server = startServer({ DEMO: '0' }, dataDir)
  address = await server.ready()
}

const KILLS = {
  server: async () => {
    await server.tell('SIGKILL')
    await start(server.dataDir)
  },
  database: async () => {
    const { pid = 0 } = runningPostgres(server.dataDir) ?? {}
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => runningPostgres(server.dataDir)?.pid ?? pid, { timeout: 30_000 }).not.toBe(pid)
  },
  both: async () => {
    const { pid = 0 } = runningPostgres(server.dataDir) ?? {}
    process.kill(pid, 'SIGKILL')
    await server.tell('SIGKILL')
    await start(server.dataDir)
  },
}

/** Imports the file, again after each kill: its rows must be there completely or not at all, and in the end once. */
async function importThrough(owner: Owner, file: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await owner.who
      .post('/cost_executions/import', { attachment_code: file })
      .catch(() => null)
    if (answer && answer.status !== 503) {
      expect(answer.data).toMatchObject({ status: 'succeeded', total: ROWS })
      return
    }
    expect(tries, 'the import gets no answer').toBeLessThan(600)
    await sleep(100)
  }
}

test('killed 20 times under writes, the server and the database keep every acknowledged payment once', async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  await start()
  const owner = await companyOn(() => address, databaseUrl())
  const everyone: Writer[] = []
  const book = await bookOf(
    Array.from({ length: ROWS }, (_, n) => ({ ...RIGHT, sequence: `${n}`, payer: '导入' })),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seeded(SEED + round)
    const how = (['server', 'database', 'server', 'database', 'both'] as const)[round % 5] ?? 'both'
    let over = false
    const writers = Array.from({ length: WRITERS }, (_, n) => new Writer(owner, `${round}-${n}`, random))
    const writing = Promise.all(writers.map((writer) => writer.write(() => over)))
    // A rejection is reported at the end of the round; until then it must not count as unhandled and end the process.
    writing.catch(() => undefined)
    const file = await uploadTo(owner.who, book)
    await sleep(random.int(0, 600))
    const importing = importThrough(owner, file)
    importing.catch(() => undefined)
    await sleep(random.int(0, 120))
    await KILLS[how]()
    await sleep(200)
    over = true
    await writing
    await importing
    everyone.push(...writers)
    for (const writer of writers) await writer.repeat()
    expect(await written(databaseUrl(), owner.project), `after round ${round}, ${how} killed`).toEqual(
      promised(everyone),
    )
    const [imported] = await ask<{ count: number }>(
      databaseUrl(),
      'select count(*)::int4 as count from payments where import_id is not null',
    )
    expect(imported?.count, `after round ${round}, ${how} killed`).toBe((round + 1) * ROWS)
    await expectTotalsTrue(owner.who, databaseUrl(), owner.project)
  }
  // Otherwise no call was under way when the server died, and the test shows nothing.
  const lost = everyone.reduce((sum, { tally }) => sum + tally.lost, 0)
  const answered = everyone.reduce((sum, { tally }) => sum + tally.answered, 0)
  expect(lost).toBeGreaterThan(ROUNDS)
  expect(answered).toBeGreaterThan(ROUNDS * 10)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
})
