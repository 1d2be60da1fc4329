import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../testing/harness.ts'
import { asPage, forgets, logIn } from '../../testing/login.ts'
import { atOnce, overlap } from '../../testing/overlap.ts'
import { ask } from '../../testing/recount.ts'
import { edit, logOf, newPhone, roleOf, userBody } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

const transfer = (who: Caller, to: string, from = who.code) =>
  who.delete(`/users/${from}/transfer?transfer_user_code=${to}`)

const roleBody = () => ({ name: '改名', desc: '改', permissions: [] })

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

test('a receiver with the default password changes it before anything else', async () => {
  const { id, admin } = await app.company()
  const body = userBody()
  const { code } = (await admin.post('/users', body)).data
  expect((await transfer(admin, code)).code).toBe(0)
  const { token } = (await logIn(app, body.phone, body.phone.slice(-8))).data
  const headers = { authorization: `Bearer ${token}` }
  expect(await app.nobody.get('/users', {}, headers)).toMatchObject({ status: 403, msg: '请先修改初始密码' })
  const change = { old_password: body.phone.slice(-8), password: 'another-password-2' }
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

  test('a login waits for a change of its phone number, and is refused with the old one', async () => {
    const { id } = await app.company()
    const person = await app.person(id, {})
    const phone = newPhone()
    const answer = await overlap(
      app,
      (tx) => tx.updateTable('users').set({ phone }).where('id', '=', person.userId).execute(),
      () => logIn(app, person.phone),
    )
    expect(answer).toMatchObject({ status: 422, msg: '手机号或密码错误' })
    expect((await logIn(app, phone)).code).toBe(0)
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

  test.each([
    ['an account', 'users', (who: Caller, user: string) => edit(who, user, { name: '改名' })],
    ['a password', 'users', (who: Caller, user: string) => who.put(`/users/${user}/password`, {})],
    ['a role', 'roles', (who: Caller, _: string, role: string) => who.put(`/roles/${role}`, roleBody())],
    [
      'the status of a role',
      'roles',
      (who: Caller, _: string, role: string) => who.post(`/roles/${role}/status`, { status: 1 }),
    ],
  ] as const)(
    'a change of %s that waits goes by the rights that its editor has then',
    async (_, table, call) => {
      const { id, admin } = await app.company()
      const target = await app.person(id, {})
      const role = await roleOf(admin, target.code)
      const editor = await app.person(id, { user: ['write'], role: ['write'] })
      const answer = await overlap(
        app,
        async (tx) => {
          const code = table === 'users' ? target.code : role
          await tx.selectFrom(table).select('id').where('code', '=', code).forUpdate().execute()
          await tx.updateTable('users').set({ role_id: null }).where('id', '=', editor.userId).execute()
        },
        () => call(editor, target.code, role),
      )
      expect(answer.status).toBe(403)
    },
  )

  test('of two who disable each other at once one does: the other waits, and their session has ended', async () => {
    const { id } = await app.company()
    const [one, two] = [await app.person(id, { user: ['write'] }), await app.person(id, { user: ['write'] })]
    const answer = await overlap(
      app,
      async (tx) => {
        await tx.updateTable('users').set({ disabled: true }).where('id', '=', one.userId).execute()
        await endSessions(tx, [one.userId], new Date())
      },
      () => one.put(`/users/${two.code}`, { name: '停用', phone: two.phone, status: 1 }),
    )
    expect(answer.code).toBe(50012)
    expect((await two.get('/users')).code).toBe(0)
  })

  test('of ten accounts with one phone number one is created', async () => {
    const { admin } = await app.company()
    const phone = newPhone()
    expect(await atOnce(10, () => admin.post('/users', userBody({ phone })))).toEqual({
      '0 操作成功': 1,
      '422 该手机号已被使用': 9,
    })
  })

  test('a phone number of an uncommitted account is waited for, and refused', async () => {
    const { id, admin } = await app.company()
    const [person, phone] = [await app.person(id, {}), newPhone()]
    const answer = await overlap(
      app,
      (tx) => tx.updateTable('users').set({ phone }).where('id', '=', admin.userId).execute(),
      () => edit(admin, person.code, { phone }),
    )
    expect(answer).toMatchObject({ status: 422, msg: '该手机号已被使用' })
  })

  test('of two edits the second is stale', async () => {
    const { id, admin } = await app.company()
    const person = await app.person(id, {})
    const answer = await overlap(
      app,
      (tx) => tx.updateTable('users').set({ version: 2 }).where('id', '=', person.userId).execute(),
      () => edit(admin, person.code, { version: 1 }),
    )
    expect(answer.status).toBe(409)
  })

  test('a login that waits for the disabling is refused, one that was first is ended', async () => {
    const { id, admin } = await app.company()
    const person = await app.person(id, {})
    const refused = await overlap(
      app,
      (tx) => tx.updateTable('users').set({ disabled: true }).where('id', '=', person.userId).execute(),
      () => logIn(app, person.phone),
    )
    expect(refused).toMatchObject({ status: 422, msg: '账号已禁用' })
    await edit(admin, person.code, { status: 0 })
    const [login] = await Promise.all([logIn(app, person.phone), edit(admin, person.code, { status: 1 })])
    if (login.code === 0) {
      const headers = { authorization: `Bearer ${login.data.token}` }
      expect((await app.nobody.get('/projects', {}, headers)).code).toBe(50012)
    } else expect(login.msg).toBe('账号已禁用')
  })

  test('a project that is deleted meanwhile is not linked', async () => {
    const { admin } = await app.company()
    const code = await newProject(admin)
    const answer = await overlap(
      app,
      async (tx) => {
        // As the removal does, so that writes in the project wait.
        await tx.selectFrom('projects').select('id').where('code', '=', code).forUpdate().execute()
        await tx.updateTable('projects').set({ deleted_at: new Date() }).where('code', '=', code).execute()
      },
      () => admin.post('/users', userBody({ project_codes: [code] })),
    )
    expect(answer.data.errors).toEqual([{ field: 'project_codes[0]', message: '项目不存在或已被删除' }])
  })
})
