import { describe, expect, test } from 'vitest'
import { testCompany } from '../../harness/company.ts'
import { newProject, PASSWORD } from '../../harness/harness.ts'
import { bearer, logIn } from '../../harness/login.ts'
import { ask } from '../../harness/recount.ts'
import { addUser, bodyOf, edit, listed, logOf, newPhone, roleOf, userBody } from './helpers.ts'

const { app, companyId, admin } = await testCompany()

describe('a change', () => {
  test('replaces what is sent, keeps what is absent, and is logged in words', async () => {
    const project = await newProject(admin, '山海')
    const role_code = await roleOf(admin, (await app.person(companyId, {})).code)
    const { code, phone } = await addUser(admin, { role_code, project_codes: [project] })
    const kept = await admin.put(`/users/${code}`, { name: '苏小晓', phone, post: '', version: 1 })
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
    const { code } = await addUser(admin, { project_codes: [shared, hidden, gone] })
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
      const answer = await reset(person.code)
      expect(answer.code).toBe(0)
      expect(await person.get('/sessions/profile')).toMatchObject({ status: 200, code: 50012 })
      expect((await logIn(app, person.phone, PASSWORD)).status).toBe(422)
      expect((await logOf(app, person.code)).at(-1)).toMatchObject({ action: 'password', before: null })
      const session = await logIn(app, person.phone, password ?? answer.data.initial_password)
      const profile = await app.nobody.get('/sessions/profile', {}, bearer(session))
      expect(profile.data.must_change_password).toBe(true)
    }
  })

  test('a typed password is no part of the phone number', async () => {
    const person = await addUser(admin)
    const message = '密码不能是手机号或其中的几位'
    const typed = { password: person.phone.slice(-8) }
    for (const answer of [
      await edit(admin, person.code, typed),
      await admin.put(`/users/${person.code}/password`, typed),
      await admin.post('/users', userBody({ phone: '15812340000', password: '15812340000' })),
    ])
      expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'password', message }] } })
  })

  test('nor is it among the most common ones', async () => {
    const { code } = await addUser(admin)
    const typed = { password: 'sunshine' }
    for (const answer of [await edit(admin, code, typed), await admin.put(`/users/${code}/password`, typed)])
      expect(answer).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'password', message: '密码过于常见，请换一个' }] },
      })
  })

  test('of the phone number leaves the password as it is', async () => {
    const [fresh, typed] = [await addUser(admin), await addUser(admin, { password: 'set-by-admin' })]
    const known = await app.person(companyId, {})
    for (const [{ code }, password] of [
      [fresh, fresh.initial_password],
      [typed, 'set-by-admin'],
      [known, PASSWORD],
    ] as const) {
      const phone = newPhone()
      expect((await edit(admin, code, { phone })).code).toBe(0)
      expect((await logIn(app, phone, phone.slice(-8))).status).toBe(422)
      expect((await logIn(app, phone, password)).code).toBe(0)
    }
    const own = newPhone()
    expect((await edit(admin, admin.code, { phone: own })).code).toBe(0)
    expect((await logIn(app, own, PASSWORD)).code).toBe(0)
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
    expect(await listed(admin, { keywords: person.phone })).toEqual([])
    expect((await admin.post('/users', userBody({ phone: person.phone }))).code).toBe(0)
    expect((await admin.delete(`/roles/${role}`)).code).toBe(0)
    expect((await logOf(app, person.code)).at(-1)).toMatchObject({
      action: 'delete',
      before: { name, status: '启用' },
    })
  })
})

test('the dialog saves an account unchanged', async () => {
  const { code } = await addUser(admin, { project_codes: [await newProject(admin)] })
  const before = (await admin.get(`/users/${code}`)).data
  const saved = await admin.put(`/users/${code}`, await bodyOf(admin, code, { version: before.version }))
  expect(saved.data).toEqual({ ...before, version: before.version + 1 })
})
