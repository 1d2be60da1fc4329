import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newProject, PASSWORD, startTestApp, type TestApp } from '../../testing/harness.ts'
import { logIn } from '../../testing/login.ts'
import { ask } from '../../testing/recount.ts'
import { bodyOf, edit, logOf, newPhone, roleOf, userBody } from './testing.ts'

let app: TestApp
let companyId: bigint
let admin: Caller

beforeAll(async () => {
  app = await startTestApp()
  const company = await app.company(100)
  companyId = company.id
  admin = company.admin
})
afterAll(async () => await app.close())

const add = async (fields: Record<string, unknown> = {}) =>
  (await admin.post('/users', userBody(fields))).data as { code: string; phone: string; version: number }
const named = async (asker: Caller, query: Record<string, unknown>) =>
  (await asker.get('/users', query)).data.items.map((item: { name: string }) => item.name)
const wrong = (field: string, message: string) => ({ status: 422, data: { errors: [{ field, message }] } })

describe('a new account', () => {
  test('has the last 8 digits of its phone number as password, which must be changed at the first login', async () => {
    const role_code = await roleOf(admin, (await app.person(companyId, { contract: ['read'] })).code)
    const project = await newProject(admin, '长河灯火')
    const phone = newPhone()
    const added = await admin.post('/users', { ...userBody({ phone, role_code }), project_codes: [project] })
    expect(added).toMatchObject({
      code: 0,
      data: {
        ...{ name: '苏晓', post: '出纳', phone, version: 1, status: '0', status_i18n: '启用' },
        role: { code: role_code, is_super: false, status: 'enable' },
        projects: [{ code: project, name: '长河灯火' }],
        creator: { name: '管理员' },
      },
    })
    const { code } = added.data
    expect((await admin.get(`/users/${code}`)).data).toEqual(added.data)
    expect((await logIn(app, phone, phone.slice(3))).code).toBe(0)
    const session = await logIn(app, phone, phone.slice(-8))
    const headers = { authorization: `Bearer ${session.data.token}` }
    expect((await app.nobody.get('/sessions/profile', {}, headers)).data.must_change_password).toBe(true)
    expect(await app.nobody.get('/projects', {}, headers)).toMatchObject({
      status: 403,
      msg: '请先修改初始密码',
    })
    const change = { old_password: phone.slice(-8), password: '新密码新密码新密码' }
    expect((await app.nobody.put('/sessions/password', change, headers)).code).toBe(0)
    expect((await app.nobody.get('/projects', {}, headers)).data.items).toMatchObject([{ code: project }])
    expect(await logOf(app, code)).toMatchObject([
      {
        action: 'create',
        resource: 'user',
        label: '苏晓',
        project_id: null,
        after: { name: '苏晓', post: '出纳', phone, status: '启用' },
      },
      { action: 'update', before: { projects: [] }, after: { projects: ['长河灯火'] } },
      { action: 'login' },
      { action: 'login' },
      { action: 'password' },
    ])
  })

  test('with a typed password: it too must be changed, and is nowhere in clear text', async () => {
    const password = '打字的密码🔑123456'
    const body = userBody({ password })
    const headers = { 'idempotency-key': 'typed' }
    const first = await admin.post('/users', body, headers)
    expect(first.code).toBe(0)
    expect((await admin.post('/users', body, headers)).data).toEqual(first.data)
    // The hash that recognizes a repetition leaves passwords out, as it could be searched for them.
    const retyped = await admin.post('/users', { ...body, password: 'another-one-1' }, headers)
    expect(retyped.data).toEqual(first.data)
    expect((await admin.post('/users', { ...body, post: '会计' }, headers)).status).toBe(422)
    const session = await logIn(app, body.phone, password)
    const profile = await app.nobody.get(
      '/sessions/profile',
      {},
      {
        authorization: `Bearer ${session.data.token}`,
      },
    )
    expect(profile.data.must_change_password).toBe(true)
    const rows = await ask<{ text: string }>(
      app.databaseUrl,
      `select u::text as text from users u union all select a::text from audit_logs a union all select i::text from idempotency_keys i`,
    )
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain(body.phone)
    expect(text).not.toContain(password)
  })

  test.each([
    ['of 128 emoji', '🔑'.repeat(128)],
    ['of 8 emoji', '🎬'.repeat(8)],
    ['of more than 72 bytes', `${'长'.repeat(30)}甲`],
  ])('may have a password %s; every character counts', async (_, password) => {
    const { phone } = await add({ password })
    expect((await logIn(app, phone, password)).code).toBe(0)
    const almost = `${[...password].slice(0, -1).join('')}乙`
    expect(await logIn(app, phone, almost)).toMatchObject({ status: 422, msg: '手机号或密码错误' })
  })

  test.each([
    ['密码不能少于8位', '1234567'],
    ['密码不能少于8位', '🔑'.repeat(7)],
    ['密码不能超过128位', '🔑'.repeat(129)],
  ])('is refused with a password: %#, %s', async (message, password) => {
    expect(await admin.post('/users', userBody({ password }))).toMatchObject(wrong('password', message))
  })

  test.each([
    ['', '请输入用户名和手机号！'],
    [undefined, '请输入用户名和手机号！'],
    ['1380000000', '手机号格式不正确'],
    ['138000000001', '手机号格式不正确'],
    ['23800000001', '手机号格式不正确'],
    ['１３８００００００１２', '手机号格式不正确'],
    ['1380000000a', '手机号格式不正确'],
    [13800000001, '手机号格式不正确'],
  ])('is refused with the phone number %s', async (phone, message) => {
    expect(await admin.post('/users', userBody({ phone }))).toMatchObject(wrong('phone', message))
  })

  test('names every wrong field', async () => {
    const answer = await admin.post('/users', {
      name: ' ',
      post: '岗'.repeat(201),
      status: '2',
      role_code: 5,
    })
    expect(answer).toMatchObject({ status: 422, msg: '请输入用户名和手机号！' })
    expect(answer.data.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'name',
      'phone',
      'post',
      'role_code',
      'status',
    ])
    expect((await admin.post('/users', userBody({ name: '名'.repeat(201) }))).data.errors).toEqual([
      { field: 'name', message: '不能超过200个字符' },
    ])
  })

  test('is refused with a phone number, role or projects that it cannot have', async () => {
    const stranger = await app.company()
    const deleted = await newProject(admin)
    await admin.delete(`/projects/${deleted}`)
    const own = await newProject(admin)
    const before = (await admin.get('/users')).data.listTotal
    const body = userBody({
      phone: stranger.admin.phone,
      role_code: await roleOf(stranger.admin, (await app.person(stranger.id, {})).code),
      project_codes: [own, deleted, await newProject(stranger.admin), 'no-such'],
    })
    const answer = await admin.post('/users', body)
    expect(answer).toMatchObject({ status: 422, msg: '该手机号已被使用' })
    expect(answer.data.errors).toEqual([
      { field: 'phone', message: '该手机号已被使用' },
      { field: 'role_code', message: '角色不存在或已被删除' },
      ...[1, 2, 3].map((index) => ({
        field: `project_codes[${index}]`,
        message: '项目不存在或已被删除',
      })),
    ])
    const nameless = await admin.post('/users', { ...body, name: '' })
    expect(nameless.data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      ...answer.data.errors.map(({ field }: { field: string }) => field),
    ])
    expect((await admin.get('/users')).data.listTotal).toBe(before)
    expect((await admin.get('/users', { keywords: body.phone })).data.items).toEqual([])
  })
})

