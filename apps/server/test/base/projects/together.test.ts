import { projectBody } from '@pianzhang/contract/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject } from '../../../src/base/projects/save.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { atOnce, changeProject, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

const FULL = '300010 项目数量已用完，请购买项目后再创建。'
const actorOf = (companyId: bigint, person: Caller) => ({
  companyId,
  userId: person.userId,
  userName: '测试',
  address: '',
  requestId: 'test',
  clientId: null,
  now: new Date(),
  project: null,
  services: app.services,
})

test('of 20 concurrent creates with a quota of one exactly one succeeds', async () => {
  const { admin } = await app.company(1)
  expect((await admin.get('/projects/check_create')).msg).toBe('操作成功')
  expect(await atOnce(20, () => admin.post('/projects', { name: '抢名额' }))).toEqual({
    '0 操作成功': 1,
    [FULL]: 19,
  })
  expect((await admin.get('/projects')).data).toMatchObject({
    listTotal: 1,
    total_count: 1,
    buy_count: 0,
    exists_count: 1,
  })
  expect(await admin.get('/projects/check_create')).toMatchObject({ status: 200, code: 300010 })
})

test('a create waits for an uncommitted one, and counts it', async () => {
  const { id, admin } = await app.company(1)
  const body = projectBody.parse({ name: '先来的' })
  const answer = await overlap(
    app,
    (tx) => createProject(tx, actorOf(id, admin), body),
    () => admin.post('/projects', { name: '后到的' }),
  )
  expect(answer).toMatchObject({ code: 300010 })
})

test('a failed create does not count in the quota', async () => {
  const { id, admin } = await app.company(1)
  const body = projectBody.parse({ name: '没成的' })
  await expect(
    inTransaction(app.services.db, async (tx) => {
      await createProject(tx, actorOf(id, admin), body)
      throw new Error('lost')
    }),
  ).rejects.toThrow('lost')
  expect(await admin.post('/projects', { name: '成了的' })).toMatchObject({ code: 0 })
})

test('deleted and archived projects still count in the quota', async () => {
  const { admin } = await app.company(1)
  const code = await newProject(admin)
  await admin.post(`/projects/${code}/archive`)
  expect((await admin.post('/projects', { name: '再来' })).code).toBe(300010)
  await admin.delete(`/projects/${code}`)
  expect((await admin.post('/projects', { name: '再来' })).code).toBe(300010)
})

test.each(['archive', 'delete'] as const)('%s waits for a write under way in the project', async (verb) => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const call = () =>
    verb === 'archive' ? admin.post(`/projects/${code}/archive`) : admin.delete(`/projects/${code}`)
  const answer = await overlap(
    app,
    // The lock that http.ts takes for each write in a project.
    (tx) => tx.selectFrom('projects').select('id').where('code', '=', code).forKeyShare().execute(),
    call,
  )
  expect(answer.code).toBe(0)
})

test('a payment waits for an uncommitted archiving, and is refused', async () => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const answer = await overlap(app, changeProject(code, { archive_at: new Date() }), () =>
    book(admin.on(code)),
  )
  expect(answer).toMatchObject({ code: 300011 })
  expect((await admin.on(code).get('/cost_executions')).data.listTotal).toBe(0)
})

test('an edit waits for another one, and is then stale', async () => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('projects').set({ name: '先改的', version: 2 }).where('code', '=', code).execute(),
    () => admin.put(`/projects/${code}`, { name: '后改的', version: 1 }),
  )
  expect(answer).toMatchObject({ status: 409, msg: '该记录已被他人修改，请刷新后重试。' })
  expect((await admin.get(`/projects/${code}`)).data).toMatchObject({ name: '先改的', version: 2 })
})

test('of two who archive at once the second changes nothing, and the log has one entry', async () => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const at = new Date('2026-11-21T08:00:00+08:00')
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('projects').set({ archive_at: at }).where('code', '=', code).execute(),
    () => admin.post(`/projects/${code}/archive`),
  )
  expect(answer.data.archive_at).toBe('2026-11-21T08:00:00.000+08:00')
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select('action')
    .where('code', '=', code)
    .execute()
  expect(log).toEqual([{ action: 'create' }])
})

test('a project deleted while a colleague archives it is not found', async () => {
  const { admin } = await app.company()
  const code = await newProject(admin)
  const answer = await overlap(
    app,
    (tx) => tx.updateTable('projects').set({ deleted_at: new Date() }).where('code', '=', code).execute(),
    () => admin.post(`/projects/${code}/archive`),
  )
  expect(answer.status).toBe(404)
})

test('a create sent twice with one Idempotency-Key creates one project', async () => {
  const { admin } = await app.company()
  const [first, second] = await Promise.all(
    [1, 2].map(() => admin.post('/projects', { name: '双击' }, { 'idempotency-key': 'same' })),
  )
  expect(first?.data).toEqual(second?.data)
  expect((await admin.get('/projects')).data.listTotal).toBe(1)
})
