import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../../../src/platform/http/end-sessions.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { asPage, forgets, logIn } from '../../harness/login.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { edit, logOf, roleOf, userBody } from './helpers.ts'

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

const transfer = (who: Caller, to: string, from = who.code) =>
  who.delete(`/users/${from}/transfer?transfer_user_code=${to}`)

/** The names of those who are super administrator of the company now. */
const supers = async (companyId: bigint) =>
  (
    await ask<{ code: string }>(
      app.databaseUrl,
      `select code from users where company_id = ${companyId} and is_super and deleted_at is null`,
    )
  ).map(({ code }) => code)

test('the receiver becomes the super administrator, the former one takes their role; both log in again', async () => {
  const { id, admin } = await app.company()
  const receiver = await app.person(id, { contract: ['read'] })
  const role = await roleOf(admin, receiver.code)
  const project = await newProject(admin)
  const answer = await admin.delete(
    `/users/${admin.code}/transfer?transfer_user_code=${receiver.code}`,
    undefined,
    asPage(admin, { origin: 'http://localhost:80' }),
  )
  expect(answer).toMatchObject({ code: 0, msg: '操作成功' })
  expect(forgets(answer)).toBe(true)
  expect(await supers(id)).toEqual([receiver.code])
  for (const person of [admin, receiver])
    expect(await person.get('/sessions/profile')).toMatchObject({ status: 200, code: 50012 })
  const profiles = []
  for (const { phone } of [admin, receiver]) {
    const { token } = (await logIn(app, phone)).data
    const headers = { authorization: `Bearer ${token}` }
    profiles.push((await app.nobody.get('/sessions/profile', {}, headers)).data.role)
    expect((await app.nobody.get('/projects', {}, headers)).data.items).toMatchObject([{ code: project }])
  }
  expect(profiles).toMatchObject([
    { code: role, is_super: false },
    { name: '超级管理员', is_super: true },
  ])
  const log = (await logOf(app, admin.code, receiver.code)).filter(({ action }) => action === 'transfer')
  expect(log).toMatchObject([
    { label: '管理员', before: { role: '超级管理员' }, after: { role: expect.any(String) } },
    { before: { role: expect.any(String) }, after: { role: '超级管理员' } },
  ])
})

describe('changes nothing', () => {
  test('to oneself, to a disabled, deleted, unknown or foreign account, or without one', async () => {
    const { id, admin } = await app.company()
    const stranger = (await app.company()).admin
    const disabled = await app.person(id, {})
    await edit(admin, disabled.code, { status: 1 })
    const deleted = await app.person(id, {})
    await admin.delete(`/users/${deleted.code}`)
    for (const [to, message] of [
      [admin.code, '不能移交给自己'],
      [disabled.code, '该账号已禁用，不能接收移交'],
      [deleted.code, '账号不存在或已被删除'],
      [stranger.code, '账号不存在或已被删除'],
      ['no-such', '账号不存在或已被删除'],
      ['', '不能为空'],
    ] as const)
      expect(await transfer(admin, to)).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'transfer_user_code', message }] },
      })
    expect((await admin.delete(`/users/${admin.code}/transfer`)).status).toBe(422)
    expect(await supers(id)).toEqual([admin.code])
    expect((await admin.get('/users')).code).toBe(0)
  })

  test('of an account that is not the super administrator, or by somebody else', async () => {
    const { id, admin } = await app.company()
    const [person, other] = [await app.person(id, { user: ['write', 'delete'] }), await app.person(id, {})]
    const stranger = (await app.company()).admin
    expect(await transfer(admin, other.code, person.code)).toMatchObject({
      status: 422,
      msg: '只能移交超级管理员',
    })
    expect((await transfer(admin, other.code, 'no-such')).status).toBe(404)
    expect((await transfer(person, person.code, admin.code)).status).toBe(403)
    expect((await transfer(stranger, person.code, admin.code)).status).toBe(404)
    expect(await supers(id)).toEqual([admin.code])
  })
})

test('a receiver with the initial password changes it before anything else', async () => {
  const { id, admin } = await app.company()
  const body = userBody()
  const { code, initial_password } = (await admin.post('/users', body)).data
  expect((await transfer(admin, code)).code).toBe(0)
  const { token } = (await logIn(app, body.phone, initial_password)).data
  const headers = { authorization: `Bearer ${token}` }
  expect(await app.nobody.get('/users', {}, headers)).toMatchObject({ status: 403, msg: '请先修改初始密码' })
  const change = { old_password: initial_password, password: 'another-password-2' }
  expect((await app.nobody.put('/sessions/password', change, headers)).code).toBe(0)
  expect((await app.nobody.get('/users', {}, headers)).code).toBe(0)
  expect(await supers(id)).toEqual([code])
})