describe('the list', () => {
  test('finds by name, phone and post, status, role and project; newest first; the super administrator too', async () => {
    const { id, admin: boss } = await app.company()
    const project = await newProject(boss)
    const clerk = await app.person(id, { contract: ['read'] }, [project])
    const role_code = await roleOf(boss, clerk.code)
    for (const [name, post] of [
      ['甲_1', '会计'],
      ['乙%2', '出纳'],
    ] as const)
      await boss.post('/users', userBody({ name, post, status: name === '乙%2' ? 1 : 0, role_code }))
    const { name: own } = (await boss.get(`/users/${clerk.code}`)).data
    expect(await named(boss, {})).toEqual(['乙%2', '甲_1', own, '管理员'])
    expect(await named(boss, { keywords: '_' })).toEqual(['甲_1'])
    expect(await named(boss, { keywords: '出纳' })).toEqual(['乙%2'])
    expect(await named(boss, { keywords: clerk.phone.slice(2, 9) })).toEqual([own])
    expect(await named(boss, { status: '1' })).toEqual(['乙%2'])
    expect(await named(boss, { status: 0 })).toEqual(['甲_1', own, '管理员'])
    expect(await named(boss, { status: 'x' })).toEqual([])
    expect(await named(boss, { role_code })).toEqual(['乙%2', '甲_1', own])
    expect(await named(boss, { role_code: 'none' })).toEqual([])
    expect(await named(boss, { project_code: project })).toEqual([own, '管理员'])
    expect(await named(boss, { project_code: '', role_code: '', status: '', keywords: '' })).toHaveLength(4)
    const page = await boss.get('/users', { page: 2, per_page: 3 })
    expect(page.data).toMatchObject({ listTotal: 4, items: [{ name: '管理员' }] })
    expect(page.data.items[0].role).toEqual({
      code: '',
      name: '超级管理员',
      is_super: true,
      status: 'enable',
    })
    expect(page.data.items[0].creator).toBeNull()
    expect(page.headers).toMatchObject({ total: '4', page: '2', 'per-page': '3' })
    expect(await boss.get('/users', { page: 0 })).toMatchObject({ status: 422 })
  })

  test('shows no project that the asker may not enter, and no other company', async () => {
    const [shared, hidden] = [await newProject(admin, '共同'), await newProject(admin, '保密')]
    const reader = await app.person(companyId, { user: ['read'] }, [shared])
    const { code } = await add({ project_codes: [shared, hidden] })
    expect((await reader.get(`/users/${code}`)).data.projects).toEqual([{ code: shared, name: '共同' }])
    expect((await reader.get('/users', { project_code: hidden })).data.listTotal).toBe(0)
    const stranger = (await app.company()).admin
    expect((await stranger.get('/users')).data.listTotal).toBe(1)
    expect((await stranger.get(`/users/${code}`)).status).toBe(404)
  })
})

