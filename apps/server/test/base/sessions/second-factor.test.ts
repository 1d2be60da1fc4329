import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearOld } from '../../../src/base/sessions/clear.ts'
import { newCode, sha256 } from '../../../src/platform/codes.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { type Answer, type Caller, PASSWORD, type TestApp } from '../../harness/harness.ts'
import { bearer, cookiesOf, logIn } from '../../harness/login.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { type Confirmed, codeAt, turnOn } from '../../harness/second-factor.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let companyId: bigint
let admin: Caller
let person: Caller
let own: Confirmed

beforeAll(async () => {
  app = await workerApp()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
})
afterAll(async () => await app.close())
beforeEach(async () => {
  person = await app.person(companyId, { user: ['write'] })
  own = await turnOn(app, person)
})

const SECOND = '/sessions/second_factor'
/** The first step of a login: the token for the second. */
const firstStep = async (password = PASSWORD): Promise<string> => {
  const answer = await logIn(app, person.phone, password)
  expect(answer).toMatchObject({ code: 0, data: { second_factor_token: expect.any(String) } })
  return answer.data.second_factor_token
}
const secondStep = (token: string, code: string) => app.nobody.post(SECOND, { token, code })
const profileOf = (login: Answer) => app.nobody.get('/sessions/profile', {}, bearer(login))
const EXPIRED = { code: 422, msg: '登录已超时，请重新输入密码' }

describe('a login', () => {
  test('of the right password makes no session, but a token that a code makes one of, once', async () => {
    const first = await logIn(app, person.phone)
    expect(cookiesOf(first)).toEqual([])
    expect(Object.keys(first.data)).toEqual(['second_factor_token'])
    const token = first.data.second_factor_token
    // Nothing else is done with the token.
    for (const path of ['/sessions/profile', SECOND])
      expect(await app.nobody.get(path, {}, { authorization: `Bearer ${token}` })).toMatchObject({
        code: 401,
      })
    const code = own.next()
    const login = await secondStep(token, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(cookiesOf(login)[0]).toContain(`token=${login.data.token}`)
    expect((await profileOf(login)).data.code).toBe(person.code)
    expect(await secondStep(token, own.next())).toMatchObject(EXPIRED)
  })

  test('ends five minutes after the password', async () => {
    const token = await firstStep()
    app.advance(5 * 60_000 + 1000)
    expect(await secondStep(token, own.next())).toMatchObject(EXPIRED)
  })

  test('accepts codes of half a minute before and after, and none twice, nor one before the last', async () => {
    app.advance(120_000)
    const token = await firstStep()
    for (const ms of [-60_000, 60_000])
      expect((await secondStep(token, codeAt(app, own.secret, ms))).msg).toMatch(
        /^动态码不正确.*服务器 \d\d:\d\d:\d\d/,
      )
    const late = codeAt(app, own.secret, 30_000)
    expect((await secondStep(token, late)).code).toBe(0)
    for (const code of [late, codeAt(app, own.secret)])
      expect(await secondStep(await firstStep(), code)).toMatchObject({
        code: 422,
        msg: '该动态码已使用，请等待下一个动态码',
      })
  })

  test('with one code in four requests at once makes one session', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => firstStep()))
    const code = own.next()
    const tally = await atOnce(4, (index) => secondStep(tokens[index] ?? '', code))
    expect(tally).toEqual({ '0 操作成功': 1, '422 该动态码已使用，请等待下一个动态码': 3 })
  })

  test('accepts each recovery code once, and logs it', async () => {
    const [code = '', other = ''] = own.recoveryCodes
    expect(own.recoveryCodes).toHaveLength(10)
    const tokens = [await firstStep(), await firstStep()]
    const tally = await atOnce(2, (index) => secondStep(tokens[index] ?? '', code.toLowerCase()))
    expect(tally).toEqual({ '0 操作成功': 1, '422 备用码不正确，或已使用': 1 })
    expect((await secondStep(await firstStep(), other.replaceAll('-', ' '))).code).toBe(0)
    const { data } = await admin.get('/audit_logs', { user_code: person.code })
    expect(JSON.stringify(data)).toContain('使用 1 个，剩余 8 个')
    expect(JSON.stringify(data)).not.toContain(other)
    const { rows } = await sql<{ text: string }>`select r::text as text from recovery_codes r
      where user_id = ${person.userId}`.execute(app.services.db)
    expect(rows).toHaveLength(8)
  })

  test('is locked after five wrong codes, in all logins and sessions, which the password does not end', async () => {
    for (let time = 0; time < 3; time++)
      expect((await secondStep(await firstStep(), '000000')).code).toBe(422)
    expect((await secondStep(await firstStep(), 'AAAA-AAAA-AAAA-AAAA')).code).toBe(422)
    expect((await person.post(`${SECOND}/confirm`, { code: '111111' })).code).toBe(422)
    const token = await firstStep()
    const locked = { status: 429, msg: '尝试次数过多，请15分钟后再试。' }
    expect(await secondStep(token, own.next())).toMatchObject(locked)
    expect(await secondStep(token, own.recoveryCodes[0] ?? '')).toMatchObject(locked)
    expect(await person.post(`${SECOND}/confirm`, { code: own.next() })).toMatchObject(locked)
    app.advance(15 * 60_000)
    expect((await secondStep(await firstStep(), own.next())).code).toBe(0)
  })

  test('with a wrong code is in the log of failed logins', async () => {
    await secondStep(await firstStep(), 'AAAA')
    const log = await readFile(join(app.services.config.dataDir, 'failed-logins.log'), 'utf8')
    expect(log).toContain(` 手机号=${person.phone} 原因=备用码不正确，或已使用`)
  })

  const changed = { old_password: PASSWORD, password: 'another-password-2' }
  test.each<[string, () => Promise<Answer>]>([
    ['a new password', () => person.put('/sessions/password', changed)],
    ['a reset', () => admin.put(`/users/${person.code}/password`, {})],
    ['an account that is disabled', () => admin.put(`/users/${person.code}`, edit({ status: '1' }))],
    ['two-step verification taken away', () => admin.delete(`/users/${person.code}/second_factor`)],
  ])('is ended by %s in between', async (_, act) => {
    const token = await firstStep()
    expect((await act()).code).toBe(0)
    expect(await secondStep(token, own.next())).toMatchObject(EXPIRED)
  })
  const edit = (more: object) => ({ name: '某人', post: '', phone: person.phone, ...more })

  test('that waits for a change of the password is ended by it', async () => {
    const token = await firstStep()
    const change = (tx: Tx) =>
      sql`with ended as (delete from login_challenges where user_id = ${person.userId})
        update users set password_hash = 'x' where id = ${person.userId}`.execute(tx)
    expect(await overlap(app, change, () => secondStep(token, own.next()))).toMatchObject(EXPIRED)
  })

  test('leaves tokens that are cleared a day later', async () => {
    await firstStep()
    const { db } = app.services
    const of = () =>
      db.selectFrom('login_challenges').select('user_id').where('user_id', '=', person.userId).execute()
    await clearOld(app.services)
    expect(await of()).toHaveLength(1)
    await sql`update login_challenges set expires_at = now() - interval '25 hours' where user_id = ${person.userId}`.execute(
      db,
    )
    await clearOld(app.services)
    expect(await of()).toEqual([])
  })
})