describe('at the same time', () => {
  test('of five transfers exactly one wins, and the others find their session ended', async () => {
    const { id, admin } = await app.company()
    const people: string[] = []
    for (let index = 0; index < 5; index += 1) people.push((await app.person(id, {})).code)
    const tally = await atOnce(5, (index) => transfer(admin, people[index] ?? ''))
    expect(tally).toEqual({ '0 操作成功': 1, '50012 登录状态已失效，请重新登录。': 4 })
    expect(await supers(id)).toHaveLength(1)
    expect(people).toContain((await supers(id))[0])
  })

  test('a transfer waits for the disabling of the receiver, and is refused', async () => {
    const { id, admin } = await app.company()
    const receiver = await app.person(id, {})
    const answer = await overlap(
      app,
      (tx) => tx.updateTable('users').set({ disabled: true }).where('id', '=', receiver.userId).execute(),
      () => transfer(admin, receiver.code),
    )
    expect(answer).toMatchObject({ status: 422, msg: '该账号已禁用，不能接收移交' })
    expect(await supers(id)).toEqual([admin.code])
  })

  test.each([
    ['disabling', (who: Caller, code: string) => edit(who, code, { status: 1 })],
    ['deleting', (who: Caller, code: string) => who.delete(`/users/${code}`)],
    ['resetting the password of', (who: Caller, code: string) => who.put(`/users/${code}/password`, {})],
  ])('%s the receiver waits for a transfer, and is refused', async (_, call) => {
    const { id, admin } = await app.company()
    const receiver = await app.person(id, {})
    const editor = await app.person(id, { user: ['write', 'delete'] })
    const answer = await overlap(
      app,
      async (tx) => {
        await tx.updateTable('users').set({ is_super: false }).where('id', '=', admin.userId).execute()
        await tx
          .updateTable('users')
          .set({ is_super: true, role_id: null })
          .where('id', '=', receiver.userId)
          .execute()
      },
      () => call(editor, receiver.code),
    )
    expect(answer.status).toBe(403)
    expect(await supers(id)).toEqual([receiver.code])
  })

  test('the role that goes to the former super administrator is not deleted meanwhile', async () => {
    const { id, admin } = await app.company()
    const receiver = await app.person(id, { contract: ['read'] })
    const role = await roleOf(admin, receiver.code)
    const manager = await app.person(id, { role: ['write', 'delete'] })
    const answer = await overlap(
      app,
      async (tx) => {
        const change = (userId: bigint, is_super: boolean, role_id: bigint | null) =>
          tx.updateTable('users').set({ is_super, role_id }).where('id', '=', userId).execute()
        const { id: role_id } = await tx
          .selectFrom('roles')
          .select('id')
          .where('code', '=', role)
          .executeTakeFirstOrThrow()
        await change(admin.userId, false, role_id)
        await change(receiver.userId, true, null)
      },
      () => manager.delete(`/roles/${role}`),
    )
    expect(answer).toMatchObject({ status: 422, msg: expect.stringContaining('管理员') })
    expect(await roleOf(receiver, admin.code)).toBe(role)
  })

  test('an edit of one’s own account waits for the transfer, and does not choose the role that is left', async () => {
    const { id, admin } = await app.company()
    const [receiver, strong] = [await app.person(id, null), await app.person(id, { contract: ['write'] })]
    const role_code = await roleOf(admin, strong.code)
    const answer = await overlap(
      app,
      async (tx) => {
        const change = (userId: bigint, is_super: boolean) =>
          tx.updateTable('users').set({ is_super }).where('id', '=', userId).execute()
        await change(admin.userId, false)
        await change(receiver.userId, true)
        await endSessions(tx, [admin.userId, receiver.userId], new Date())
      },
      () => admin.put(`/users/${admin.code}`, userBody({ role_code })),
    )
    expect(answer.code).toBe(50012)
    expect(await ask(app.databaseUrl, `select role_id from users where id = ${admin.userId}`)).toEqual([
      { role_id: null },
    ])
  })
})
