import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { runningPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { expectPosted } from '../books/petty-cash/write-off/helpers.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import type { Answer } from '../harness/harness.ts'
import { hold, untilWaiting } from '../harness/hold.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { killDatabase } from '../processes/process.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

/** Tables in the order in which a write-off writes them. A lock on one of them stops the write-off there, and then it is killed. */
const STOPS = [
  'write_offs',
  'payments',
  'payment_lines',
  'petty_cash_payments',
  'payment_line_attachments',
  'audit_logs',
]
/** The number of kills at a random moment, some of which hit the commit. */
const ANYWHERE = 4
const DETAILS = 500
const LACKING = 25
/** The latest random moment of a kill, in milliseconds: about as long as the write-off takes on an idle machine. */
const LATEST_KILL_MS = 100
const PATH = '/imprests/write_offs'
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

afterAll(endServers)

let server: ServerProcess
let address: string
const databaseUrl = () => runningPostgres(server.dataDir)?.url ?? ''

async function start(dataDir?: string): Promise<void> {
  server = startServer({ DEMO: '0' }, dataDir)
  address = await server.ready()
}

/** Kills the server, or its database, which the server starts again. `release` frees the lock that stopped the write-off, after the kill. */
const KILLS = {
  server: async (release: () => Promise<void>) => {
    await server.tell('SIGKILL')
    await release()
    await start(server.dataDir)
  },
  database: async (release: () => Promise<void>) => {
    const { pid = 0 } = runningPostgres(server.dataDir) ?? {}
    killDatabase(pid)
    await release()
    await expect.poll(() => runningPostgres(server.dataDir)?.pid ?? pid, { timeout: 30_000 }).not.toBe(pid)
  },
}

/** Opens details by plain SQL: copies of one that lacks nothing, and some without pictures. */
async function openDetails(projectId: string, round: number): Promise<void> {
  await ask(
    databaseUrl(),
    `with file as (
       insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at)
       select $1, 'file-' || $2, '凭证.png', 10, 'png', 'file-' || $2, false, (select min(id) from users), 'file-' || $2, now()
       returning id),
     detail as (
       insert into petty_cash (project_id, code, pay_at, payer, subject_id, pay_channel, voucher_category, face_tax_rate,
         pay_amount, creator_id, created_at, updated_at)
       select $1, 'BYJ-' || $2 || '-' || g, date '2026-11-01' + g % 28, '付款方' || g % 50, s.id, 1, 1 + g % 16, '6%',
         100 + g, (select min(id) from users), now(), now()
       from generate_series(1, $3::int) g,
         (select min(id) as id from subjects where project_id = $1 and category = 2) s
       returning id, code)
     insert into petty_cash_attachments (project_id, petty_cash_id, attachment_id, position)
     select $1, d.id, f.id, 1 from detail d, file f
     where substring(d.code from '[0-9]+$')::int > $4`,
    [projectId, String(round), DETAILS + LACKING, LACKING],
  )
}

/** Repeats the POST with the same Idempotency-Key until the server answers; `lost`: how many calls got no answer, or 503. */
async function throughKills(owner: Owner, key: string): Promise<{ answer: Answer; lost: number }> {
  for (let lost = 0; ; lost += 1) {
    const answer = await owner.who.post(PATH, undefined, { 'idempotency-key': key }).catch(() => null)
    if (answer && answer.status !== 503) return { answer, lost }
    expect(lost, 'the write-off gets no answer').toBeLessThan(600)
    await sleep(100)
  }
}

test('killed in the middle again and again, a write-off posts each detail once or none', async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const random = seeded(SEED)
  await start()
  const owner = await companyOn(() => address, databaseUrl())
  const [project] = await ask<{ id: string }>(
    databaseUrl(),
    'select id::text as id from projects where code = $1',
    [owner.project],
  )
  const projectId = project?.id ?? ''
  const rounds = [...STOPS, ...Array<null>(ANYWHERE).fill(null)]
  for (const [index, stop] of rounds.entries()) {
    const round = index + 1
    await openDetails(projectId, round)
    const holder = stop ? await hold(databaseUrl(), `lock table ${stop} in share mode`) : null
    const writing = throughKills(owner, `round-${round}`)
    // Awaited below; until then a rejection must not count as unhandled.
    writing.catch(() => undefined)
    if (holder) await untilWaiting(databaseUrl())
    else await sleep(random.int(0, LATEST_KILL_MS))
    await KILLS[round % 3 === 0 ? 'database' : 'server'](async () => holder?.release())
    const { answer, lost } = await writing
    if (stop) expect(lost, `killed while it writes ${stop}`).toBeGreaterThan(0)
    expect(answer).toMatchObject({
      code: 0,
      data: { total_quantity: DETAILS + LACKING * round, succeeded_quantity: DETAILS },
    })
    expect(await expectPosted(databaseUrl(), BigInt(projectId)), `round ${round}`).toEqual({
      details: (DETAILS + LACKING) * round,
      writtenOff: DETAILS * round,
    })
    const { data } = await owner.who.get(PATH)
    expect(data.listTotal, `history of round ${round}`).toBe(round)
    expect(data.items[0]).toMatchObject({
      succeed_quantity: DETAILS,
      imprest_amount_yuan: answer.data.imprest_amount,
    })
  }
  await expectTotalsTrue(owner.who, databaseUrl(), owner.project)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
})
