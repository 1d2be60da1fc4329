import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cleanAttachments } from '../../src/base/attachments/clean.ts'
import { clearOld } from '../../src/base/sessions/clear.ts'
import { openTemps } from '../../src/platform/storage/temps.ts'
import { png } from '../base/attachments/helpers.ts'
import { upload } from '../base/invoices/helpers.ts'
import { type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { logIn } from '../harness/login.ts'
import { expectTotalsTrue } from '../harness/recount.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY

let app: TestApp
let world: PaymentWorld
let moved = 0
/** Moves the server's clock forward, or back with a negative value, as a wrong time server or an empty battery does. */
function jump(ms: number): void {
  app.advance(ms)
  moved += ms
}

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())
beforeEach(async () => {
  jump(-moved)
  world = await paymentWorld(app)
})

const book = (key: string) =>
  world.clerk.post('/cost_executions', world.body({ payer: key }), { 'idempotency-key': key })

test('a clock set back ends no session, one set far ahead does', async () => {
  await world.clerk.get('/cost_executions')
  for (const ms of [-HOUR, -10 * HOUR, 10 * HOUR]) {
    jump(ms)
    expect(await world.clerk.get('/cost_executions'), `${ms} ms`).toMatchObject({ code: 0 })
  }
  jump(8 * DAY)
  expect(await world.clerk.get('/cost_executions')).toMatchObject({ code: 50014 })
})

test('a session begun while the clock was a year ahead does not live for a year', async () => {
  jump(YEAR)
  const { data } = await logIn(app, world.clerk.phone)
  const call = () => app.nobody.get('/sessions/profile', {}, { authorization: `Bearer ${data.token}` })
  expect(await call()).toMatchObject({ code: 0 })
  jump(-YEAR)
  expect(await call()).toMatchObject({ code: 50014 })
})

test('who mistyped a password while the clock was a year ahead is not locked out for a year', async () => {
  const { phone } = world.clerk
  jump(YEAR)
  for (let time = 0; time < 5; time += 1) await logIn(app, phone, 'wrong-password')
  expect(await logIn(app, phone)).toMatchObject({ code: 429 })
  jump(-YEAR)
  expect(await logIn(app, phone)).toMatchObject({ code: 0 })
  // A small step back, as time servers make, does not reset the count.
  for (let time = 0; time < 5; time += 1) await logIn(app, phone, 'wrong-password')
  jump(-60_000)
  expect(await logIn(app, phone)).toMatchObject({ code: 429 })
})

test('an idempotency key is recognized whichever way the clock moved between', async () => {
  for (const ms of [-2 * HOUR, 2 * HOUR]) {
    const key = `jump ${ms}`
    const first = await book(key)
    jump(ms)
    await clearOld(app.services)
    expect(await book(key)).toMatchObject({ code: 0, data: { code: first.data.code } })
  }
  expect(await expectTotalsTrue(world.admin, app.databaseUrl, world.project)).toBe(2)
})

test('what a server of a wrong clock stores, or clears away, is as old as the database says', async () => {
  const { db } = app.services
  const payment = (key: string, pictures: string[]) => {
    const body = world.body({}, [world.line({ voucher_attachment_codes: pictures })])
    return world.clerk.post('/cost_executions', body, { 'idempotency-key': key })
  }
  for (const ms of [-9 * DAY, 9 * DAY]) {
    jump(ms)
    const now = app.services.clock()
    await db.updateTable('sessions').set({ created_at: now, seen_at: now }).execute()
    const unused = await upload(app, world.clerk, await png(), '凭证.png')
    const used = await upload(app, world.clerk, await png(), '凭证.png')
    const first = await payment(`${ms}`, [used])
    expect(first).toMatchObject({ code: 0 })
    expect(await world.clerk.delete(`/cost_executions/${first.data.code}`)).toMatchObject({ code: 0 })
    const clear = async () => {
      await cleanAttachments(app.services)
      await clearOld(app.services)
      const rows = await db.selectFrom('attachments').select('code').execute()
      expect(
        rows.map(({ code }) => code),
        `${ms} ms`,
      ).toEqual(expect.arrayContaining([unused, used]))
    }
    await clear()
    jump(-ms)
    await clear()
    await db.updateTable('sessions').set({ created_at: new Date(), seen_at: new Date() }).execute()
    expect((await payment(`${ms}`, [used])).data, `${ms} ms`).toEqual(first.data)
  }
})

test('a start with a clock that is days ahead leaves the temp files of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-clock-'))
  const file = (await openTemps(folder)).path()
  writeFileSync(file, 'an upload under way')
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * DAY)
  await openTemps(folder)
  ahead.mockRestore()
  expect(existsSync(file)).toBe(true)
  utimesSync(file, new Date(), new Date(Date.now() - 2 * DAY))
  await openTemps(folder)
  expect(existsSync(file)).toBe(false)
  rmSync(folder, { recursive: true })
})

test('numbers go on, and the list keeps the order of days and of creation', async () => {
  const codes = []
  for (const ms of [0, -3 * DAY, YEAR, -2 * YEAR]) {
    jump(ms)
    // A new session for each step, as the one before may have expired.
    const { data } = await logIn(app, world.clerk.phone)
    const authorization = `Bearer ${data.token}`
    const made = await world.clerk.post('/cost_executions', world.body(), { authorization })
    codes.push(made.data.code)
  }
  const running = codes.map((code) => Number(code.slice(10)))
  expect(running).toEqual([1, 2, 3, 4])
  expect(codes.every((code) => code.startsWith('FK20261121'))).toBe(true)
  jump(-moved)
  const { data } = await world.clerk.get('/cost_executions')
  expect(data.items.map((item: { code: string }) => item.code)).toEqual(codes.toReversed())
})

test('a project is read-only only while the clock is past its expiry', async () => {
  jump(4 * YEAR)
  const { data } = await logIn(app, world.clerk.phone)
  const authorization = `Bearer ${data.token}`
  expect(await world.clerk.post('/cost_executions', world.body(), { authorization })).toMatchObject({
    code: 300011,
  })
  jump(-4 * YEAR)
  expect(await world.clerk.post('/cost_executions', world.body())).toMatchObject({ code: 0 })
})

test('a signed link and an upload token expire by the clock', async () => {
  const link = (await world.clerk.post('/cost_executions/export', {})).data.file_url as string
  const open = async () => (await app.http.inject({ url: link })).statusCode
  jump(-HOUR)
  expect(await open()).toBe(200)
  jump(HOUR + 11 * 60_000)
  expect(await open()).toBe(403)
})
