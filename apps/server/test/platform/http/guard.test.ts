import { get, shapes } from '@pianzhang/contract/endpoint'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loginInProject } from '../../../src/platform/http/guard.ts'
import { register } from '../../../src/platform/http/register.ts'
import { type ProjectContext, read } from '../../../src/platform/http/route.ts'
import { createHttp } from '../../../src/platform/http/server/http.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, newProject, PASSWORD, startTestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { asPage } from '../../harness/login.ts'

const { app, companyId, admin } = await testCompany()

const NO_PROJECT = { status: 200, code: 300009, msg: '请先选择项目' }
const FORBIDDEN = { status: 403, code: 403, msg: '您没有权限进行此操作' }

describe('a write with the cookie', () => {
  const HOST = 'ledger.example:3000'
  const OWN = `http://${HOST}`
  const write = (from: Record<string, string>, server = app, person = admin) =>
    server.nobody.put('/sessions/preferences', { a: 1 }, asPage(person, { host: HOST, ...from }))
  const REFUSED = { status: 403, code: 403, msg: '请求来源不被允许' }

  test.each([
    ['our origin', { origin: OWN }],
    ['our origin, as browsers send it', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }],
    ['our name over https, behind a proxy that ends TLS', { origin: `https://${HOST}` }],
  ])('from %s is accepted', async (_, from) => {
    expect(await write(from)).toMatchObject({ code: 0 })
  })

  test.each([
    ['nowhere', {}],
    ['another site', { origin: 'https://evil.example' }],
    [
      'another site that claims to be same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['another port', { origin: 'http://ledger.example:3001' }],
    ['a name that begins as ours', { origin: `${OWN}.evil.example` }],
    ['a sandbox', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ])('from %s is refused', async (_, from) => {
    await admin.put('/sessions/preferences', { before: 1 })
    expect(await write(from)).toMatchObject(REFUSED)
    expect((await admin.get('/sessions/preferences')).data).toEqual({ before: 1 })
  })

  test('is compared with PUBLIC_URL if that is set', async () => {
    await using behind = await startTestApp({ PUBLIC_URL: 'https://pianzhang.example/' })
    const person = (await behind.company()).admin
    expect(await write({ origin: 'https://pianzhang.example' }, behind, person)).toMatchObject({ code: 0 })
    expect(await write({ origin: OWN }, behind, person)).toMatchObject(REFUSED)
  })

  test('a login is refused from a page of another site; a program, which has no origin, may log in', async () => {
    const logIn = async (from: Record<string, string>) => {
      const { data } = await app.nobody.post('/api/common/captchas')
      const body = { phone: admin.phone, password: PASSWORD, captcha: 'test', captcha_token: data.token }
      return await app.nobody.post('/sessions', body, { host: HOST, ...from })
    }
    for (const origin of ['https://evil.example', 'null'])
      expect(await logIn({ origin })).toMatchObject({ ...REFUSED, data: {} })
    for (const from of [{ origin: OWN }, {}] as Record<string, string>[])
      expect(await logIn(from)).toMatchObject({ code: 0, data: { token: expect.any(String) } })
  })

  test('a read is not checked, nor is a write with a Bearer token', async () => {
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await app.nobody.get('/projects', {}, asPage(admin, evil))).toMatchObject({ code: 0 })
    expect(await admin.put('/sessions/preferences', { a: 1 }, evil)).toMatchObject({ code: 0 })
    expect(await admin.put('/sessions/preferences', { a: 1 })).toMatchObject({ code: 0 })
  })
})

test('behind a proxy the address is the one that the proxy saw, not one from the caller', async () => {
  await using behind = await startTestApp({ TRUST_PROXY: '1' })
  const person = (await behind.company()).admin
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 10.1.2.3' }
  const code = (await person.post('/projects', { name: '某剧' }, forwarded)).data.code
  const log = await behind.services.db
    .selectFrom('audit_logs')
    .select('address')
    .where('code', '=', code)
    .executeTakeFirst()
  expect(log).toEqual({ address: '10.1.2.3' })
})