describe('a change', () => {
  test('replaces what is sent, keeps what is absent, and is logged in words', async () => {
    const project = await newProject(admin, '山海')
    const role_code = await roleOf(admin, (await app.person(companyId, {})).code)
    const { code, phone } = await add({ role_code, project_codes: [project] })
    const kept = await admin.put(`/users/${code}`, { name: '苏小晓', phone, version: 1 })
    expect(kept.data).toMatchObject({
      ...{ name: '苏小晓', post: '', version: 2, status: '0' },
      ...{ role: { code: role_code }, projects: [{ code: project }] },
    })
    const cleared = await admin.put(`/users/${code}`, {
      ...{ name: '苏小晓', phone: newPhone(), role_code: null, project_codes: [], version: 2 },
    })
    expect(cleared.data).toMatchObject({ role: null, projects: [], version: 3 })
    expect(await admin.put(`/users/${code}`, { name: '旧', phone, version: 2 })).toMatchObject({
      status: 409,
    })
    const log = await logOf(app, code)
    expect(log.slice(3)).toMatchObject([
      { action: 'update', before: { role: expect.any(String), phone }, after: { role: null } },
      { action: 'update', before: { projects: ['山海'] }, after: { projects: [] } },
    ])
    expect(log.slice(3).map(({ project_id }) => project_id === null)).toEqual([true, false])
  })

  test('leaves links to projects that the editor may not see, deleted ones included', async () => {
    const [shared, hidden, gone] = [await newProject(admin), await newProject(admin), await newProject(admin)]
    const { code } = await add({ project_codes: [shared, hidden, gone] })
    await admin.delete(`/projects/${gone}`)
    const editor = await app.person(companyId, { user: ['write'] }, [shared])
    expect((await edit(editor, code, { project_codes: [] })).data.projects).toEqual([])
    expect((await admin.get(`/users/${code}`)).data.projects).toMatchObject([{ code: hidden }])
    expect((await edit(editor, code, { project_codes: [hidden] })).data.errors).toEqual([
      { field: 'project_codes[0]', message: '项目不存在或已被删除' },
    ])
    const links = await ask(
      app.databaseUrl,
      `select 1 from project_members m join users u on u.id = m.user_id where u.code = '${code}'`,
    )
    expect(links).toHaveLength(2)
  })

  test('of the assignment holds from the next request on, in the same session', async () => {
    const project = await newProject(admin)
    const person = await app.person(companyId, { contract: ['read'] }, [project])
    const reader = await roleOf(admin, person.code)
    const payer = await roleOf(admin, (await app.person(companyId, { cost_execution: ['read'] })).code)
    const on = person.on(project)
    expect([(await on.get('/contracts')).code, (await on.get('/cost_executions')).code]).toEqual([0, 403])
    await edit(admin, person.code, { role_code: payer })
    expect([(await on.get('/contracts')).code, (await on.get('/cost_executions')).code]).toEqual([403, 0])
    await edit(admin, person.code, { role_code: '' })
    expect((await on.get('/cost_executions')).code).toBe(403)
    expect((await on.get('/sessions/profile')).data.current_permissions).toEqual([])
    await edit(admin, person.code, { role_code: reader, project_codes: [] })
    expect((await on.get('/contracts')).code).toBe(300009)
  })

  test('with a password is a reset, as is the reset itself: sessions end, the lock after wrong passwords too', async () => {
    const typed = 'set-by-admin'
    for (const [reset, password] of [
      [(code: string) => edit(admin, code, { password: typed }), typed],
      [(code: string) => admin.put(`/users/${code}/password`, { password: typed }), typed],
      [(code: string) => admin.put(`/users/${code}/password`, {}), null],
    ] as const) {
      const person = await app.person(companyId, { contract: ['read'] })
      for (let tries = 0; tries < 6; tries += 1) await logIn(app, person.phone, 'wrong-password')
      expect((await logIn(app, person.phone)).status).toBe(429)
      expect((await reset(person.code)).code).toBe(0)
      expect(await person.get('/sessions/profile')).toMatchObject({ status: 200, code: 50012 })
      expect((await logIn(app, person.phone, PASSWORD)).status).toBe(422)
      expect((await logOf(app, person.code)).at(-1)).toMatchObject({ action: 'password', before: null })
      const session = await logIn(app, person.phone, password ?? person.phone.slice(-8))
      const profile = await app.nobody.get(
        '/sessions/profile',
        {},
        {
          authorization: `Bearer ${session.data.token}`,
        },
      )
      expect(profile.data.must_change_password).toBe(true)
    }
  })

  test('that disables ends the sessions at once, and keeps from logging in until it is enabled', async () => {
    const person = await app.person(companyId, { contract: ['read'] })
    expect((await edit(admin, person.code, { status: '1' })).data).toMatchObject({
      status: '1',
      status_i18n: '禁用',
    })
    expect(await person.get('/projects')).toMatchObject({ status: 200, code: 50012 })
    expect(await logIn(app, person.phone)).toMatchObject({ status: 422, msg: '账号已禁用' })
    expect((await edit(admin, person.code, { status: '0' })).data.status).toBe('0')
    expect(await person.get('/projects')).toMatchObject({ code: 50012 })
    expect((await logIn(app, person.phone)).code).toBe(0)
  })
})

