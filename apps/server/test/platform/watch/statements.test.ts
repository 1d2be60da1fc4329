import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction, onOneConnection } from '../../../src/platform/database/database.ts'
import { type SlowStatement, StatementWatch } from '../../../src/platform/watch/statements.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { book } from '../../harness/ledger.ts'

let app: TestApp
let clerk: Caller
const slow = vi.fn<(one: SlowStatement) => void>()

beforeAll(async () => {
  app = await startTestApp({ SLOW_STATEMENT_MS: '250' })
  const { admin } = await app.company()
  clerk = admin.on(await newProject(admin))
  await book(clerk)
  app.services.statements.report = slow
})
beforeEach(() => slow.mockClear())
afterAll(async () => await app.close())

const modules = () => slow.mock.calls.map(([{ module }]) => module.replace(/:\d+$/, ''))
const statements = () => slow.mock.calls.map(([{ statement }]) => statement)

/** Makes the statements of `work` on a table wait for a lock for longer than the limit of slow statements. */
async function behindLock(table: string, work: () => Promise<unknown>): Promise<void> {
  const { release } = await hold(app.databaseUrl, `lock table ${table} in access exclusive mode`)
  const done = work()
  await untilWaiting(app.databaseUrl)
  await sql`select pg_sleep(0.3)`.execute(app.services.numbers)
  await release()
  await done
}

test('a slow statement of a request is reported with the line of its module and without its values', async () => {
  const secret = '北京秘密器材有限公司'
  await behindLock('payments', () => clerk.get('/cost_executions', { payers: [secret], per_page: 10 }))
  const [one] = slow.mock.calls.map(([call]) => call).filter(({ module }) => module.startsWith('books/'))
  expect(one).toEqual({
    module: expect.stringMatching(/^books\/payments\/\w[\w/-]*\.ts:\d+$/),
    ms: expect.any(Number),
    statement: expect.stringMatching(/^(select|with) .*payments.*\$1/),
  })
  expect(one?.ms).toBeGreaterThanOrEqual(250)
  expect(JSON.stringify(slow.mock.calls)).not.toContain(secret)
})

test('in a transaction, and on the connection of an import, too', async () => {
  await behindLock('contracts', () =>
    clerk.post('/contracts', { out_code: 'HT-1', customer: '甲', category: '0', amount: '1.00' }),
  )
  expect(modules()).toContainEqual(expect.stringMatching(/^base\/contracts\//))
  slow.mockClear()
  const { signal } = new AbortController()
  await onOneConnection(app.services.imports, signal, async (db, client) => {
    await sql`select pg_sleep(0.3)`.execute(db)
    await client.query('select pg_sleep(0.3)')
  })
  expect(statements().filter((statement) => statement.includes('pg_sleep'))).toEqual([
    'select pg_sleep(0.3)',
    'select pg_sleep(0.3)',
  ])
})

test('one that fails is reported as well', async () => {
  const fails = sql`select 1 / length(pg_sleep(${0.3})::text)`
  await expect(inTransaction(app.services.db, (tx) => fails.execute(tx))).rejects.toThrow(/division by zero/)
  expect(statements()).toContain('select 1 / length(pg_sleep($1)::text)')
})

test.each([3_600_000, 0])('a quick one is not, with a limit of %i ms', async (limit) => {
  const watch = new StatementWatch(limit)
  watch.report = slow
  expect(await watch.run('select 1', async () => 7)).toBe(7)
  expect(slow).not.toHaveBeenCalled()
})
