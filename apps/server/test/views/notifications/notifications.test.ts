import { NOTICE_DAYS } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteCompany } from '../../../src/operator/companies/delete.ts'
import { emptyProject } from '../../../src/operator/purge/purge.ts'
import { inTransaction, type Tx } from '../../../src/platform/database/database.ts'
import type { ProjectContext } from '../../../src/platform/http/route.ts'
import { type Notice, notify, settle } from '../../../src/platform/notifications.ts'
import { clearNotices } from '../../../src/views/notifications/clear.ts'
import { DECIDER } from '../../features/payment-requests/helpers.ts'
import { testCompany } from '../../harness/company.ts'
import { type Caller, newProject, startTestApp } from '../../harness/harness.ts'
import { heard, openStream } from '../../platform/changes/stream.ts'

const { app, companyId, admin } = await testCompany(startTestApp())
const { db } = app.services

let project: string
let clerk: Caller
let other: Caller
beforeEach(async () => {
  project = await newProject(admin)
  clerk = (await app.person(companyId, DECIDER, [project])).on(project)
  other = (await app.person(companyId, DECIDER, [project])).on(project)
})

const projectRow = (code: string) =>
  db.selectFrom('projects').select(['id', 'company_id']).where('code', '=', code).executeTakeFirstOrThrow()

/** Runs what a module does in the transaction of its write. */
async function inProject(
  code: string,
  run: (tx: Tx, context: ProjectContext) => Promise<void>,
): Promise<void> {
  const { id, company_id } = await projectRow(code)
  const context = {
    services: app.services,
    now: app.services.clock(),
    companyId: company_id,
    project: { id },
  }
  await inTransaction(db, (tx) => run(tx, context as ProjectContext))
}

const notice = (who: Caller, changes: Partial<Notice> = {}): Notice => ({
  userId: who.userId,
  kind: 'waiting',
  title: '付款申请待审批',
  text: '王出纳提交 SQ0001，群众演员餐费，1,200.00 元',
  path: '/approve?code=SQ0001',
  about: 'payment_request SQ0001',
  ...changes,
})
const send = (...notices: Notice[]) => inProject(project, (tx, context) => notify(tx, context, notices))
const list = async (who: Caller, query: Record<string, unknown> = {}) =>
  (await who.get('/notifications', query)).data
const unread = async (who: Caller) => (await who.get('/notifications/counts')).data.unread

