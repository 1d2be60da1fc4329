import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { openDatabase, Pools } from '../../src/platform/database/database.ts'
import { DEMO_COMPANY } from '../../src/start/demo/people.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { png } from '../base/attachments/helpers.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import { expectSumsTrue } from '../books/payments/sums.ts'
import { promised, Writer, written } from '../faults/writer.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { emptyDatabase } from '../harness/database.ts'
import { addPerson } from '../harness/harness.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { installed } from '../machines/programs.ts'
import { remote } from '../machines/remote.ts'
import { startServer } from '../processes/server-process.ts'
import { Colleague, logIn, type Site, send, streamed } from './colleague.ts'
import { Fleet, NAMES } from './fleet.ts'
import { SERVED_BY } from './haproxy.ts'
import { Listener } from './listener.ts'
import { type Pooler, startPgbouncer, tracksStatements } from './pgbouncer.ts'
import { expectColleaguesWork, expectLoggedOnce, expectNumbersUnique } from './truth.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const WRITERS = 3
const COLLEAGUES = 5
/** Actions of each colleague; a server is killed after half of them. */
const ACTIONS = 24
/** Fewer connections than concurrent writes, so that writes wait for connections. */
const POOL_SIZE = 10

const WAYS: { name: string; programs: Record<string, string>; pooled: boolean }[] = [
  { name: 'on one PostgreSQL', programs: { haproxy: 'haproxy' }, pooled: false },
  {
    name: 'through PgBouncer in transaction mode',
    programs: { haproxy: 'haproxy', pgbouncer: 'pgbouncer' },
    pooled: true,
  },
]

