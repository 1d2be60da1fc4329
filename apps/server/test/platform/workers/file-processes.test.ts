import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOf, type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { openStream } from '../../harness/stream.ts'

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await startTestApp({}, { bulk: true, timing: { heartbeatMs: 50 } })
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...RIGHT, sequence: String(index) }))
const count = () => countOf(test, 'payment_lines', world.projectId)
const uploaded = async (lines = 1) => await upload(test, world.clerk, await bookOf(rows(lines)))
/** Locks that stop an import where it begins to write (readers go on), and a check where it begins to look references up. */
const stopWriting = async (app = test) => await hold(app.databaseUrl, 'lock table payments in exclusive mode')
const stopChecking = async (app = test) =>
  await hold(app.databaseUrl, 'lock table payment_types in access exclusive mode')
const waiting = async () => await untilWaiting(test.databaseUrl)
const preview = async (code: string, who: Caller = world.clerk, app = test) =>
  await openStream(app, who, '/cost_executions/import/preview', code)
const imported = async (code: string, who: Caller = world.clerk) =>
  await openStream(test, who, '/cost_executions/import', code)
const colleague = async () =>
  (await test.person(world.companyId, { cost_execution: ['read', 'write'] }, [world.project])).on(
    world.project,
  )

it('checks and imports in a process of its own; the server opens no connection for it', async () => {
  const before = await count()
  const code = await uploaded(20)
  const checked = await world.clerk.post('/cost_executions/import/preview', { attachment_code: code })
  expect(checked.data).toMatchObject({ status: 'succeeded', records: 20 })
  expect((await importFile(world.clerk, code)).data).toMatchObject({ status: 'succeeded', total: 20 })
  expect(await count()).toBe(before + 20)
  expect(test.services.imports.totalCount).toBe(0)
  expect(test.sheets?.pids).toHaveLength(1)
})

it('passes on failures, links with the host of the request, and the rows with mistakes', async () => {
  const code = await upload(test, world.clerk, await bookOf([RIGHT, { ...RIGHT, pay_at: 'x' }]))
  expect((await importFile(test.nobody, code)).status).toBe(401)
  const refused = await importFile(world.reader, code)
  expect([refused.status, refused.msg]).toEqual([403, expect.stringMatching(/权限/)])
  expect((await importFile(world.clerk, '')).data.errors).toMatchObject([{ field: 'attachment_code' }])
  const failed = await importFile(world.clerk, code, { host: 'pianzhang.example:8443' })
  const link = new URL(failed.data.failed_rows_url)
  expect(link.origin).toBe('http://pianzhang.example:8443')
  const file = await test.http.inject({ method: 'GET', url: link.pathname + link.search })
  const { sheets } = await readXlsx(file.rawPayload)
  expect(sheets[0]?.rows).toHaveLength(2)
  const forged = await test.http.inject({ method: 'GET', url: `${link.pathname}${link.search}0` })
  expect(forged.statusCode).toBe(403)
})

it('the notice of an import names the page that asked for it', async () => {
  const gone = new AbortController()
  const response = await fetch(
    `${await test.listen()}/api/common/event_source/project?project=${world.project}`,
    { headers: { authorization: `Bearer ${world.clerk.token}` }, signal: gone.signal },
  )
  let heard = ''
  const read = async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += piece
  }
  const reading = read().catch(() => undefined)
  await importFile(world.clerk, await uploaded(), { 'x-client-id': 'page-of-the-import' })
  await expect
    .poll(() => heard)
    .toContain('{"resource":"cost_execution","action":"import","origin":"page-of-the-import"}')
  gone.abort()
  await reading
})

it('a caller who disconnects ends the import in the process, and its slot is free', async () => {
  const before = await count()
  const lock = await stopWriting()
  const stream = await imported(await uploaded(1_500))
  await waiting()
  stream.leave()
  await lock.release()
  await expect.poll(() => test.services.sheetSlots.taken).toBe(0)
  // Locking the same table again waits until the import has released it.
  await (await stopWriting()).release()
  expect(await count()).toBe(before)
})

