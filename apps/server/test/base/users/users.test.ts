import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { newProject } from '../../harness/harness.ts'
import { bearer, logIn } from '../../harness/login.ts'
import { ask } from '../../harness/recount.ts'
import { addUser, listed, logOf, newPhone, roleOf, userBody } from './helpers.ts'

const { app, companyId, admin } = await testCompany()

const wrong = (field: string, message: string) => ({ status: 422, data: { errors: [{ field, message }] } })

/** All that is stored of accounts, of what was done, and of answers. */
const everywhere = async () =>
  (
    await ask<{ text: string }>(
      app.databaseUrl,
      `select u::text as text from users u union all select a::text from audit_logs a union all select i::text from idempotency_keys i`,
    )
  )
    .map((row) => row.text)
    .join('\n')

describe('a new account', () => {
  test('has a password that only who creates it is shown, and that must be changed at the first login', async () => {
    const role_code = await roleOf(admin, (await app.person(companyId, { contract: ['read'] })).code)
    const project = await newProject(admin, '长河灯火')
    const phone = newPhone()
    // As copied from somewhere.
    const typed = `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`
    const added = await admin.post('/users', {
      ...userBody({ phone: typed, role_code }),
      project_codes: [project],
    })
    expect(added).toMatchObject({
      code: 0,
      data: {
        ...{ name: '苏晓', post: '出纳', phone, version: 1, status: '0', status_i18n: '启用' },
        role: { code: role_code, is_super: false, status: 'enable' },
        projects: [{ code: project, name: '长河灯火' }],
        creator: { name: '管理员' },
      },
    })
    const { initial_password, ...rest } = added.data
    expect(initial_password).toMatch(/^[a-hjkmnp-z2-9]{12}$/)
    const { code } = rest
    expect((await admin.get(`/users/${code}`)).data).toEqual(rest)
    // Told to the super administrator alone: anybody could try what colleagues type for new accounts.
    expect(added.data.must_change_password).toBe(true)
    const reader = await app.person(companyId, { user: ['read'] })
    expect((await reader.get(`/users/${code}`)).data).not.toHaveProperty('must_change_password')
    expect((await logIn(app, phone, phone.slice(3))).msg).toBe('手机号或密码错误')
    const session = await logIn(app, phone, initial_password)
    const headers = bearer(session)
    expect((await app.nobody.get('/sessions/profile', {}, headers)).data.must_change_password).toBe(true)
    expect(await app.nobody.get('/projects', {}, headers)).toMatchObject({
      status: 403,
      msg: '请先修改初始密码',
    })
    const change = { old_password: initial_password, password: '新密码新密码新密码' }
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
      { action: 'password' },
    ])
  })

  test('with a typed password: it too must be changed, and is nowhere in clear text', async () => {
    const password = '打字的密码🔑123456'
    const body = userBody({ password })
    const headers = { 'idempotency-key': 'typed' }
    const first = await admin.post('/users', body, headers)
    expect(first.code).toBe(0)
    expect(first.data).not.toHaveProperty('initial_password')
    expect((await admin.post('/users', body, headers)).data).toEqual(first.data)
    // Answered as the first, the second password would seem to be stored.
    const retyped = await admin.post('/users', { ...body, password: 'another-one-1' }, headers)
    expect(retyped.status).toBe(422)
    expect((await admin.post('/users', { ...body, post: '会计' }, headers)).status).toBe(422)
    const session = await logIn(app, body.phone, password)
    const profile = await app.nobody.get('/sessions/profile', {}, bearer(session))
    expect(profile.data.must_change_password).toBe(true)
    const text = await everywhere()
    expect(text).toContain(body.phone)
    expect(text).not.toContain(password)
  })

  test('shows its password to a repetition too, and keeps it nowhere in clear text', async () => {
    const body = userBody()
    const send = () => admin.post('/users', body, { 'idempotency-key': 'initial' })
    const { data } = await send()
    const reset = () => admin.put(`/users/${data.code}/password`, {}, { 'idempotency-key': 'reset' })
    expect((await send()).data).toEqual(data)
    const again = (await reset()).data.initial_password
    expect(again).not.toBe(data.initial_password)
    expect((await reset()).data).toEqual({ initial_password: again })
    expect((await logIn(app, body.phone, data.initial_password)).status).toBe(422)
    expect((await logIn(app, body.phone, again)).code).toBe(0)
    const text = await everywhere()
    expect(text).toContain(body.phone)
    for (const password of [data.initial_password, again]) expect(text).not.toContain(password)
  })

  test.each([
    ['of 128 emoji', `🎬${'🔑'.repeat(127)}`],
    ['of 8 emoji', `🔑${'🎬'.repeat(7)}`],
    ['of more than 72 bytes', `${'长'.repeat(30)}甲`],
  ])('may have a password %s; every character counts', async (_, password) => {
    const { phone } = await addUser(admin, { password })
    expect((await logIn(app, phone, password)).code).toBe(0)
    const almost = `${[...password].slice(0, -1).join('')}乙`
    expect(await logIn(app, phone, almost)).toMatchObject({ status: 422, msg: '手机号或密码错误' })
  })

  test.each([
    ['密码不能少于8位', '1234567'],
    ['密码不能少于8位', '🔑'.repeat(7)],
    ['密码不能超过128位', '🔑'.repeat(129)],
    ['密码不能全是同一个字符', '🔑'.repeat(8)],
    ['密码不能是连续的数字或字母', 'abcdefgh'],
    ['密码过于常见，请换一个', 'PassWord1'],
  ])('is refused with a password: %#, %s', async (message, password) => {
    expect(await admin.post('/users', userBody({ password }))).toMatchObject(wrong('password', message))
  })

  test.each([
    ['', '请输入用户名和手机号！'],
    [undefined, '请输入用户名和手机号！'],
    ['1380000000', '手机号格式不正确'],
    ['138000000001', '手机号格式不正确'],
    ['23800000001', '手机号格式不正确'],
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
    expect(await listed(boss)).toEqual(['乙%2', '甲_1', own, '管理员'])
    expect(await listed(boss, { keywords: '_' })).toEqual(['甲_1'])
    expect(await listed(boss, { keywords: '出纳' })).toEqual(['乙%2'])
    expect(await listed(boss, { keywords: clerk.phone.slice(2, 9) })).toEqual([own])
    const spaced = clerk.phone.replace(/^(...)(....)/, '$1 $2-')
    for (const keywords of [spaced, `+86${clerk.phone}`, spaced.slice(1, 9)])
      expect(await listed(boss, { keywords }), keywords).toEqual([own])
    // Nothing but what groups digits is no phone number.
    expect(await listed(boss, { keywords: '-' })).toEqual([])
    expect(await listed(boss, { status: '1' })).toEqual(['乙%2'])
    expect(await listed(boss, { status: 0 })).toEqual(['甲_1', own, '管理员'])
    expect(await listed(boss, { status: 'x' })).toEqual([])
    expect(await listed(boss, { role_code })).toEqual(['乙%2', '甲_1', own])
    expect(await listed(boss, { role_code: 'none' })).toEqual([])
    expect(await listed(boss, { project_code: project })).toEqual([own, '管理员'])
    expect(await listed(boss, { project_code: '', role_code: '', status: '', keywords: '' })).toHaveLength(4)
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
    const { code } = await addUser(admin, { project_codes: [shared, hidden] })
    expect((await reader.get(`/users/${code}`)).data.projects).toEqual([{ code: shared, name: '共同' }])
    expect((await reader.get('/users', { project_code: hidden })).data.listTotal).toBe(0)
    const stranger = (await app.company()).admin
    expect((await stranger.get('/users')).data.listTotal).toBe(1)
    expect((await stranger.get(`/users/${code}`)).status).toBe(404)
  })
})
