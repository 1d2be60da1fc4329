import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Job, Jobs } from '../../src/platform/jobs.ts'
import { startTestApp, type TestApp } from '../harness/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())
beforeEach(async () => {
  await run('delete from jobs')
})
afterEach(() => vi.restoreAllMocks())

const run = (statement: string) => sql.raw(statement).execute(app.services.db)
const HOUR_MS = 3600_000
/** A server with one job. */
const server = (work: Job['run']) => new Jobs(app.services, [{ name: 'tidy', everyMs: HOUR_MS, run: work }])
const state = (jobs: Jobs) => jobs.state().get('tidy')

test('of two servers one runs a job, and after that nobody for its time', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    runs += 1
    await sql`select pg_sleep(0.05)`.execute(app.services.db)
    running -= 1
  }
  const [first, second] = [server(work), server(work)]
  expect(state(first)).toEqual({ age: null, failures: 0 })
  await Promise.all([first.runDue(), second.runDue(), first.runDue()])
  expect([runs, most]).toEqual([1, 1])
  await second.runDue()
  expect(runs).toBe(1)
  expect(state(second)?.age).toBeGreaterThanOrEqual(0)
  expect(state(second)?.age).toBeLessThan(600)
  await run(`update jobs set ended_at = now() - interval '61 minutes'`)
  await second.runDue()
  expect(runs).toBe(2)
})

test('the job of a server that was killed is taken over when its lease is over', async () => {
  const work = vi.fn(async () => undefined)
  await run(
    `insert into jobs (name, holder, lease_until) values ('tidy', 'killed', now() + interval '2 minutes')`,
  )
  await server(work).runDue()
  expect(work).not.toHaveBeenCalled()
  await run(`update jobs set lease_until = now() - interval '1 second'`)
  await server(work).runDue()
  expect(work).toHaveBeenCalledOnce()
})

test('a server whose clock is wrong runs none, but knows what the others ran', async () => {
  const warned = vi.spyOn(console, 'error').mockReturnValue()
  const clock = () => new Date(Date.now() - HOUR_MS)
  const work = vi.fn(async () => undefined)
  const wrong = new Jobs({ db: app.services.db, clock }, [{ name: 'tidy', everyMs: HOUR_MS, run: work }])
  await server(async () => undefined).runDue()
  await run(`update jobs set ended_at = now() - interval '2 hours'`)
  await wrong.runDue()
  expect(work).not.toHaveBeenCalled()
  expect(warned).toHaveBeenCalledOnce()
  expect(state(wrong)?.age).toBeGreaterThanOrEqual(7_200)
})

test("after the database's clock was moved back, jobs run", async () => {
  const work = vi.fn(async () => undefined)
  const year = `now() + interval '1 year'`
  await run(`insert into jobs (name, holder, lease_until, ended_at) values ('tidy', 'x', ${year}, ${year})`)
  await server(work).runDue()
  expect(work).toHaveBeenCalledOnce()
})

test('one that fails is logged, counted, and tried again after ten minutes, not at once', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const work = vi.fn().mockRejectedValueOnce(new Error('no such disk')).mockResolvedValue(undefined)
  const jobs = server(work)
  await jobs.runDue()
  await jobs.runDue()
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    'jobs: tidy failed:',
    expect.objectContaining({ message: 'no such disk' }),
  )
  expect(work).toHaveBeenCalledOnce()
  expect(state(jobs)).toEqual({ age: null, failures: 1 })
  await run(`update jobs set lease_until = now() - interval '1 second'`)
  await jobs.runDue()
  expect(work).toHaveBeenCalledTimes(2)
  expect(state(jobs)).toMatchObject({ age: expect.any(Number), failures: 0 })
})

test('one that hangs does not keep the others from running; it says so, and is not run twice', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const hanging = Promise.withResolvers<void>()
  const hung = vi.fn(() => hanging.promise)
  const work = vi.fn(async () => undefined)
  const jobs = new Jobs(
    app.services,
    [
      { name: 'orphans', everyMs: HOUR_MS, run: hung },
      { name: 'tidy', everyMs: HOUR_MS, run: work },
    ],
    undefined,
    20,
  )
  await jobs.runDue()
  expect(work).toHaveBeenCalledOnce()
  expect(logged.mock.calls.flat().join()).toMatch(/jobs: orphans 已运行 .*仍未结束/)
  await jobs.runDue()
  await server(work).runDue()
  expect(hung).toHaveBeenCalledOnce()
  expect(jobs.state().get('orphans')).toEqual({ age: null, failures: 1 })
  const stopped = jobs.stop()
  hanging.resolve()
  await stopped
  expect((await run("select from jobs where name = 'orphans' and holder is null")).rows).toHaveLength(1)
})

test('one that the end of the server interrupts is due again at once, elsewhere', async () => {
  const begun = Promise.withResolvers<void>()
  const jobs = server(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined))
        begun.resolve()
      }),
  )
  const ended = jobs.runDue()
  await begun.promise
  await jobs.stop()
  await ended
  const work = vi.fn(async () => undefined)
  await server(work).runDue()
  expect(work).toHaveBeenCalledOnce()
})

test('the end of the server interrupts the collection of files, however many there are', async () => {
  const begun = Promise.withResolvers<void>()
  vi.spyOn(app.services.storage, 'list').mockImplementation(async function* () {
    for (let n = 0; ; n += 1) {
      yield { key: `incoming/of-nobody/${n}`, size: 1, modifiedAt: new Date(0) }
      if (n > 2) begun.resolve()
      await turn()
    }
  })
  const ended = app.jobs.runDue()
  await begun.promise
  await app.jobs.stop()
  await ended
  const { rows } = await sql<{
    name: string
  }>`select name from jobs where ended_at is null and failures = 0 and holder is null`.execute(
    app.services.db,
  )
  expect(rows).toEqual([{ name: 'orphans' }])
})