describe('one’s own', () => {
  test('is turned on with the password and a code of the key; other sessions end', async () => {
    const fresh = await app.person(companyId, {})
    const other = bearer(await logIn(app, fresh.phone))
    expect((await fresh.get(SECOND)).data).toEqual({ on_since: null, codes_left: 0 })
    expect(await fresh.put(SECOND, { code: '000000' })).toMatchObject({ msg: '请重新输入密码，获取密钥' })
    expect(await fresh.post(`${SECOND}/key`, { password: 'wrong' })).toMatchObject({
      data: { errors: [{ field: 'password', message: '密码不正确' }] },
    })
    const { data: key } = await fresh.post(`${SECOND}/key`, { password: PASSWORD })
    expect(key.uri).toMatch(`otpauth://totp/${encodeURIComponent('片账')}:${fresh.phone}?`)
    expect(key.uri).toContain(`secret=${key.secret}`)
    // The same in this session: an app may have it. In another one another.
    expect((await fresh.post(`${SECOND}/key`, { password: PASSWORD })).data).toEqual(key)
    const elsewhere = await app.nobody.post(`${SECOND}/key`, { password: PASSWORD }, other)
    expect(elsewhere.data.secret).not.toBe(key.secret)
    expect((await fresh.put(SECOND, { code: '000000' })).data.errors).toMatchObject([{ field: 'code' }])
    // Not on before it is confirmed.
    expect((await logIn(app, fresh.phone)).data).toHaveProperty('token')

    const on = await fresh.put(SECOND, { code: codeAt(app, key.secret) })
    expect(new Set(on.data.recovery_codes).size).toBe(10)
    expect((await fresh.get(SECOND)).data).toMatchObject({ on_since: expect.any(String), codes_left: 10 })
    expect(await app.nobody.get('/sessions/profile', {}, other)).toMatchObject({ code: 50012 })
    expect((await fresh.get('/sessions/profile')).code).toBe(0)
    for (const again of [
      await fresh.post(`${SECOND}/key`, { password: PASSWORD }),
      await fresh.put(SECOND, { code: codeAt(app, key.secret) }),
    ])
      expect(again).toMatchObject({ code: 422, msg: '两步验证已开启，请刷新页面' })
  })

  test('is turned on once by two requests at once', async () => {
    const fresh = await app.person(companyId, {})
    const { data: key } = await fresh.post(`${SECOND}/key`, { password: PASSWORD })
    const code = codeAt(app, key.secret)
    expect(await atOnce(3, () => fresh.put(SECOND, { code }))).toEqual({
      '0 操作成功': 1,
      '422 两步验证已开启，请刷新页面': 2,
    })
  })

  test('that is being turned on is asked for by a login which waits for it', async () => {
    const fresh = await app.person(companyId, {})
    const turning = (tx: Tx) =>
      sql`with account as (select id from users where id = ${fresh.userId} for no key update)
        insert into second_factors (user_id, secret, last_step, created_at) select id, 'A', 0, now() from account`.execute(
        tx,
      )
    const login = await overlap(app, turning, () => logIn(app, fresh.phone))
    expect(login.data).toHaveProperty('second_factor_token')
  })

  test('that is turned on waits for a login, and ends its session', async () => {
    const fresh = await app.person(companyId, {})
    const { data: key } = await fresh.post(`${SECOND}/key`, { password: PASSWORD })
    const login = (tx: Tx) =>
      sql`with account as (select id from users where id = ${fresh.userId} for share)
        insert into sessions (code, token_hash, user_id, created_at, seen_at) select ${newCode()}, ${sha256('other')}, id, now(), now()
        from account`.execute(tx)
    const turned = () => fresh.put(SECOND, { code: codeAt(app, key.secret) })
    expect((await overlap(app, login, turned)).code).toBe(0)
    expect((await fresh.get('/sessions')).data.items).toHaveLength(1)
  })

  test('is turned off with password and code; other sessions end, and the recovery codes', async () => {
    const other = await secondStep(await firstStep(), own.next())
    expect(await person.delete(SECOND, { password: 'wrong', code: own.next() })).toMatchObject({
      data: { errors: [{ field: 'password' }] },
    })
    expect(await person.delete(SECOND, { password: PASSWORD, code: '000000' })).toMatchObject({
      data: { errors: [{ field: 'code' }] },
    })
    expect(await person.delete(SECOND, { password: PASSWORD, code: own.next() })).toMatchObject({ code: 0 })
    expect(await profileOf(other)).toMatchObject({ code: 50012 })
    expect((await person.get(SECOND)).data).toEqual({ on_since: null, codes_left: 0 })
    expect((await logIn(app, person.phone)).data).toHaveProperty('token')
    const { data } = await admin.get('/audit_logs', { user_code: person.code })
    const states = data.items.flatMap(
      ({ before, after }: { before: Record<string, string> | null; after: Record<string, string> | null }) =>
        after?.second_factor ? [`${before?.second_factor} → ${after.second_factor}`] : [],
    )
    expect(states).toEqual(['已开启 → 未开启', '未开启 → 已开启'])
  })

  test('gets new recovery codes with a code; the old ones are void', async () => {
    const [old = ''] = own.recoveryCodes
    expect((await person.post(`${SECOND}/codes`, { code: '000000' })).code).toBe(422)
    const { data } = await person.post(`${SECOND}/codes`, { code: own.next() })
    expect(data.recovery_codes).toHaveLength(10)
    expect((await secondStep(await firstStep(), old)).code).toBe(422)
    expect((await secondStep(await firstStep(), data.recovery_codes[3])).code).toBe(0)
  })

  test('a wrong password is counted with those of a password change', async () => {
    const fresh = await app.person(companyId, {})
    for (let time = 0; time < 5; time++)
      expect((await fresh.post(`${SECOND}/key`, { password: 'wrong' })).code).toBe(422)
    expect(await fresh.post(`${SECOND}/key`, { password: PASSWORD })).toMatchObject({ status: 429 })
  })

  test('no answer with a key or codes is stored', async () => {
    const { rows } = await sql`select 1 from idempotency_keys where user_id = ${person.userId}`.execute(
      app.services.db,
    )
    expect(rows).toEqual([])
  })
})

