import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newProject, PASSWORD, type TestApp } from '../../harness/harness.ts'
import { codeAt, turnOn } from '../../harness/second-factor.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp
let companyId: bigint
let admin: Caller
let project: string
beforeAll(async () => {
  app = await workerApp()
  const company = await app.company()
  companyId = company.id
  admin = company.admin
  project = await newProject(admin)
})
afterAll(async () => await app.close())

const RULE = '/company/second_factor'
const DUE = { status: 403, code: 403, msg: '请先设置两步验证' }
const dueOf = async (person: Caller) => (await person.get('/sessions/profile')).data.must_set_second_factor

test('is made by a super administrator who has it on', async () => {
  expect((await admin.get(RULE)).data).toEqual({ rule: 'none' })
  expect(await admin.put(RULE, { rule: 'all' })).toMatchObject({
    code: 422,
    msg: '请先为自己开启两步验证，再要求他人',
  })
  await turnOn(app, admin)
  expect(await admin.put(RULE, { rule: 'all' })).toMatchObject({ code: 0, data: { rule: 'all' } })
  const { data } = await admin.get('/audit_logs', { resource: 'company' })
  expect(JSON.stringify(data.items[0])).toMatch(/不要求.*所有人/)
})

test('required of all, who has it not may set it up, and nothing else', async () => {
  const person = (await app.person(companyId, { user: ['read'] }, [project])).on(project)
  expect(await dueOf(person)).toBe(true)
  expect(await person.get('/users')).toMatchObject(DUE)
  expect(await person.get('/sessions')).toMatchObject(DUE)
  const { data: key } = await person.post('/sessions/second_factor/key', { password: PASSWORD })
  expect((await person.put('/sessions/second_factor', { code: codeAt(app, key.secret) })).code).toBe(0)
  expect(await dueOf(person)).toBe(false)
  expect((await person.get('/users')).code).toBe(0)
})

test('required of approvers, it is of who may decide on requests', async () => {
  expect((await admin.put(RULE, { rule: 'approvers' })).code).toBe(0)
  const approver = await app.person(companyId, { payment_approval: ['write'], user: ['read'] }, [project])
  const clerk = await app.person(companyId, { payment_request: ['write'], user: ['read'] }, [project])
  expect([await dueOf(approver), await dueOf(clerk)]).toEqual([true, false])
  expect(await approver.get('/users')).toMatchObject(DUE)
  expect((await clerk.get('/users')).code).toBe(0)
  const switched = { items: [{ feature: 'approval', on: false }] }
  expect((await admin.put('/company/features', switched)).code).toBe(0)
  expect(await dueOf(approver)).toBe(false)
  switched.items[0] = { feature: 'approval', on: true }
  expect((await admin.put('/company/features', switched)).code).toBe(0)
  await app.services.db
    .updateTable('roles')
    .set({ enabled: false })
    .where('company_id', '=', companyId)
    .execute()
  expect(await dueOf(approver)).toBe(false)
})

describe('acts on passwords and rights', () => {
  test('need a code of the last ten minutes of this session', async () => {
    const { admin: boss, id } = await app.company()
    const person = await app.person(id, {})
    const reset = () => boss.put(`/users/${person.code}/password`, {}, { 'idempotency-key': 'one' })
    expect((await boss.put(`/users/${person.code}/password`, {})).code).toBe(0)
    const own = await turnOn(app, boss)
    expect((await boss.put(`/users/${person.code}/password`, {})).code).toBe(0)
    app.advance(10 * 60_000 + 1000)
    const lacks = { status: 403, code: 300012, msg: '请输入动态码' }
    expect(await reset()).toMatchObject(lacks)
    expect(await boss.post('/roles', {})).toMatchObject(lacks)
    // Reading asks for none, nor what others do.
    expect((await boss.get('/users')).code).toBe(0)
    expect((await boss.put(`/company/features`, { items: [{ feature: 'payee', on: true }] })).code).toBe(0)
    expect(await boss.post('/sessions/second_factor/confirm', { code: '000000' })).toMatchObject({
      code: 422,
    })
    expect(await reset()).toMatchObject(lacks)
    expect((await boss.post('/sessions/second_factor/confirm', { code: own.next() })).code).toBe(0)
    // The key of the refused attempt is free.
    expect((await reset()).code).toBe(0)
  })
})
