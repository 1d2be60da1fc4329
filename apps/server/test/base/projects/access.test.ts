import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let companyId: bigint
let admin: Caller
let code: string

beforeAll(async () => {
  app = await workerApp()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
  code = await newProject(admin, '某剧 100%_a\\b')
})
afterAll(async () => await app.close())

const BODY = { name: '别人的名字' }
const WRITES: [string, string, (person: Caller, code: string) => Promise<Answer>][] = [
  ['PUT', 'write', (person, code) => person.put(`/projects/${code}`, BODY)],
  ['archive', 'delete', (person, code) => person.post(`/projects/${code}/archive`)],
  ['unarchive', 'delete', (person, code) => person.post(`/projects/${code}/unarchive`)],
  ['DELETE', 'delete', (person, code) => person.delete(`/projects/${code}`)],
]

describe.each(WRITES)('%s', (_, action, call) => {
  test('needs a login, the right, the link and the company', async () => {
    const before = (await admin.get(`/projects/${code}`)).data
    expect(await call(app.nobody, code)).toMatchObject({ status: 401, code: 401 })
    const reader = await app.person(companyId, { project: ['read'] }, [code])
    expect(await call(reader, code)).toMatchObject({ status: 403, code: 403 })
    const unlinked = await app.person(companyId, { project: [action] })
    expect(await call(unlinked, code)).toMatchObject({ status: 404, code: 404 })
    const stranger = await app.company()
    expect(await call(stranger.admin, code)).toMatchObject({ status: 404, code: 404 })
    expect(await call(admin, 'no-such-project')).toMatchObject({ status: 404, code: 404 })
    expect((await admin.get(`/projects/${code}`)).data).toEqual(before)
  })

  test('is allowed for a linked person with the right', async () => {
    const own = await newProject(admin)
    const person = await app.person(companyId, { project: [action] }, [own])
    expect(await call(person, own)).toMatchObject({ code: 0 })
  })
})

test('creating needs a login and the right', async () => {
  expect((await app.nobody.post('/projects', BODY)).status).toBe(401)
  const reader = await app.person(companyId, { project: ['read', 'delete'] })
  expect((await reader.post('/projects', BODY)).status).toBe(403)
  expect((await reader.get('/projects/check_create')).status).toBe(403)
  expect((await reader.get('/projects')).data.can).toEqual({ create: false })
})

test('reading: the list needs a login only, one project its right', async () => {
  expect((await app.nobody.get('/projects')).status).toBe(401)
  const clerk = await app.person(companyId, { subject: ['read'] }, [code])
  expect((await clerk.get('/projects')).data).toMatchObject({
    listTotal: 1,
    items: [{ code, can: { write: false, delete: false } }],
  })
  expect((await clerk.get(`/projects/${code}`)).status).toBe(403)
  const reader = await app.person(companyId, { project: ['read'] }, [code])
  expect((await reader.get(`/projects/${code}`)).data).toMatchObject({ code, creator: { name: '管理员' } })
  const unlinked = await app.person(companyId, { project: ['read'] })
  expect((await unlinked.get(`/projects/${code}`)).status).toBe(404)
  expect((await unlinked.get('/projects')).data.items).toEqual([])
})

test('keywords match parts of names literally; newest first', async () => {
  const newer = await newProject(admin, '另一部某剧')
  const found = async (keywords: string) =>
    (await admin.get('/projects', { keywords })).data.items.map((item: { code: string }) => item.code)
  expect(await found('某剧')).toEqual([newer, code])
  expect(await found('100%')).toEqual([code])
  expect(await found('%_a\\')).toEqual([code])
  expect(await found('%某')).toEqual([])
  expect((await admin.get('/projects', { keywords: '' })).data.listTotal).toBe(
    (await admin.get('/projects')).data.listTotal,
  )
})

describe('selecting', () => {
  test('keeps the project for the session, and only for it', async () => {
    const clerk = await app.person(companyId, { subject: ['read'] }, [code])
    expect((await clerk.get('/subjects')).code).toBe(300009)
    expect(await clerk.post(`/projects/${code}/selected`)).toMatchObject({ code: 0, data: { code } })
    expect((await clerk.get('/subjects')).code).toBe(0)
    expect((await clerk.get('/sessions/profile')).data.current_project).toMatchObject({ code })
    expect((await admin.get('/sessions/profile')).data.current_project).toBeNull()
  })

  test('is refused without a login, without the link, and from another company', async () => {
    expect((await app.nobody.post(`/projects/${code}/selected`)).status).toBe(401)
    const unlinked = await app.person(companyId, { subject: ['read'] })
    expect((await unlinked.post(`/projects/${code}/selected`)).status).toBe(404)
    const stranger = await app.company()
    expect((await stranger.admin.post(`/projects/${code}/selected`)).status).toBe(404)
    expect((await unlinked.on(code).get('/subjects')).code).toBe(300009)
  })
})
