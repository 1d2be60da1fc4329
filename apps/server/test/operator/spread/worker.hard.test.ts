import { setTimeout as sleep } from 'node:timers/promises'
import { yuan } from '@pianzhang/contract/money'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { companyOn, type Owner } from '../../harness/company-on.ts'
import type { Answer } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'
import { ask, expectTotalsTrue } from '../../harness/recount.ts'
import { type Citus, on, openCitus, spreadDatabase, whyNoCitus } from '../../machines/citus.ts'
import { LocalNode } from '../../machines/citus-worker.ts'
import { until } from '../../machines/patroni.ts'
import { endServers, startServer } from '../../processes/server-process.ts'

const WORDS = { status: 503, code: 503, msg: '服务暂时不可用，请稍后重试' }
/** People of each project, and calls of each that the outage lasts at least. */
const PEOPLE = 3
const CALLS = 15

/** The first worker, if it can be killed here. */
async function firstWorker(): Promise<LocalNode | null> {
  if (whyNoCitus() !== null) return null
  const { nodes } = await openCitus(process.env.TEST_CITUS_URL ?? '')
  const worker = await LocalNode.find(nodes[1] ?? '')
  if (!worker) console.error('SKIPPED: a worker that is killed; it is on another machine, or of another user')
  return worker
}

const WORKER = await firstWorker()

/** Someone who adds payments one after the other, each until it is acknowledged, as the page repeats it: by its key. */
class Booker {
  readonly acknowledged = new Map<string, { code: string; amount: string }>()
  readonly refusals: Pick<Answer, 'status' | 'code' | 'msg'>[] = []
  readonly #owner: Owner
  readonly #name: string

  constructor(owner: Owner, name: string) {
    this.#owner = owner
    this.#name = name
  }

  async write(over: () => boolean): Promise<void> {
    while (!over()) await this.#book(`${this.#name}-${this.acknowledged.size}`)
  }