it('a process that dies during a file: an event says so, its rows are rolled back, the next file gets another process', async () => {
  const before = await count()
  const code = await uploaded(1_500)
  const lock = await stopWriting()
  const stream = await imported(code)
  await waiting()
  await expect.poll(stream.text).toContain(':\n\n')
  for (const pid of test.sheets?.pids ?? []) process.kill(pid, 'SIGKILL')
  expect(await stream.end()).toMatch(/event: failure\ndata: \{"code":503,"msg":"[^"]*稍后/)
  await lock.release()
  expect((await importFile(world.clerk, code)).data).toMatchObject({ status: 'succeeded', total: 1_500 })
  expect(await count()).toBe(before + 1_500)
})

it('the same before anything was sent: an ordinary failure', async () => {
  const code = await uploaded(10)
  const lock = await stopChecking()
  const answer = world.clerk.post('/cost_executions/import/preview', { attachment_code: code })
  await waiting()
  for (const pid of test.sheets?.pids ?? []) process.kill(pid, 'SIGKILL')
  expect(await answer).toMatchObject({ status: 503, msg: expect.stringContaining('稍后') })
  await lock.release()
})

it('the second file of a person waits and the page is notified; a colleague need not wait; leaving the queue leaves no trace', async () => {
  const { sheetSlots } = test.services
  const code = await uploaded(10)
  const other = await colleague()
  const lock = await stopChecking()
  const first = await preview(code)
  await waiting()
  const second = await preview(code)
  const third = await preview(code)
  await expect.poll(third.text).toContain('event: waiting\ndata: {"ahead":1}')
  expect(second.text()).toContain('event: waiting\ndata: {"ahead":0}')
  expect([sheetSlots.taken, sheetSlots.waiting]).toEqual([1, 2])
  const passing = await preview(code, other)
  await expect.poll(() => sheetSlots.taken).toBe(2)
  second.leave()
  await expect.poll(third.text).toContain('event: waiting\ndata: {"ahead":0}')
  await lock.release()
  for (const stream of [first, third, passing])
    expect(await stream.end()).toContain('event: result\ndata: {"status":"succeeded"')
  expect([sheetSlots.taken, sheetSlots.waiting]).toEqual([0, 0])
})

it('a check and an import of the same file at once both finish', async () => {
  const before = await count()
  const code = await uploaded(1_500)
  const other = await colleague()
  const lock = await stopWriting()
  const running = await imported(code)
  await waiting()
  expect(await (await preview(code, other)).end()).toMatch(/event: result\ndata: \{.*"records":1500/)
  await lock.release()
  expect(await running.end()).toMatch(/event: result\ndata: \{"status":"succeeded"/)
  expect(await count()).toBe(before + 1_500)
})

it('a process whose file needs too much memory is killed, and the answer says so', async () => {
  await using app = await startTestApp({}, { bulk: true, residentMb: 20 })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  const lock = await stopChecking(app)
  const answer = await clerk.post('/cost_executions/import/preview', { attachment_code: code })
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'attachment_code' }] } })
  expect(answer.msg).toContain('内存')
  await lock.release()
})

it('so is one that gives no sign of life', async () => {
  // Longer than a process takes to begin on a busy machine.
  await using app = await startTestApp({}, { bulk: true, silenceMs: 8_000 })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  const lock = await stopChecking(app)
  const answer = clerk.post('/cost_executions/import/preview', { attachment_code: code })
  await untilWaiting(app.databaseUrl)
  for (const pid of app.sheets?.pids ?? []) process.kill(pid, 'SIGSTOP')
  expect(await answer).toMatchObject({ status: 422, msg: expect.stringContaining('超时') })
  await lock.release()
})

it('a process that does not stop after its caller disconnected is killed', async () => {
  await using app = await startTestApp({}, { bulk: true, abortMs: 50 })
  const own = await paymentWorld(app)
  const code = await upload(app, own.clerk, await bookOf([RIGHT]))
  const lock = await stopChecking(app)
  const stream = await preview(code, own.clerk, app)
  await untilWaiting(app.databaseUrl)
  const [pid] = app.sheets?.pids ?? []
  process.kill(pid ?? 0, 'SIGSTOP')
  stream.leave()
  await expect.poll(() => app.services.sheetSlots.taken).toBe(0)
  expect(app.sheets?.pids).not.toContain(pid)
  await lock.release()
})

