import { setTimeout as sleep } from 'node:timers/promises'
import { yuan } from '@pianzhang/contract/money'
import { afterAll, afterEach, describe, expect, onTestFailed, test } from 'vitest'
import { seeded } from '../../src/start/demo/random.ts'
import { companyOn } from '../harness/company-on.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { hasPatroni, PatroniCluster, until } from '../machines/patroni.ts'
import { endServers, startServer } from '../processes/server-process.ts'
import { Writer } from './writer.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const WRITERS = 6
/** Longest time without a primary: Patroni's ttl (20 s), one round of its loop, and HAProxy's health checks. */
const LONGEST_WAIT_MS = 30_000

/** Connections to a replica whose last statement read a chart's sums. */
const LAST_CHARTS = `select pid from pg_stat_activity
  where application_name = 'pianzhang-replica' and query like '%project_sums%'`

let cluster: PatroniCluster | undefined
afterEach(endServers)
afterAll(() => cluster?.stop())

describe.skipIf(!hasPatroni('fail-over of the database'))('fail-over by Patroni', () => {
  test('a killed primary is replaced, people wait at most 30 s, and no acknowledged payment is lost', async () => {
    cluster = await PatroniCluster.start()
    const { primaryUrl, replicaUrl } = cluster
    const random = seeded(SEED)
    const server = startServer({
      DATABASE_URL: primaryUrl,
      DATABASE_READ_URL: replicaUrl,
      SECRET: 'a-secret-of-the-tests',
      DEMO: '0',
    })
    onTestFailed(() => console.error(`SEED=${SEED}\n${cluster?.logs()}\n${server.output().slice(-3_000)}`))
    const address = await server.ready()
    const owner = await companyOn(() => address, primaryUrl)
    const writers: Writer[] = []
    const outages: number[] = []
    // Patroni notices at once when its PostgreSQL ends; when the whole node is gone, the others wait until its lease in etcd expires.
    for (const whole of [false, true]) {
      let over = false
      const round = Array.from({ length: WRITERS }, (_, n) => new Writer(owner, `${whole}-${n}`, random))
      writers.push(...round)
      const writing = Promise.all(round.map((writer) => writer.write(() => over)))
      writing.catch(() => undefined)
      await until('writes', async () => round.every(({ tally }) => tally.answered > 5))
      const old = (await cluster.primary()) ?? ''
      const began = Date.now()
      await cluster.kill(old, whole)
      const words = await refusal(() => owner.who.get('/cost_executions', { per_page: 1 }))
      expect(words).toEqual({ status: 503, code: 503, msg: '服务暂时不可用，请稍后重试' })
      const before = round.map(({ tally }) => tally.answered)
      const goOn = until('writes after the fail-over', async () =>
        round.every(({ tally }, n) => tally.answered > (before[n] ?? 0) + 1),
      )
      // Before `over` is set `writing` can only reject, by a writer's error.
      await Promise.race([goOn, writing])
      outages.push(Date.now() - began)
      expect(await cluster.primary()).not.toBe(old)
      over = true
      await writing
      for (const writer of round) await writer.repeat()
      if (whole) cluster.startNode(old)
      await cluster.whole()
      const promised = writers.flatMap(({ acknowledged }) =>
        [...acknowledged].flatMap(([key, payment]) =>
          payment
            ? [{ payer: key, code: payment.code, version: payment.version, amount: yuan(payment.fen) }]
            : [],
        ),
      )
      const rows = await ask<{ payer: string; code: string; version: number; fen: string }>(
        primaryUrl,
        'select payer, code, version, pay_amount::text as fen from payments',
      )
      const written = rows.map(({ fen, ...row }) => ({ ...row, amount: yuan(BigInt(fen)) }))
      const byPayer = (a: { payer: string }, b: { payer: string }) => (a.payer < b.payer ? -1 : 1)
      expect(written.toSorted(byPayer)).toEqual(promised.toSorted(byPayer))
      await expectTotalsTrue(owner.who, primaryUrl, owner.project)
      // HAProxy alternates between the replicas, so the query is repeated until it reaches the replica that answered the charts.
      await expect.poll(() => ask(replicaUrl, LAST_CHARTS), { timeout: 20_000 }).not.toEqual([])
    }
    console.log(
      `fail-over: writes went on after ${outages.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}`,
    )
    expect(Math.max(...outages)).toBeLessThan(LONGEST_WAIT_MS)
    expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  })
})

/** Repeats the call until its answer is not 200; returns that answer. */
async function refusal(call: () => Promise<{ status: number; code: number; msg: string }>) {
  for (;;) {
    const { status, code, msg } = await call()
    if (status !== 200) return { status, code, msg }
    await sleep(20)
  }
}
