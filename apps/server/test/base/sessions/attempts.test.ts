import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkAccount,
  checkAddress,
  checkCaptchas,
  checkOldPasswords,
  lockAttempts,
  note,
} from '../../../src/base/sessions/attempts.ts'
import { clearOld } from '../../../src/base/sessions/clear.ts'
import { sha256 } from '../../../src/platform/codes.ts'
import { inTransaction, type Tx } from '../../../src/platform/database/database.ts'
import { PASSWORD, startTestApp, type TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'

let app: TestApp
let phone: string

// Limits per address apply only without CAPTCHA_FIXED.
beforeAll(async () => {
  app = await startTestApp({ CAPTCHA_FIXED: '' })
  phone = (await app.company()).admin.phone
})
afterAll(async () => await app.close())
beforeEach(async () => {
  await app.services.db.deleteFrom('attempts').execute()
})

async function call(remoteAddress: string, url: string, body?: object) {
  const response = await app.http.inject({
    method: 'POST',
    url,
    remoteAddress,
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, ...response.json(), wait: response.headers['retry-after'] }
}

/** Requests a captcha and reads its answer from the database. */
async function solved(address: string): Promise<{ captcha_token: string; captcha: string }> {
  const { data } = await call(address, '/api/common/captchas')
  const row = await app.services.db
    .selectFrom('captchas')
    .select('answer')
    .where('token_hash', '=', sha256(data.token))
    .executeTakeFirstOrThrow()
  return { captcha_token: data.token, captcha: row.answer }
}

const logInFrom = async (address: string, phone: string, password = 'wrong-password') =>
  await call(address, '/api/manager/sessions', { phone, password, ...(await solved(address)) })

describe('an address', () => {
  test('may fail 30 times, also concurrently; other addresses are not affected', async () => {
    const failures = await Promise.all(
      Array.from({ length: 31 }, (_, index) => logInFrom('10.0.0.1', `137${index}`)),
    )
    const codes = failures.map((answer) => answer.code).sort()
    expect(codes).toEqual([...Array(30).fill(422), 429])
    const refused = await logInFrom('10.0.0.1', phone, PASSWORD)
    expect(refused).toMatchObject({ status: 429, code: 429, msg: '操作过于频繁，请稍后再试' })
    expect(refused.wait).toMatch(/^[1-9]\d{0,2}$/)
    expect(await logInFrom('10.0.0.2', phone, PASSWORD)).toMatchObject({ code: 0 })
    app.advance(15 * 60_000)
    expect(await logInFrom('10.0.0.1', phone, PASSWORD)).toMatchObject({ code: 0 })
  })

  test('of IPv6 is its network, whose owner has as many addresses as guesses', async () => {
    const { db } = app.services
    const fill = (kind: 'login' | 'captcha', count: number) =>
      db
        .insertInto('attempts')
        .values(Array(count).fill({ kind, subject: '2001:db8:1:2::/64', at: app.services.clock() }))
        .execute()
    await fill('login', 29)
    expect(await logInFrom('2001:db8:1:2::1', '1370')).toMatchObject({ status: 422 })
    expect(await logInFrom('2001:db8:1:2:a:b:c:d', phone, PASSWORD)).toMatchObject({ status: 429 })
    expect(await logInFrom('2001:db8:1:3::1', phone, PASSWORD)).toMatchObject({ code: 0 })
    await fill('captcha', 118)
    expect(await call('2001:db8:1:2::5', '/api/common/captchas')).toMatchObject({ status: 429 })
    expect(await call('2001:db8:1:3::5', '/api/common/captchas')).toMatchObject({ code: 0 })
  })

  test('gets 120 captchas a minute', async () => {
    const at = app.services.clock()
    const values = Array.from({ length: 119 }, () => ({ kind: 'captcha' as const, subject: '10.0.0.3', at }))
    await app.services.db.insertInto('attempts').values(values).execute()
    expect(await call('10.0.0.3', '/api/common/captchas')).toMatchObject({ code: 0 })
    const refused = await call('10.0.0.3', '/api/common/captchas')
    expect(refused).toMatchObject({ status: 429, code: 429, data: {} })
    expect(refused.wait).toMatch(/^[1-9]\d?$/)
    expect(await call('10.0.0.4', '/api/common/captchas')).toMatchObject({ code: 0 })
    app.advance(60_000)
    expect(await call('10.0.0.3', '/api/common/captchas')).toMatchObject({ code: 0 })
  })
})

describe('concurrent attempts are serialized', () => {
  test.each([
    ['from one address', 'login', '10.0.0.5'],
    ['on one account', 'password', 'the phone'],
  ] as const)('%s', async (_, kind, subject) => {
    const answer = await overlap(
      app,
      (tx) => lockAttempts(tx, kind, subject === 'the phone' ? phone : subject),
      () => logInFrom('10.0.0.5', phone, PASSWORD),
    )
    expect(answer.code).toBe(0)
  })

  test('captchas for one address', async () => {
    const answer = await overlap(
      app,
      (tx) => lockAttempts(tx, 'captcha', '10.0.0.5'),
      () => call('10.0.0.5', '/api/common/captchas'),
    )
    expect(answer.code).toBe(0)
  })
})

describe('limits are exact to the second', () => {
  const START = new Date('2026-11-21T08:00:00+08:00')
  const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)
  const inTx = <T>(run: (tx: Tx) => Promise<T>) => app.services.db.transaction().execute(run)
  const LIMITS = [
    ['an account', 'password', 5, 900, checkAccount, 'locked'],
    ['an old password', 'old_password', 5, 900, checkOldPasswords, 'tooMany'],
    ['an address', 'login', 30, 900, checkAddress, 'tooMany'],
    ['captchas', 'captcha', 120, 60, checkCaptchas, 'tooMany'],
  ] as const

  test.each(LIMITS)('%s', async (_, kind, count, window, check, reason) => {
    const failed = (seconds: number) => inTx((tx) => note(tx, kind, 'x', after(seconds)))
    const checked = (seconds: number) => inTx((tx) => check(tx, 'x', after(seconds)))
    for (let time = 1; time < count; time += 1) await failed(0)
    await checked(0)
    await failed(0)
    await expect(checked(0)).rejects.toMatchObject({ reason, headers: { 'Retry-After': String(window) } })
    await expect(checked(window - 1)).rejects.toMatchObject({ headers: { 'Retry-After': '1' } })
    await checked(window)
    await inTx((tx) => check(tx, 'y', after(0)))
  })

  test('an account is locked from the fifth failure on, and has five attempts again afterwards', async () => {
    for (const second of [0, 100, 200, 300, 600]) await inTx((tx) => note(tx, 'password', 'x', after(second)))
    const checked = (seconds: number) => inTx((tx) => checkAccount(tx, 'x', after(seconds)))
    await expect(checked(601)).rejects.toMatchObject({ headers: { 'Retry-After': '899' } })
    await expect(checked(1499)).rejects.toMatchObject({ reason: 'locked' })
    for (const second of [1500, 1500, 1500, 1500, 1500]) {
      await checked(second)
      await inTx((tx) => note(tx, 'password', 'x', after(second)))
    }
    await expect(checked(1500)).rejects.toMatchObject({ reason: 'locked' })
  })

  test('an account is also locked by five failures within one second', async () => {
    for (const second of [0, 0, 0, 0, 0, 900]) await inTx((tx) => note(tx, 'password', 'x', after(second)))
    await inTx((tx) => checkAccount(tx, 'x', after(900)))
  })
})

test('attempts and captchas of a clock that was a year ahead limit nobody for a year', async () => {
  const now = new Date()
  const later = new Date(now.getTime() + 365 * 24 * 3600_000)
  await inTransaction(app.services.db, async (tx) => {
    for (let time = 0; time < 120; time += 1) {
      await note(tx, 'captcha', '10.0.0.9', later)
      await note(tx, 'login', '10.0.0.9', later)
      await note(tx, 'old_password', 'someone', later)
    }
    await expect(checkCaptchas(tx, '10.0.0.9', later)).rejects.toThrow()
    await expect(checkAddress(tx, '10.0.0.9', later)).rejects.toThrow()
    await expect(checkOldPasswords(tx, 'someone', later)).rejects.toThrow()
    await checkCaptchas(tx, '10.0.0.9', now)
    await checkAddress(tx, '10.0.0.9', now)
    await checkOldPasswords(tx, 'someone', now)
  })
})

test('guesses of one password from many addresses lock the account, also for who knows it', async () => {
  for (let index = 0; index < 5; index += 1)
    expect(await logInFrom(`10.1.${index}.1`, phone)).toMatchObject({ status: 422 })
  expect(await logInFrom('10.2.0.1', phone, PASSWORD)).toMatchObject({ status: 429, code: 429 })
})

test('attempts older than every window are deleted', async () => {
  const { db } = app.services
  await solved('10.0.0.6')
  const kept = await db.selectFrom('sessions').select('id').execute()
  await clearOld(app.services)
  expect(await db.selectFrom('captchas').select('answer').execute()).not.toEqual([])
  expect(await db.selectFrom('attempts').select('id').execute()).not.toEqual([])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual(kept)
  const older = sql<Date>`now() - interval '31 days'`
  await db.updateTable('captchas').set({ expires_at: older }).execute()
  await db.updateTable('attempts').set({ at: older }).execute()
  await db.updateTable('sessions').set({ seen_at: older }).execute()
  await clearOld(app.services)
  expect(await db.selectFrom('captchas').select('answer').execute()).toEqual([])
  expect(await db.selectFrom('attempts').select('id').execute()).toEqual([])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})