for (const { name, programs, pooled } of WAYS)
  describe.skipIf(!installed(`three servers behind HAProxy ${name}`, programs))(
    `three servers ${name}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'pianzhang-servers-'))
      let database: { url: string; drop(): Promise<void> }
      let pooler: Pooler | undefined
      let pools: Pools
      let fleet: Fleet
      let site: Site
      let owner: Owner
      let projectId: bigint
      let phones: string[]

      beforeAll(async () => {
        database = await emptyDatabase()
        pooler = pooled ? await startPgbouncer(folder, database.url, POOL_SIZE) : undefined
        fleet = await Fleet.start({
          databaseUrl: pooler?.url ?? database.url,
          directUrl: database.url,
          env: { DEMO: '1' },
        })
        site = { address: fleet.address, databaseUrl: database.url }
        owner = await companyOn(() => fleet.address, database.url)
        pools = new Pools(database.url)
        const db = openDatabase(pools.open({ max: 2 }))
        const project = await db
          .selectFrom('projects')
          .select(['id', 'company_id'])
          .where('code', '=', owner.project)
          .executeTakeFirstOrThrow()
        projectId = project.id
        const all = ['read', 'write', 'delete']
        const grants = { cost_execution: all, imprest: all, audit_log: ['read'] }
        const ids: bigint[] = []
        for (let n = 0; n <= COLLEAGUES; n += 1)
          ids.push(await addPerson(db, project.company_id, grants, [owner.project]))
        const people = await db.selectFrom('users').select('phone').where('id', 'in', ids).execute()
        phones = people.map(({ phone }) => phone)
      })
      afterAll(async () => {
        await fleet?.end()
        await pooler?.stop()
        await pools?.end()
        await database?.drop()
        rmSync(folder, { recursive: true, force: true })
      })

      /** Three calls at once, one for each server. */
      const threeTimes = <T>(call: () => Promise<T>) => Promise.all(NAMES.map(call))

      test('started at once on an empty database, they migrate it and make one demo company', async () => {
        const [companies] = await ask<{ n: number }>(
          database.url,
          'select count(*)::int4 as n from companies where name = $1',
          [DEMO_COMPANY],
        )
        expect(companies).toEqual({ n: 1 })
        for (const server of NAMES) expect(fleet.server(server).output()).toMatch(/演示账号/)
      })

      test('a login: one server draws the captcha, another checks it, all know the session, none the captcha again', async () => {
        const phone = phones[COLLEAGUES] ?? ''
        const { answer, body, by } = await logIn(site, phone)
        expect(answer).toMatchObject({ code: 0 })
        expect(new Set(by).size, `served by ${by}`).toBe(2)
        const nobody = remote(() => site.address, { token: '', project: null })
        for (const { code, data } of await threeTimes(() => nobody.post('/sessions', body)))
          expect([code, data.errors?.[0]?.field]).toEqual([422, 'captcha'])
        const who = remote(() => site.address, { token: answer.data.token, project: owner.project })
        const seen = await threeTimes(() => who.get('/sessions/profile'))
        expect(seen.map(({ code }) => code)).toEqual([0, 0, 0])
        expect(new Set(seen.map(({ headers }) => headers[SERVED_BY])).size).toBe(3)
        expect(await who.delete('/sessions')).toMatchObject({ code: 0 })
        const ended = await threeTimes(() => who.get('/sessions/profile'))
        expect(ended.map(({ status }) => status)).toEqual([401, 401, 401])
      })

      test('five wrong passwords on different servers lock the account on all of them', async () => {
        const phone = phones[COLLEAGUES] ?? ''
        for (let tries = 0; tries < 5; tries += 1)
          expect((await logIn(site, phone, 'wrong-password')).answer).toMatchObject({ code: 422 })
        const locked = await threeTimes(async () => (await logIn(site, phone)).answer.status)
        expect(locked).toEqual([429, 429, 429])
      })

      test('an upload token of one server is used at another, once', async () => {
        const { answer, again } = await send(owner.who, await png(), '凭证.png')
        expect(answer).toMatchObject({ code: 0 })
        for (const { code } of await threeTimes(again)) expect(code).toBe(422)
        const links = await threeTimes(() => fetch(answer.data.file_url))
        expect(links.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(new Set(links.map(({ headers }) => headers.get(SERVED_BY))).size).toBe(3)
      })

      test('the same write and the same import sent to all three at once are done once', async () => {
        const body = {
          pay_at: '2026-11-21',
          payer: '三次',
          cost_execution_details: [{ ...owner.line, pay_amount: '3.00' }],
        }
        const answers = await threeTimes(() =>
          owner.who.post('/cost_executions', body, { 'idempotency-key': 'three-at-once' }),
        )
        expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
        expect(new Set(answers.map(({ headers }) => headers[SERVED_BY])).size).toBe(3)
        const { answer } = await send(owner.who, await bookOf([{ ...RIGHT, payer: '一次导入' }]), '付款.xlsx')
        const imports = await threeTimes(() =>
          streamed(site, owner, owner.token, '/cost_executions/import', answer.data.code),
        )
        expect(new Set(imports.map(({ import_code }) => import_code)).size).toBe(1)
        const rows = await ask(
          database.url,
          "select payer, count(*)::int4 as n from payments where payer in ('三次', '一次导入') group by 1 order by 1",
        )
        expect(rows).toEqual([
          { payer: '一次导入', n: 1 },
          { payer: '三次', n: 1 },
        ])
      })

      test('twice as many writes at once as a server has connections are all answered, with numbers of their own', async () => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            owner.who.post('/cost_executions', {
              pay_at: '2026-11-21',
              payer: `同时-${n}`,
              cost_execution_details: [{ ...owner.line, pay_amount: '1.00' }],
            }),
          ),
        )
        expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
        expect(new Set(answers.map(({ data }) => data.code)).size).toBe(40)
        // Without DATABASE_PREPARE the servers find out whether the pooler tracks prepared statements.
        const noticed = () =>
          NAMES.some((server) => fleet.server(server).output().includes('DATABASE_PREPARE=0'))
        await expect.poll(noticed).toBe(pooled && !tracksStatements())
      })

      test('the pages of all servers are told of a change and of the end of their session, whichever server made it', async () => {
        const { answer } = await logIn(site, phones[0] ?? '')
        const session = { token: answer.data.token, project: owner.project }
        const listeners = NAMES.map(() => new Listener(site.address, session))
        await expect.poll(() => new Set(listeners.flatMap(({ servedBy }) => servedBy)).size).toBe(3)
        const body = { pay_at: '2026-11-21', payer: '都听见', pay_channel: '2', pay_amount: '1.00' }
        const { subject_three_code } = owner.line
        expect(await owner.who.post('/imprests', { ...body, subject_three_code })).toMatchObject({ code: 0 })
        await expect
          .poll(() => listeners.map(({ heard }) => heard.includes('imprest')))
          .toEqual([true, true, true])
        expect(await remote(() => site.address, session).delete('/sessions')).toMatchObject({ code: 0 })
        await expect.poll(() => listeners.map(({ status }) => status)).toEqual([401, 401, 401])
        await Promise.all(listeners.map((listener) => listener.end()))
      })

      if (pooled)
        test('without a direct address the pooler is refused', async () => {
          const alone = startServer({ DATABASE_URL: pooler?.url ?? '', SECRET: 'a-secret-of-the-tests' })
          expect(await alone.ended).toBe(78)
          expect(alone.output()).toMatch(/事务模式的连接池.*DATABASE_DIRECT_URL/)
        })

      test('one is killed under mixed work: what was acknowledged is there once and nothing else, each client had one lost call at most', async () => {
        onTestFailed(() => console.error(`SEED=${SEED}`))
        const before = await written(database.url, owner.project)
        let over = false
        const writers = Array.from(
          { length: WRITERS },
          (_, n) => new Writer(owner, `${SEED}-${n}`, seeded(SEED + n)),
        )
        const colleagues = phones
          .slice(0, COLLEAGUES)
          .map((phone, n) => new Colleague(site, owner, phone, seeded(SEED + 100 + n)))
        const listeners: Listener[] = []
        for (const _ of NAMES) {
          const listener = new Listener(site.address, owner)
          await expect.poll(() => listener.servedBy.length).toBe(1)
          listeners.push(listener)
        }
        for (const colleague of colleagues) await colleague.begin()
        const writing = Promise.all(writers.map((writer) => writer.write(() => over)))
        writing.catch(() => undefined)
        const { promise: halfDone, resolve: kill } = Promise.withResolvers<void>()
        let done = 0
        const working = Promise.all(
          colleagues.map(async (colleague) => {
            for (let turn = 0; turn < ACTIONS; turn += 1) {
              await colleague.act()
              done += 1
              if (done === (COLLEAGUES * ACTIONS) / 2) kill()
            }
          }),
        )
        working.catch(kill)
        await halfDone
        expect(await fleet.server('b').tell('SIGKILL')).toMatchObject({ status: null })
        await fleet.down('b')
        await fleet.restart('b')
        await working
        over = true
        await writing

        const clients = [...writers, ...colleagues]
        const lost = clients.map(({ tally }) => tally.lost)
        console.log(
          `${name}: ${clients.reduce((sum, { tally }) => sum + tally.answered, 0)} calls answered, lost by each client: ${lost}`,
        )
        expect(Math.max(...lost), JSON.stringify(colleagues.map(({ losses }) => losses))).toBeLessThanOrEqual(
          1,
        )
        for (const writer of writers) await writer.repeat()
        expect(await written(database.url, owner.project)).toEqual({ ...before, ...promised(writers) })
        await expectColleaguesWork(database.url, projectId, colleagues)
        expect(await expectTotalsTrue(owner.who, database.url, owner.project)).toBeGreaterThan(0)
        expect(await expectSumsTrue(openDatabase(pools.open({ max: 1 })), projectId)).toBeGreaterThan(0)
        await expectNumbersUnique(database.url, projectId)
        await expectLoggedOnce(database.url, projectId)
        // Only the streams of the killed server were opened again.
        for (const { servedBy } of listeners) expect(servedBy.length).toBeLessThanOrEqual(2)
        expect(listeners.filter(({ servedBy }) => servedBy[0] === 'b')).toMatchObject([
          { servedBy: { length: 2 } },
        ])
        await Promise.all(listeners.map((listener) => listener.end()))
        for (const server of NAMES) {
          const { status, seconds } = await fleet.server(server).tell('SIGTERM')
          expect([status, seconds < 19]).toEqual([0, true])
        }
      })
    },
  )