describe('taken away', () => {
  test('by who may set the password, with a log entry; sessions end, the password stays', async () => {
    const reader = await app.person(companyId, { user: ['read'] })
    const path = `/users/${person.code}`
    expect((await reader.get(path)).data.can.second_factor).toBe(false)
    expect((await admin.get(path)).data.can.second_factor).toBe(true)
    expect((await person.get(path)).data.can.second_factor).toBe(false)
    expect(await reader.delete(`${path}/second_factor`)).toMatchObject({ status: 403 })
    expect(await person.delete(`${path}/second_factor`)).toMatchObject({ code: 422 })
    expect(await admin.delete(`${path}/second_factor`)).toMatchObject({ code: 0 })
    expect(await person.get('/sessions/profile')).toMatchObject({ code: 50012 })
    expect((await logIn(app, person.phone)).data).toHaveProperty('token')
    expect(await admin.delete(`${path}/second_factor`)).toMatchObject({
      code: 422,
      msg: '该账号没有开启两步验证',
    })
  })

  test('goes with a deleted account', async () => {
    expect((await admin.delete(`/users/${person.code}`)).code).toBe(0)
    const { rows } = await sql`select 1 from second_factors where user_id = ${person.userId}`.execute(
      app.services.db,
    )
    expect(rows).toEqual([])
  })
})