describe('the project of a request', () => {
  let one: string
  let two: string
  beforeAll(async () => {
    one = await newProject(admin, '甲')
    two = await newProject(admin, '乙')
  })
  const selected = async (person: Caller) =>
    (await person.get('/sessions/profile')).data.current_project?.code

  test('X-Project takes precedence over the one selected in the session', async () => {
    await admin.post(`/projects/${one}/selected`)
    expect(await selected(admin)).toBe(one)
    expect(await selected(admin.on(two))).toBe(two)
    await book(admin.on(two))
    expect((await admin.get('/cost_executions')).data.listTotal).toBe(0)
    expect((await admin.on(two).get('/cost_executions')).data.listTotal).toBe(1)
    expect(await selected(admin)).toBe(one)
  })

  test('an unknown, foreign or deleted one in X-Project is none, even if one is selected', async () => {
    await admin.post(`/projects/${one}/selected`)
    const foreign = await newProject((await app.company()).admin)
    const deleted = await newProject(admin)
    await admin.delete(`/projects/${deleted}`)
    for (const project of ['unknown', '项', foreign, deleted]) {
      const person = admin.on(encodeURIComponent(project))
      expect(await person.get('/subjects')).toMatchObject(NO_PROJECT)
      expect(await person.post('/pay_categories', { name: '外来' })).toMatchObject(NO_PROJECT)
      expect(await selected(person)).toBeUndefined()
    }
  })

  test('is none if none is selected', async () => {
    expect(await (await app.company()).admin.get('/subjects')).toMatchObject(NO_PROJECT)
  })

  test('is none for a person who is not linked; a link takes effect with the next request', async () => {
    const { db } = app.services
    const person = await app.person(companyId, { subject: ['read'] }, [one])
    await person.post(`/projects/${one}/selected`)
    expect(await person.get('/subjects')).toMatchObject({ code: 0 })
    expect(await person.on(two).get('/subjects')).toMatchObject(NO_PROJECT)
    await db.deleteFrom('project_members').where('user_id', '=', person.userId).execute()
    expect(await person.get('/subjects')).toMatchObject(NO_PROJECT)
    expect(await person.on(one).get('/subjects')).toMatchObject(NO_PROJECT)
    expect(await selected(person)).toBeUndefined()
  })

  test('can be named in the query of an event stream, where headers are not possible, and nowhere else', async () => {
    const http = await createHttp(app.services, false)
    const answer = z.object({ code: z.string() })
    const spec = { summary: 'test', access: loginInProject, answer }
    const shown = shapes<{ answer: typeof answer }>()
    const showProject = async (_db: unknown, { project }: ProjectContext) => ({ code: project.code })
    register(http, app.services, '/api/common', [
      read(get('/event_source/project', shown), spec, showProject),
    ])
    register(http, app.services, '/api/manager', [read(get('/other', shown), spec, showProject)])
    await admin.post(`/projects/${one}/selected`)
    const ask = async (url: string) => (await http.inject({ url, headers: asPage(admin) })).json()
    expect(await ask('/api/common/event_source/project')).toMatchObject({ data: { code: one } })
    expect(await ask(`/api/common/event_source/project?project=${two}`)).toMatchObject({
      data: { code: two },
    })
    for (const unknown of ['unknown', '%00', `${two}%00`])
      expect(await ask(`/api/common/event_source/project?project=${unknown}`)).toMatchObject({ code: 300009 })
    expect(await ask(`/api/manager/other?project=${two}`)).toMatchObject({ data: { code: one } })
    await http.close()
  })

  test('a missing permission is reported before a missing project', async () => {
    const person = await app.person(companyId, { subject: ['read'] })
    expect(await person.on('unknown').get('/pay_categories')).toMatchObject(FORBIDDEN)
  })
})