  async #book(key: string): Promise<void> {
    const fen = BigInt(this.acknowledged.size + 1)
    const lines = [fen, 10n * fen]
    const amount = yuan(11n * fen)
    const payment_lines = lines.map((one) => ({ ...this.#owner.line, pay_amount: yuan(one) }))
    const body = { pay_at: '2026-11-20', payer: key, payment_lines }
    for (;;) {
      const answer = await this.#owner.who.post('/cost_executions', body, { 'idempotency-key': key })
      const { status, code, msg, data } = answer
      if (status === 200) return void this.acknowledged.set(key, { code: data.code, amount })
      this.refusals.push({ status, code, msg })
      await sleep(50)
    }
  }
}

describe.skipIf(!WORKER)('a worker that is killed', () => {
  let database: { citus: Citus; url: string; drop(): Promise<void> }
  beforeAll(async () => {
    database = await spreadDatabase()
  })
  afterEach(endServers)
  afterAll(async () => {
    // After a failed test it may be down, and other tests use it.
    await WORKER?.start()
    await database?.drop()
  })

  const superuser = (node: string) =>
    Object.assign(new URL(node), { pathname: new URL(database.url).pathname }).href
  const idOf = async ({ project }: Owner) =>
    (await ask<{ id: string }>(database.url, 'select id::text from projects where code = $1', [project]))[0]
      ?.id
  /** Whether the project's rows are on the worker that is killed. */
  const isThere = async (owner: Owner) => {
    const rows = await ask<{ port: number }>(
      database.url,
      `select nodeport as port from citus_shards
       where table_name = 'subjects'::regclass and shardid = get_shard_id_for_distribution_column('subjects', $1::int8)`,
      [await idOf(owner)],
    )
    return String(rows[0]?.port) === new URL(database.citus.nodes[1] ?? '').port
  }
  const written = async (owner: Owner) => {
    const rows = await ask<{ payer: string; code: string; fen: string }>(
      database.url,
      'select payer, code, pay_amount::text as fen from payments where project_id = $1',
      [await idOf(owner)],
    )
    return rows.map(({ payer, code, fen }) => [payer, { code, amount: yuan(BigInt(fen)) }]).sort()
  }

  test('a write is prepared on its worker before the coordinator commits it, also when it reads first and inserts then', async () => {
    const server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests', DEMO: '0' })
    const address = await server.ready()
    const { who, line } = await companyOn(() => address, database.url)
    const coordinator = superuser(database.citus.nodes[0] ?? '')
    // Citus removes its records of prepared transactions only under this lock.
    const recovery = await hold(coordinator, 'lock table pg_dist_transaction in share update exclusive mode')
    const prepared = async () => (await on(coordinator, 'select gid from pg_dist_transaction')).length
    const body = {
      pay_at: '2026-11-20',
      payer: '王导',
      payment_lines: [{ ...line, pay_amount: '1.00' }],
    }
    const before = await prepared()
    const { code } = (await who.post('/cost_executions', body)).data
    expect(await prepared()).toBe(before + 1)
    await who.put(`/cost_executions/${code}`, { ...body, version: 1 })
    await who.delete(`/cost_executions/${code}`)
    // One for each of the three writes; none for the running number, which is taken on one server only.
    expect(await prepared()).toBe(before + 3)
    await recovery.release()
  })

  test('its projects answer 503 in words until it is back, the others go on, and what was acknowledged is there once', async () => {
    const server = startServer({
      DATABASE_URL: database.url,
      SECRET: 'a-secret-of-the-tests',
      DEMO: '0',
      LOG: '1',
    })
    onTestFailed(() => {
      const messages = server.output().match(/"code":"\w+","message":"[^"]*"/g) ?? []
      console.error([...new Set(messages)].join('\n'))
    })
    const address = await server.ready()
    const found: { hit?: Owner; spared?: Owner } = {}
    while (!found.hit || !found.spared) {
      const owner = await companyOn(() => address, database.url)
      found[(await isThere(owner)) ? 'hit' : 'spared'] ??= owner
    }
    const { hit, spared } = found
    const bookers = (owner: Owner, name: string) =>
      Array.from({ length: PEOPLE }, (_, n) => new Booker(owner, `${name}-${n}`))
    const [down, others] = [bookers(hit, 'down'), bookers(spared, 'others')]
    let over = false
    const writing = Promise.all([...down, ...others].map((one) => one.write(() => over)))
    const reached = (what: string, is: () => boolean) =>
      Promise.race([until(what, async () => is()), writing])
    await reached('payments', () => [...down, ...others].every((one) => one.acknowledged.size > 5))

    await WORKER?.kill()
    const before = others.map((one) => one.acknowledged.size)
    await reached(
      'refusals and payments while the worker is down',
      () =>
        down.every((one) => one.refusals.length > CALLS) &&
        others.every((one, n) => one.acknowledged.size > (before[n] ?? 0) + CALLS),
    )
    const { status, code, msg } = await hit.who.get('/cost_executions', { per_page: 1 })
    expect({ status, code, msg }).toEqual(WORDS)
    for (const path of ['/projects', '/sessions/profile', '/api/common/ready'])
      expect(await hit.who.get(path)).toMatchObject({ status: 200 })
    await WORKER?.start()
    const atStart = down.map((one) => one.acknowledged.size)
    await reached('payments after the start', () =>
      down.every((one, n) => one.acknowledged.size > (atStart[n] ?? 0) + CALLS),
    )
    over = true
    await writing

    // What a commit left prepared on the worker is ended by the coordinator, at the latest after `citus.recover_2pc_interval`.
    await on(superuser(database.citus.nodes[0] ?? ''), 'select recover_prepared_transactions()')
    for (const [owner, people] of [
      [hit, down],
      [spared, others],
    ] as const) {
      expect(await written(owner)).toEqual(people.flatMap((one) => [...one.acknowledged]).sort())
      await expectTotalsTrue(owner.who, database.url, owner.project)
    }
    const told = (people: Booker[]) => people.flatMap((one) => one.refusals)
    console.log(
      `${told(down).length} refusals; ${others.map((one) => one.acknowledged.size)} payments of the others`,
    )
    expect(told(others)).toEqual([])
    expect(new Set(told(down).map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(WORDS)]))
    expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  })
})