/** A process that is suspended (SIGSTOP) during its start, and a check that waits for it. */
async function stoppedAtItsStart(app: TestApp) {
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  const before = new Set(app.sheets?.pids)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await expect.poll(() => app.sheets?.pids).toEqual([])
  app.sheets?.prepare()
  const [pid = 0] = app.sheets?.pids ?? []
  process.kill(pid, 'SIGSTOP')
  const checked = () => clerk.post('/cost_executions/import/preview', { attachment_code: code })
  return { pid, clerk, code, checked }
}

it('one that hangs at its start is killed and the answer says so; the next file gets another', async () => {
  await using app = await startTestApp({}, { bulk: true, silenceMs: 6_000 })
  const { pid, checked } = await stoppedAtItsStart(app)
  expect(await checked()).toMatchObject({ status: 503, msg: expect.stringContaining('稍后') })
  expect(app.sheets?.pids).not.toContain(pid)
  expect((await checked()).data).toMatchObject({ status: 'succeeded' })
})

it('one that hung at its start when its caller disconnected is not used for the next file', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const { pid, clerk, code, checked } = await stoppedAtItsStart(app)
  const stream = await preview(code, clerk, app)
  await expect.poll(() => app.services.sheetSlots.taken).toBe(1)
  stream.leave()
  await expect.poll(() => app.services.sheetSlots.taken).toBe(0)
  await expect.poll(() => app.sheets?.pids).not.toContain(pid)
  expect((await checked()).data).toMatchObject({ status: 'succeeded' })
})

it('if one cannot start, the answer is a failure with a message, and the server goes on', async () => {
  await using app = await startTestApp({}, { bulk: true })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  process.env.SITE = '/nowhere/site.json'
  try {
    const answer = await importFile(clerk, code)
    expect([answer.status, answer.msg]).toEqual([503, expect.stringMatching(/稍后/)])
  } finally {
    delete process.env.SITE
  }
  expect((await clerk.get('/cost_executions')).status).toBe(200)
  expect((await importFile(clerk, code)).data).toMatchObject({ status: 'succeeded' })
})

/** An import that is blocked until `lock` is released, and a preview of the same person, which is queued as long as the import has their slot. */
async function waitingBehindAnImport() {
  const app = await startTestApp({}, { bulk: true })
  const { clerk, projectId } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf(rows(1_500)))
  const lock = await stopWriting(app)
  const running = importFile(clerk, code)
  await untilWaiting(app.databaseUrl)
  const stream = await preview(code, clerk, app)
  await expect.poll(stream.text).toContain('event: waiting')
  return { app, projectId, lock, running, stream }
}

it('a file that waits when the server stops is still read if a slot becomes free in time', async () => {
  const { app, lock, running, stream } = await waitingBehindAnImport()
  const closing = app.http.close()
  await lock.release()
  expect((await running).data).toMatchObject({ status: 'succeeded' })
  expect(await stream.end()).toMatch(/event: result\n/)
  await closing
  await app.close()
})

it('closing waits for running files, refuses waiting ones, and leaves no process', async () => {
  const { app, projectId, lock, running, stream } = await waitingBehindAnImport()
  const pids = app.sheets?.pids ?? []
  const closing = app.http.close()
  expect(await stream.end()).toMatch(/event: failure\ndata: \{"code":503,"msg":"服务正在重启/)
  await sleep(50)
  await lock.release()
  expect((await running).data).toMatchObject({ status: 'succeeded', total: 1_500 })
  expect(await countOf(app, 'payment_lines', projectId)).toBe(1_500)
  await closing
  await app.close()
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

it('an idle process ends after a while; the next file gets another', async () => {
  await using app = await startTestApp({}, { bulk: true, idleMs: 300 })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, await bookOf([RIGHT]))
  const checked = () => clerk.post('/cost_executions/import/preview', { attachment_code: code })
  expect(app.sheets?.pids).toEqual([])
  expect((await checked()).data).toMatchObject({ status: 'succeeded' })
  await expect.poll(() => app.sheets?.pids).toEqual([])
  expect((await checked()).data).toMatchObject({ status: 'succeeded' })
})