describe('deleting', () => {
  test('ends the sessions, frees phone and role, and keeps the name on records', async () => {
    const person = await app.person(companyId, { project: ['write'] })
    const role = await roleOf(admin, person.code)
    const project = await newProject(person)
    const { name } = (await admin.get(`/users/${person.code}`)).data
    expect(await admin.delete(`/roles/${role}`)).toMatchObject({ status: 422 })
    expect(await admin.delete(`/users/${person.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect(await person.get('/projects')).toMatchObject({ code: 50012 })
    expect((await logIn(app, person.phone)).msg).toBe('手机号或密码错误')
    expect((await admin.get(`/projects/${project}`)).data.creator.name).toBe(name)
    for (const call of [
      admin.get(`/users/${person.code}`),
      admin.delete(`/users/${person.code}`),
      admin.put(`/users/${person.code}`, userBody()),
      admin.put(`/users/${person.code}/password`, {}),
    ])
      expect((await call).status).toBe(404)
    expect(await named(admin, { keywords: person.phone })).toEqual([])
    expect((await admin.post('/users', userBody({ phone: person.phone }))).code).toBe(0)
    expect((await admin.delete(`/roles/${role}`)).code).toBe(0)
    expect((await logOf(app, person.code)).at(-1)).toMatchObject({
      action: 'delete',
      before: { name, status: '启用' },
    })
  })
})

test('the dialog saves an account unchanged', async () => {
  const { code } = await add({ project_codes: [await newProject(admin)] })
  const before = (await admin.get(`/users/${code}`)).data
  const saved = await admin.put(`/users/${code}`, await bodyOf(admin, code, { version: before.version }))
  expect(saved.data).toEqual({ ...before, version: before.version + 1 })
})