describe('a read-only project', () => {
  const READS = [
    '/subjects',
    '/cost_executions',
    '/selects/pay_categories',
    '/cost_executions/import_template',
  ]
  async function expectReadOnly(person: Caller, msg: string): Promise<void> {
    const payment = (await person.get('/cost_executions')).data.items[0]
    for (const path of [...READS, `/cost_executions/${payment.code}`])
      expect(await person.get(path), path).toMatchObject({ code: 0 })
    for (const answer of [
      await person.post('/pay_categories', { name: '新的' }),
      await book(person),
      await person.delete(`/cost_executions/${payment.code}`),
      await person.post('/cost_executions/import', { attachment_code: 'x' }),
      await person.post('/api/common/qinius', { key: 'manager/attachments/a-1.png' }),
    ])
      expect(answer).toMatchObject({ status: 200, code: 300011, msg })
    expect((await person.get('/cost_executions')).data.listTotal).toBe(1)
    expect((await person.get('/pay_categories')).data.listTotal).toBe(11)
  }

  test('archived', async () => {
    const person = admin.on(await newProject(admin))
    await book(person)
    await admin.post(`/projects/${person.project}/archive`)
    await expectReadOnly(person, '项目已归档，仅可查看和导出。')
  })

  test('expired: from the day after its last day', async () => {
    const person = admin.on(await newProject(admin))
    await book(person)
    const day = (offset: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
        app.services.clock().getTime() + offset * 86_400_000,
      )
    const expire = (expire_at: string) =>
      app.services.db
        .updateTable('projects')
        .set({ expire_at })
        .where('code', '=', person.project ?? '')
        .execute()
    await expire(day(0))
    expect(await person.put('/sessions/preferences', {})).toMatchObject({ code: 0 })
    const added = await person.post('/pay_categories', { name: '最后一天' })
    expect(added).toMatchObject({ code: 0 })
    await person.delete(`/pay_categories/${added.data.id}`)
    await expire(day(-1))
    await expectReadOnly(person, '项目已到期，仅可查看和导出。')
  })

  test('expired three years after its creation, by the clock', async () => {
    await using later = await startTestApp()
    const owner = (await later.company()).admin
    const person = owner.on(await newProject(owner))
    later.advance(3 * 366 * 86_400_000)
    const now = later.services.clock()
    await later.services.db.updateTable('sessions').set({ seen_at: now, created_at: now }).execute()
    expect(await book(person)).toMatchObject({ code: 300011 })
    expect((await person.get('/sessions/profile')).data.current_project).toMatchObject({ expired: true })
  })
})

describe('a role', () => {
  let project: string
  let person: Caller
  beforeAll(async () => {
    project = await newProject(admin)
  })
  beforeEach(async () => {
    person = (await app.person(companyId, { subject: ['read'] }, [project])).on(project)
  })
  const db = () => app.services.db
  const roleId = async () => {
    const user = await db()
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    return user.role_id ?? 0n
  }

  test('that is changed takes effect with the next request; the session stays valid', async () => {
    const id = await roleId()
    expect(await person.get('/subjects')).toMatchObject({ code: 0 })
    await db().deleteFrom('role_permissions').where('role_id', '=', id).execute()
    expect(await person.get('/subjects')).toMatchObject(FORBIDDEN)
    const grant = { role_id: id, model: 'pay_category', code: `${id}`, actions: ['write'] }
    await db().insertInto('role_permissions').values(grant).execute()
    expect(await person.get('/pay_categories')).toMatchObject({ code: 0 })
  })

  test('that is assigned to a person takes effect with their next request', async () => {
    const clerk = await app.person(companyId, { pay_category: ['read'] }, [project])
    await db()
      .updateTable('users')
      .set((eb) => ({
        role_id: eb.selectFrom('users as u').select('u.role_id').where('u.id', '=', clerk.userId),
      }))
      .where('id', '=', person.userId)
      .execute()
    expect(await person.get('/subjects')).toMatchObject(FORBIDDEN)
    expect(await person.get('/pay_categories')).toMatchObject({ code: 0 })
  })

  test.each(['disabled', 'taken away'])(
    'that is %s leaves only profile, password and logout',
    async (how) => {
      if (how === 'disabled')
        await db()
          .updateTable('roles')
          .set({ enabled: false })
          .where('id', '=', await roleId())
          .execute()
      else await db().updateTable('users').set({ role_id: null }).where('id', '=', person.userId).execute()
      for (const path of [
        '/subjects',
        '/projects',
        '/selects/pay_categories',
        '/sessions',
        '/api/common/resources',
      ])
        expect(await person.get(path), path).toMatchObject(FORBIDDEN)
      expect(await person.get('/sessions/profile')).toMatchObject({ code: 0 })
      const body = { old_password: 'wrong', password: 'long-enough' }
      expect(await person.put('/sessions/password', body)).toMatchObject({ status: 422, msg: '原密码不正确' })
      expect(await person.delete('/sessions')).toMatchObject({ code: 0 })
    },
  )

  test('the super administrator needs none', async () => {
    expect(await admin.on(project).get('/subjects')).toMatchObject({ code: 0 })
  })
})
