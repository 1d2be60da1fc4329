import { FEATURE_NAMES } from '@pianzhang/contract/features'
import { resourcesWith } from '@pianzhang/contract/permissions'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCompany } from '../../../src/base/companies/create.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { PasswordHashes } from '../../../src/platform/login/passwords.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, newProject, PASSWORD } from '../../harness/harness.ts'
import { asPage, forgets, logIn } from '../../harness/login.ts'
import { addUser, newPhone } from '../users/helpers.ts'

const { app, companyId, admin } = await testCompany()

const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const profileOf = (token: string) => app.nobody.get('/sessions/profile', {}, bearer(token))
/** The role that `person()` created. */
const roleOf = async (person: Caller) => (await person.get('/sessions/profile')).data.role

describe('profile', () => {
  test('has the person, the company, the role and the permissions', async () => {
    const { data } = await admin.get('/sessions/profile')
    expect(data).toMatchObject({
      code: admin.code,
      name: '管理员',
      phone: admin.phone,
      company: { name: `公司${admin.phone}` },
      role: { code: '', name: '超级管理员', is_super: true },
      current_project: null,
      must_change_password: false,
    })
    const features = new Set(FEATURE_NAMES)
    expect(data.features ?? []).toEqual([...features])
    expect(data.current_permissions).toHaveLength(resourcesWith(features).length)
    expect(data.current_permissions[0]).toEqual({
      resource_model: 'project',
      actions: ['read', 'write', 'delete'],
    })
  })

  test('write and delete imply read, read implies export, write implies payment, as far as the resource offers them', async () => {
    const person = await app.person(companyId, {
      cost_execution: ['write'],
      subject: ['delete'],
      order: ['write'],
      contract: ['read'],
      invoice: ['read', 'delete'],
      audit_log: ['read', 'write'],
      imprest: [],
      nothing_of_ours: ['read'],
    })
    const { data } = await person.get('/sessions/profile')
    expect(data.role).toEqual({ code: data.role.code, name: data.role.name, is_super: false })
    expect(data.role.code).toMatch(/^[\w-]{16}$/)
    expect(data.current_permissions).toEqual([
      { resource_model: 'order', actions: ['read', 'write', 'payment'] },
      { resource_model: 'cost_execution', actions: ['read', 'write', 'export'] },
      { resource_model: 'contract', actions: ['read', 'export'] },
      { resource_model: 'invoice', actions: ['read'] },
      { resource_model: 'subject', actions: ['read', 'delete'] },
      { resource_model: 'audit_log', actions: ['read', 'export'] },
    ])
  })

  test('has the project of the request', async () => {
    const code = await newProject(admin, '某剧')
    const { current_project } = (await admin.on(code).get('/sessions/profile')).data
    expect(current_project).toMatchObject({ code, name: '某剧', archive_at: null, expired: false })
    expect(current_project.expire_at).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('a disabled role grants nothing', async () => {
    const person = await app.person(companyId, { subject: ['read'] })
    const { code } = await roleOf(person)
    await app.services.db.updateTable('roles').set({ enabled: false }).where('code', '=', code).execute()
    expect((await person.get('/sessions/profile')).data).toMatchObject({
      role: { code: '', name: '', is_super: false },
      current_permissions: [],
    })
  })
})

describe('the initial password', () => {
  /** The super administrator of a company that the operator has just made. */
  async function newcomer() {
    const phone = newPhone()
    const password = 'read-out-to-them'
    const facts = { name: '新公司', admin: '新人', phone, password, initial: true, quota: 1 }
    await inTransaction(app.services.db, (tx) => createCompany(tx, app.services, facts, new PasswordHashes()))
    return { phone, password }
  }

  test('lets do nothing else before it is changed', async () => {
    const { phone, password } = await newcomer()
    const { token } = (await logIn(app, phone, password)).data
    const call = bearer(token)
    expect((await profileOf(token)).data).toMatchObject({ must_change_password: true })
    const refused = { status: 403, code: 403, msg: '请先修改初始密码' }
    expect(await app.nobody.get('/projects', {}, call)).toMatchObject(refused)
    expect(await app.nobody.get('/sessions/preferences', {}, call)).toMatchObject(refused)
    const body = { old_password: password, password: 'my-own-password' }
    expect(await app.nobody.put('/sessions/password', body, call)).toMatchObject({ code: 0 })
    expect((await profileOf(token)).data).toMatchObject({ must_change_password: false })
    expect(await app.nobody.get('/projects', {}, call)).toMatchObject({ code: 0 })
    expect(await logIn(app, phone, password)).toMatchObject({ msg: '手机号或密码错误' })
  })

  test('does not keep one from logging out', async () => {
    const { phone, password } = await newcomer()
    const { token } = (await logIn(app, phone, password)).data
    expect(await app.nobody.delete('/sessions', undefined, bearer(token))).toMatchObject({ code: 0 })
    expect(await profileOf(token)).toMatchObject({ status: 401 })
  })

  test('ends after 7 days, whoever set it; a new one does not', async () => {
    const boss = await newcomer()
    const editor = (await app.company()).admin
    const typed = await addUser(editor, { password: 'typed-by-admin' })
    const made = await addUser(editor)
    const own = await addUser(editor)
    const { token } = (await logIn(app, own.phone, own.initial_password)).data
    const change = { old_password: own.initial_password, password: 'my-own-password' }
    expect(await app.nobody.put('/sessions/password', change, bearer(token))).toMatchObject({ code: 0 })
    let moved = 0
    const move = (ms: number) => {
      moved += ms
      app.advance(ms)
    }
    onTestFinished(() => app.advance(-moved))
    move(WEEK - MINUTE)
    expect(await logIn(app, made.phone, made.initial_password)).toMatchObject({ code: 0 })
    move(2 * MINUTE)
    const ended = (whom: string) => ({
      status: 422,
      data: { errors: [{ field: 'password', message: `初始密码已过期（7天有效），请联系${whom}重置密码` }] },
    })
    const ofCompany = ended('公司的超级管理员')
    expect(await logIn(app, boss.phone, boss.password)).toMatchObject(ended('系统运营方'))
    expect(await logIn(app, typed.phone, 'typed-by-admin')).toMatchObject(ofCompany)
    expect(await logIn(app, made.phone, made.initial_password)).toMatchObject(ofCompany)
    // A wrong password is told nothing of it.
    expect(await logIn(app, made.phone, 'wrong-password')).toMatchObject({ msg: '手机号或密码错误' })
    expect(await logIn(app, own.phone, 'my-own-password')).toMatchObject({ code: 0 })
    const { token: now } = (await logIn(app, editor.phone)).data
    const reset = await app.nobody.put(`/users/${made.code}/password`, {}, bearer(now))
    expect(await logIn(app, made.phone, reset.data.initial_password)).toMatchObject({ code: 0 })
  })
})

describe('changing the password', () => {
  const NEW = 'another-password'

  test('ends the other sessions, keeps its own, and logs no password', async () => {
    const person = (await app.company()).admin
    const other = (await logIn(app, person.phone)).data.token
    const body = { old_password: PASSWORD, password: NEW }
    expect(await person.put('/sessions/password', body)).toMatchObject({ code: 0, data: {} })
    expect(await person.get('/sessions/profile')).toMatchObject({ code: 0 })
    const ended = await app.nobody.get('/sessions/profile', {}, asPage({ token: other }))
    expect(ended).toMatchObject({ status: 200, code: 50012, msg: '登录状态已失效，请重新登录。' })
    expect(forgets(ended)).toBe(true)
    expect((await person.get('/sessions')).data.items).toMatchObject([{ current: true }])
    expect(await logIn(app, person.phone)).toMatchObject({ status: 422 })
    expect(await logIn(app, person.phone, NEW)).toMatchObject({ code: 0 })
    const log = await app.services.db
      .selectFrom('audit_logs')
      .select(['before', 'after'])
      .where('user_id', '=', person.userId)
      .where('action', '=', 'password')
      .execute()
    expect(log).toEqual([{ before: null, after: null }])
  })

  test('the phone number and parts of it are refused', async () => {
    const person = (await app.company()).admin
    const errors = [{ field: 'password', message: '密码不能是手机号或其中的几位' }]
    for (const password of [person.phone, person.phone.slice(-8)])
      expect(await person.put('/sessions/password', { old_password: PASSWORD, password })).toMatchObject({
        status: 422,
        data: { errors },
      })
  })

  test.each([
    ['a wrong old one', { old_password: 'not-the-old-one', password: NEW }, 'old_password', '原密码不正确'],
    ['no old one', { old_password: '', password: NEW }, 'old_password', '请输入原密码'],
    ['a short one', { old_password: PASSWORD, password: '1234567' }, 'password', '密码不能少于8位'],
    ['the same again', { old_password: PASSWORD, password: PASSWORD }, 'password', '新密码不能与原密码相同'],
    ['a run', { old_password: PASSWORD, password: '87654321' }, 'password', '密码不能是连续的数字或字母'],
    ['a common one', { old_password: PASSWORD, password: 'Iloveyou!' }, 'password', '密码过于常见，请换一个'],
  ])('%s is refused and ends nothing', async (_, body, field, message) => {
    const person = (await app.company()).admin
    const other = (await logIn(app, person.phone)).data.token
    const answer = await person.put('/sessions/password', body)
    expect(answer).toMatchObject({ status: 422, data: { errors: [{ field, message }] } })
    expect(await profileOf(other)).toMatchObject({ code: 0 })
    expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
  })
})

test('guesses of the old password are limited, also concurrent ones; logging in stays possible', async () => {
  const person = (await app.company()).admin
  const change = (old_password: string) =>
    person.put('/sessions/password', { old_password, password: 'a-new-password' })
  const guesses = await Promise.all(Array.from({ length: 8 }, (_, index) => change(`guess-number-${index}`)))
  expect(guesses.map((answer) => answer.status).sort()).toEqual([
    ...Array(5).fill(422),
    ...Array(3).fill(429),
  ])
  expect(await change(PASSWORD)).toMatchObject({ status: 429, msg: '操作过于频繁，请稍后再试' })
  expect(await logIn(app, person.phone)).toMatchObject({ code: 0 })
  app.advance(15 * 60_000)
  expect(await change(PASSWORD)).toMatchObject({ code: 0 })
})

describe('own sessions', () => {
  test('are listed newest first with the current one marked; one can be ended', async () => {
    const person = (await app.company()).admin
    const other = (await logIn(app, person.phone)).data.token
    const { items, listTotal } = (await person.get('/sessions')).data
    expect(listTotal).toBe(2)
    expect(items.map((item: { current: boolean }) => item.current)).toEqual([false, true])
    expect(items[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/)
    const ended = await person.delete(`/sessions/${items[0].code}`)
    expect(ended).toMatchObject({ code: 0, msg: '删除成功' })
    expect(forgets(ended)).toBe(false)
    expect(await profileOf(other)).toMatchObject({ status: 401, code: 401 })
    expect((await person.get('/sessions')).data.listTotal).toBe(1)
    expect(await person.delete(`/sessions/${items[0].code}`)).toMatchObject({ status: 404 })
  })

  test('ending the current one logs out', async () => {
    const person = (await app.company()).admin
    const [own] = (await person.get('/sessions')).data.items
    expect(forgets(await person.delete(`/sessions/${own.code}`))).toBe(true)
    expect(await person.get('/sessions')).toMatchObject({ status: 401 })
  })

  test("somebody else's are neither listed nor can be ended", async () => {
    const [own] = (await admin.get('/sessions')).data.items
    const colleague = await app.person(companyId, {})
    expect((await colleague.get('/sessions')).data.items).toHaveLength(1)
    expect(await colleague.delete(`/sessions/${own.code}`)).toMatchObject({ status: 404 })
    expect((await admin.get('/sessions')).code).toBe(0)
  })

  test('logging out ends this one only', async () => {
    const person = (await app.company()).admin
    const { token } = (await logIn(app, person.phone)).data
    const out = await app.nobody.delete('/sessions', undefined, bearer(token))
    expect(out).toMatchObject({ code: 0, msg: '操作成功' })
    expect(forgets(out)).toBe(true)
    expect(await profileOf(token)).toMatchObject({ status: 401, code: 401 })
    expect((await person.get('/sessions')).data.listTotal).toBe(1)
  })
})

describe('preferences', () => {
  const put = (body: unknown) => admin.put('/sessions/preferences', body as object)
  const read = async () => (await admin.get('/sessions/preferences')).data

  test('are empty at first, replaced as a whole, and separate for each person', async () => {
    expect(await read()).toEqual({})
    const kept = { columns: { payments: ['code', 'payer'] }, wide: true, size: 50, last: null, 名: '值 🎬' }
    expect(await put(kept)).toMatchObject({ code: 0, data: kept })
    expect(await read()).toEqual(kept)
    await put({ wide: false })
    expect(await read()).toEqual({ wide: false })
    const colleague = await app.person(companyId, {})
    expect((await colleague.get('/sessions/preferences')).data).toEqual({})
  })

  test('16 KB and a key of 100 characters fit; a text that looks like an escape is a text', async () => {
    for (const kept of [{ a: 'x'.repeat(16_384 - 8) }, { ['k'.repeat(100)]: 1 }, { a: '\\u0000 \\ud800' }]) {
      expect(await put(kept)).toMatchObject({ code: 0 })
      expect(await read()).toEqual(kept)
    }
  })

  const UNSTORABLE = '包含无法保存的字符'
  test.each([
    ['more than 16 KB', { a: 'x'.repeat(16_384 - 7) }, '偏好设置过大'],
    ['a key of 101 characters', { ['k'.repeat(101)]: 1 }, '键名不能超过100个字符'],
    ['a list', [1], '请求内容不能为空'],
    ['a text', '"a"', '请求内容不能为空'],
    ['null', 'null', '请求内容不能为空'],
    ['NUL', { a: { b: ['x\0'] } }, UNSTORABLE],
    ['NUL in a key', { a: { 'b\0': 1 } }, UNSTORABLE],
    ['half a surrogate pair', { a: '\ud83c' }, UNSTORABLE],
    ['half a surrogate pair in a key', { '\udfac': 1 }, UNSTORABLE],
    ['a number beyond all', '{"a":1e999}', UNSTORABLE],
  ])('%s is refused and changes nothing', async (_, body, msg) => {
    await put({ before: 1 })
    const answer = await admin.put('/sessions/preferences', body, { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 422, code: 422, msg })
    expect(await read()).toEqual({ before: 1 })
  })
})