describe('notices', () => {
  test('are for one person, newest first, with their project, and page by page', async () => {
    await send(notice(clerk, { title: '第一条' }), notice(other))
    await send(notice(clerk, { kind: 'returned', title: '第二条', text: '' }))
    expect(await list(clerk)).toEqual({
      listTotal: 2,
      unread: 2,
      items: [
        expect.objectContaining({ kind: 'returned', kind_i18n: '已驳回', title: '第二条', text: '' }),
        {
          code: expect.any(String),
          kind: 'waiting',
          kind_i18n: '待办',
          title: '第一条',
          text: '王出纳提交 SQ0001，群众演员餐费，1,200.00 元',
          path: '/approve?code=SQ0001',
          project: { code: project, name: expect.any(String) },
          created_at: expect.any(String),
          read: false,
        },
      ],
    })
    expect((await list(clerk, { page: 2, per_page: 1 })).items).toMatchObject([{ title: '第一条' }])
    expect(await list(clerk, { page: 3, per_page: 1 })).toMatchObject({ items: [], listTotal: 2, unread: 2 })
    const [newest] = (await list(clerk)).items
    expect((await clerk.get('/notifications/counts')).data).toEqual({ unread: 2, latest: newest.created_at })
    expect((await admin.get('/notifications/counts')).data).toEqual({ unread: 0, latest: null })
    expect(await unread(other)).toBe(1)
  })

  test('are the same on the pages of another project, and for somebody who has opened none', async () => {
    const elsewhere = await newProject(admin)
    await send(notice(admin))
    expect(await unread(admin.on(elsewhere))).toBe(1)
    expect(await list(admin)).toMatchObject({ items: [{ project: { code: project } }] })
    await admin.post('/notifications/read', {})
  })

  test('are not written if the transaction is rolled back, and nobody is told', async () => {
    const stream = await openStream(await app.listen(), clerk)
    await expect(
      inProject(project, async (tx, context) => {
        await notify(tx, context, [notice(clerk)])
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await send()
    await app.services.notices.sent()
    expect(await unread(clerk)).toBe(0)
    expect(stream.notices).toBe(0)
    stream.stop()
  })
})

describe('reading', () => {
  test('marks those that are named, or all; other people keep theirs, and what is read stays in the list', async () => {
    await send(notice(clerk), notice(clerk), notice(clerk), notice(other))
    const [first] = (await list(clerk)).items
    expect(await clerk.post('/notifications/read', { codes: [first.code] })).toMatchObject({
      code: 0,
      data: { unread: 2 },
    })
    expect(await list(clerk, { unread: '1' })).toMatchObject({ listTotal: 2, unread: 2 })
    expect((await list(clerk)).items.map(({ read }: { read: boolean }) => read)).toEqual([true, false, false])
    const [theirs] = (await list(other)).items
    expect((await clerk.post('/notifications/read', { codes: [theirs.code, 'unknown'] })).data.unread).toBe(2)
    expect((await clerk.post('/notifications/read', {})).data.unread).toBe(0)
    expect(await list(clerk)).toMatchObject({ listTotal: 3, unread: 0 })
    expect(await unread(other)).toBe(1)
  })

  test('leaves no log entry, and keeps the first time', async () => {
    await send(notice(clerk))
    const entries = async () => (await db.selectFrom('audit_logs').select('id').execute()).length
    const before = await entries()
    expect(await unread(clerk)).toBe(1)
    expect((await clerk.post('/notifications/read', {})).data.unread).toBe(0)
    const [row] = await rowsOf(clerk)
    app.advance(60_000)
    await clerk.post('/notifications/read', {})
    expect(await rowsOf(clerk)).toEqual([row])
    expect(await entries()).toBe(before)
  })

  test.each([
    [{ codes: 'x'.repeat(65) }, 'codes'],
    [{ codes: [''] }, 'codes'],
    [{ codes: [1] }, 'codes'],
  ])('of %j is refused', async (body, field) => {
    const answer = await clerk.post('/notifications/read', body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer)).toContain(field)
  })
})

test('what somebody has decided waits for nobody: notices of it are read, others stay', async () => {
  // Opened first: the event of `send` may come late, and would be taken for the other.
  const streams = [await openStream(await app.listen(), clerk), await openStream(await app.listen(), other)]
  await send(
    notice(clerk),
    notice(other),
    notice(other, { kind: 'approved' }),
    notice(other, { about: 'payment_request SQ0002' }),
  )
  await expect.poll(() => streams.map(({ notices }) => notices)).toEqual([1, 1])
  const elsewhere = await newProject(admin)
  await inProject(elsewhere, (tx, context) => settle(tx, context, 'payment_request SQ0001'))
  expect([await unread(clerk), await unread(other)]).toEqual([1, 3])
  await inProject(project, (tx, context) => settle(tx, context, 'payment_request SQ0001'))
  expect([await unread(clerk), await unread(other)]).toEqual([0, 2])
  await expect.poll(() => streams.map(({ notices }) => notices)).toEqual([2, 2])
  for (const stream of streams) stream.stop()
})

describe('the stream of a project', () => {
  test('tells only the person that there are others, without saying what', async () => {
    const elsewhere = await newProject(admin)
    const address = await app.listen()
    const mine = await openStream(address, clerk)
    const theirs = await openStream(address, other)
    const away = await openStream(address, admin.on(elsewhere))
    await send(notice(clerk), notice(admin))
    await expect.poll(() => [mine.notices, away.notices]).toEqual([1, 1])
    expect(theirs.notices).toBe(0)
    await clerk.post('/notifications/read', {})
    await expect.poll(() => mine.notices).toBe(2)
    await clerk.post('/notifications/read', {})
    await send(notice(other))
    await expect.poll(() => theirs.notices).toBe(1)
    expect(mine.notices).toBe(2)
    await heard(mine).toEqual([])
    for (const stream of [mine, theirs, away]) stream.stop()
    await admin.post('/notifications/read', {})
  })
})

describe('who may not enter the project', () => {
  test('sees nothing of it after the link was cut, and sees it again with the link', async () => {
    await send(notice(clerk))
    const { id } = await projectRow(project)
    const link = { project_id: id, user_id: clerk.userId }
    await db
      .deleteFrom('project_members')
      .where('project_id', '=', id)
      .where('user_id', '=', clerk.userId)
      .execute()
    expect(await list(clerk)).toEqual({ items: [], listTotal: 0, unread: 0 })
    expect(await unread(clerk)).toBe(0)
    await db.insertInto('project_members').values(link).execute()
    expect(await unread(clerk)).toBe(1)
  })

  test('nor does anybody of a deleted project', async () => {
    await send(notice(clerk))
    await db
      .updateTable('projects')
      .set({ deleted_at: app.services.clock() })
      .where('code', '=', project)
      .execute()
    expect(await unread(clerk)).toBe(0)
    expect((await list(clerk)).items).toEqual([])
  })

  test('a person of another company has none of them', async () => {
    await send(notice(clerk))
    const stranger = (await app.company()).admin
    expect(await list(stranger)).toEqual({ items: [], listTotal: 0, unread: 0 })
    const [row] = (await list(clerk)).items
    await stranger.post('/notifications/read', { codes: [row.code] })
    expect(await unread(clerk)).toBe(1)
  })
})

test('without the feature the routes answer 403', async () => {
  await db
    .updateTable('company_features')
    .set({ is_on: false })
    .where('feature', '=', 'approval')
    .where('company_id', '=', companyId)
    .execute()
  for (const answer of [
    await clerk.get('/notifications'),
    await clerk.get('/notifications/counts'),
    await clerk.post('/notifications/read', {}),
  ])
    expect(answer).toMatchObject({ status: 403, msg: '该功能未启用' })
  await db
    .updateTable('company_features')
    .set({ is_on: true })
    .where('feature', '=', 'approval')
    .where('company_id', '=', companyId)
    .execute()
})

test('go with the project that is purged, and with the company', async () => {
  const own = await app.company()
  const first = await newProject(own.admin)
  const [{ id: companyOf }, { id: projectId }] = [own, await projectRow(first)]
  const of = (who: Caller) => rowsOf(who).then((rows) => rows.map(({ about }) => about).sort())
  await inProject(first, (tx, context) => notify(tx, context, [notice(own.admin, { about: 'first' })]))
  const second = await newProject(own.admin)
  await inProject(second, (tx, context) => notify(tx, context, [notice(own.admin, { about: 'second' })]))
  const rest = { id: projectId, code: first, name: '', company_id: companyOf }
  expect(await emptyProject(app.services, rest, new AbortController().signal)).toBe(true)
  expect(await of(own.admin)).toEqual(['second'])
  await db
    .updateTable('notifications')
    .set({ project_id: null })
    .where('user_id', '=', own.admin.userId)
    .execute()
  await deleteCompany(app.services, { id: companyOf })
  expect(await of(own.admin)).toEqual([])
})

test('are deleted after 90 days by the clock of the database, read or not', async () => {
  await send(notice(clerk), notice(clerk), notice(other))
  const age = (who: Caller, days: number) =>
    sql`update notifications set created_at = now() - ${days} * interval '1 day' where user_id = ${who.userId}`.execute(
      db,
    )
  await age(clerk, NOTICE_DAYS + 0.01)
  await age(other, NOTICE_DAYS - 0.01)
  // The last test, as sessions do not outlive it.
  app.advance(365 * 86_400_000)
  await clearNotices(app.services)
  expect(await rowsOf(clerk)).toEqual([])
  expect(await rowsOf(other)).toHaveLength(1)
})

const rowsOf = (who: Caller) =>
  db.selectFrom('notifications').selectAll().where('user_id', '=', who.userId).execute()
