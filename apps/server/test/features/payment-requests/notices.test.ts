import { addDays, today } from '@pianzhang/contract/calendar'
import { NOTICE_DAYS } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { retellByDay } from '../../../src/features/payment-requests/deputy-days.ts'
import { clearNotices } from '../../../src/views/notifications/clear.ts'
import { addUser, edit } from '../../base/users/helpers.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, DECIDER, roleOf, seen } from './helpers.ts'

describe('notices of requests', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForEach(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  const rules = async (version: number, steps: string[][], changes = {}) =>
    done(await world.setRules(world.rules({ version, bands: [{ from: '0', steps }], ...changes })))
  /** The person's notices, oldest first: their kind, `*` before those unread. */
  const kinds = async (who: Caller) =>
    (await who.get('/notifications')).data.items
      .map(({ kind, read }: { kind: string; read: boolean }) => (read ? kind : `*${kind}`))
      .toReversed()
  const all = async (...who: Caller[]) => await Promise.all(who.map(kinds))
  const deputize = async (who: Caller, deputy: Caller) =>
    done(
      await who.put('/payment_requests/deputy', {
        deputy_code: deputy.code,
        start_at: '2020-01-01',
        end_at: '2099-01-01',
      }),
    )
  const grant = async (who: Caller, grants: Record<string, string[]>) => {
    const { code, name } = await roleOf(app, who)
    const permissions = Object.entries(grants).map(([resource_model, actions]) => ({
      resource_model,
      actions,
    }))
    done(await world.admin.put(`/roles/${code}`, { name, desc: '审批', permissions }))
  }
  const reject = ({ code }: Asked) =>
    world.chief.post(`/payment_requests/${code}/reject`, { reason: '报价过高' })

  test('each step tells its people when it is reached, and is settled for all of them when one has decided', async () => {
    const other = await world.person()
    const bystander = await world.person()
    await rules(1, [[world.chief.code, other.code], [world.producer.code]])
    const people = [world.chief, other, world.producer, world.asker, bystander, world.admin]
    const asked = await world.ask('61234.5', { payer: '横店木作工坊', summary: '内景木作' })
    expect(await all(...people)).toEqual([['*waiting'], ['*waiting'], [], [], [], []])
    expect((await world.chief.get('/notifications')).data).toMatchObject({
      unread: 1,
      items: [
        {
          kind_i18n: '待办',
          title: '待审批：横店木作工坊 61,234.50 元',
          text: '内景木作',
          path: `/approve?code=${asked.code}`,
          project: { code: world.project },
        },
      ],
    })
    const first = done(await world.approve(other, asked)).data
    expect(await all(...people)).toEqual([['waiting'], ['waiting'], ['*waiting'], [], [], []])
    const { payment } = done(await world.approve(world.producer, first)).data
    expect(await all(...people)).toEqual([['waiting'], ['waiting'], ['waiting'], ['*approved'], [], []])
    expect((await world.asker.get('/notifications')).data.items).toMatchObject([
      {
        kind: 'approved',
        title: '付款申请已通过：横店木作工坊 61,234.50 元',
        text: `已记为付款 ${payment.code}`,
        path: `/approve?code=${asked.code}`,
      },
    ])
  })

  test('one that is sent back tells its author who and why; sent again, it waits again; withdrawn, it waits for nobody', async () => {
    const [asked, beside] = [await world.ask('6000'), await world.ask('7000')]
    expect(await all(world.chief, world.producer)).toEqual([['*waiting', '*waiting'], []])
    const back = done(await reject(asked)).data
    expect(await all(world.chief, world.asker)).toEqual([['waiting', '*waiting'], ['*returned']])
    const [{ title, text }] = (await world.asker.get('/notifications')).data.items
    expect([title, text]).toEqual([
      `付款申请被驳回：${back.payer} 6,000.00 元`,
      expect.stringMatching(/^员工\d+：报价过高$/),
    ])
    done(await world.asker.post(`/payment_requests/${asked.code}/submit`, {}))
    expect(await kinds(world.chief)).toEqual(['waiting', '*waiting', '*waiting'])
    // What the author is told is not settled by what happens later, only by reading.
    expect(await kinds(world.asker)).toEqual(['*returned'])
    for (const { code } of [asked, beside])
      done(await world.asker.post(`/payment_requests/${code}/withdraw`, {}))
    expect(await all(world.chief, world.asker)).toEqual([['waiting', 'waiting', 'waiting'], ['*returned']])
    expect((await world.asker.post('/notifications/read', {})).data.unread).toBe(0)
    expect(await kinds(world.asker)).toEqual(['returned'])
  })

  test('a draft and what is booked at once tell nobody; several approved together tell their authors, not who decides', async () => {
    const boss = await world.person({ ...DECIDER, payment_request: ['read', 'write'] })
    await rules(1, [[boss.code]], { self_approve: true })
    await world.asker.post('/payment_requests', world.asking('9000'))
    const [one, own] = [await world.ask('10'), await world.ask('20', {}, boss)]
    expect(await all(boss, world.asker)).toEqual([['*waiting', '*waiting'], []])
    const items = [one, own].map(({ code, version }) => ({ code, version }))
    done(await boss.post('/payment_requests/approve', { items }))
    expect(await all(boss, world.asker)).toEqual([['waiting', 'waiting'], ['*approved']])
    await rules(2, [])
    await world.ask('30')
    await world.ask('-30')
    expect(await all(boss, world.asker, world.admin)).toEqual([
      ['waiting', 'waiting', '*rules'],
      ['*approved'],
      [],
    ])
  })

  test('deputies of today are told too; who acted, asked, or may no longer decide, is not', async () => {
    const deputy = await world.person()
    const [lost, cut, disabled] = [await world.person(), await world.person(), await world.person()]
    const boss = await world.person({ ...DECIDER, payment_request: ['read', 'write'] })
    const { db } = app.services
    await deputize(world.chief, deputy)
    const codes = [boss, lost, cut, disabled, world.chief].map(({ code }) => code)
    await rules(1, [codes, [...codes, world.producer.code]])
    await db
      .deleteFrom('role_permissions')
      .where('model', '=', 'payment_approval')
      .where('role_id', '=', (eb) => eb.selectFrom('users').select('role_id').where('id', '=', lost.userId))
      .execute()
    await db.deleteFrom('project_members').where('user_id', '=', cut.userId).execute()
    await db.updateTable('users').set({ disabled: true }).where('id', '=', disabled.userId).execute()
    const asked = await world.ask('10', {}, boss)
    const rows = async () =>
      (
        await db
          .selectFrom('notifications')
          .select(['user_id', sql<boolean>`read_at is null`.as('unread')])
          .where('company_id', '=', world.companyId)
          .orderBy('id')
          .execute()
      ).flatMap(({ user_id, unread }) => (unread ? [user_id] : []))
    const ids = (...who: Caller[]) => who.map(({ userId }) => userId).toSorted((a, b) => (a < b ? -1 : 1))
    expect((await rows()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids(world.chief, deputy))
    // The deputy decides in the name of the chief: neither takes the next step.
    done(await world.approve(deputy, asked))
    expect(await rows()).toEqual(ids(world.producer))
  })

  test('the super administrator is told where nobody else can decide, and only then', async () => {
    const boss = await world.person()
    await rules(1, [[boss.code], [boss.code]])
    const asked = await world.ask('10')
    expect(await all(boss, world.admin)).toEqual([['*waiting'], []])
    // The only one of the second step has acted in the first.
    done(await world.approve(boss, asked))
    expect(await all(boss, world.admin)).toEqual([['waiting'], ['*waiting']])
    done(await world.approve(world.admin, (await world.admin.get(`/payment_requests/${asked.code}`)).data))
    expect(await all(boss, world.admin, world.asker)).toEqual([['waiting'], ['waiting'], ['*approved']])
  })

  test('are shown only while the person may read requests, and in projects that take decisions', async () => {
    const asked = await world.ask()
    done(await world.approve(world.chief, asked))
    const open = await world.ask('6000')
    const { projectId } = world
    const expire = (day: string) =>
      app.services.db.updateTable('projects').set({ expire_at: day }).where('id', '=', projectId).execute()
    expect(await all(world.chief, world.asker)).toEqual([['waiting', '*waiting'], ['*approved']])
    expect((await world.admin.get(`/projects/${world.project}/pending`)).data).toEqual({
      payment_requests: 1,
    })
    done(await world.admin.post(`/projects/${world.project}/archive`, {}))
    expect(await all(world.chief, world.asker)).toEqual([[], []])
    expect((await world.chief.get('/notifications/counts')).data.unread).toBe(0)
    done(await world.admin.post(`/projects/${world.project}/unarchive`, {}))
    await expire('2020-01-01')
    expect(await all(world.chief, world.asker)).toEqual([[], ['*approved']])
    await expire('2099-01-01')
    expect(await all(world.chief, world.asker)).toEqual([['waiting', '*waiting'], ['*approved']])
    for (const who of [world.chief, world.asker]) await grant(who, { overview: ['read'] })
    expect(await all(world.chief, world.asker)).toEqual([[], []])
    expect((await world.asker.get('/notifications/counts')).data).toEqual({ unread: 0, latest: null })
    expect((await seen(world.admin, open)).state).toBe('pending')
  })

  test('follow the people of a role: its rights, its status, accounts that join, move, are disabled or leave', async () => {
    const role = await roleOf(app, world.chief)
    await rules(1, [[role.code]])
    await world.ask('10')
    const waits = async (...who: Caller[]) =>
      (await all(...who)).map((own) => own.filter((kind: string) => kind === '*waiting').length)
    const status = async (on: boolean) =>
      done(await world.admin.post(`/roles/${role.code}/status`, { status: on ? 0 : 1 }))
    const { chief, admin, producer } = world
    expect(await waits(chief, producer, admin)).toEqual([1, 0, 0])
    await status(false)
    expect(await waits(admin)).toEqual([1])
    await status(true)
    expect(await waits(chief, admin)).toEqual([1, 0])
    await grant(chief, { payment_request: ['read'] })
    expect(await waits(chief, admin)).toEqual([0, 1])
    await grant(chief, DECIDER)
    expect(await waits(chief, admin)).toEqual([1, 0])
    // Who has read it is not told again.
    await chief.post('/notifications/read', {})
    done(await edit(admin, producer.code, { role_code: role.code }))
    expect(await waits(chief, producer, admin)).toEqual([0, 1, 0])
    done(await edit(admin, producer.code, { role_code: null }))
    done(await edit(admin, chief.code, { project_codes: [] }))
    expect(await waits(admin)).toEqual([1])
    done(await edit(admin, chief.code, { project_codes: [world.project] }))
    done(await edit(admin, chief.code, { status: '1' }))
    expect(await waits(admin)).toEqual([1])
    const { code } = await addUser(admin, { role_code: role.code, project_codes: [world.project] })
    expect(await waits(admin)).toEqual([0])
    done(await admin.delete(`/users/${code}`))
    expect(await waits(admin)).toEqual([1])
    // Who takes over the super administrator's rights takes over what is stranded.
    const other = await world.person()
    expect(
      await admin.delete(`/users/${admin.code}/transfer?transfer_user_code=${other.code}`),
    ).toMatchObject({ code: 0 })
    const rows = await app.services.db
      .selectFrom('notifications')
      .select('user_id')
      .where('company_id', '=', world.companyId)
      .where('kind', '=', 'waiting')
      .where('read_at', 'is', null)
      .execute()
    expect(rows).toEqual([{ user_id: other.userId }])
  })

  test('a deputy is told what waits already, on the first day too, and not after the last one', async () => {
    const [deputy, other] = [await world.person(), await world.person()]
    await world.ask()
    const name = async (who: Caller | null, start_at: string, end_at: string) =>
      done(
        await world.chief.put(
          '/payment_requests/deputy',
          who ? { deputy_code: who.code, start_at, end_at } : { deputy_code: null },
        ),
      )
    const day = (days: number) => addDays(today(app.services.clock()), days)
    await name(deputy, day(0), day(0))
    expect(await all(world.chief, deputy, other)).toEqual([['*waiting'], ['*waiting'], []])
    await name(other, day(1), day(1))
    expect(await all(world.chief, deputy, other)).toEqual([['*waiting'], [], []])
    const hourly = () => retellByDay(app.services, new AbortController().signal)
    const dayLater = () =>
      sql`update approval_deputies set start_at = start_at - 1, end_at = end_at - 1
        where project_id = ${world.projectId}`.execute(app.services.db)
    await hourly()
    expect(await kinds(other)).toEqual([])
    await dayLater()
    await hourly()
    await hourly()
    expect(await all(world.chief, other)).toEqual([['*waiting'], ['*waiting']])
    await dayLater()
    await hourly()
    expect(await all(world.chief, other)).toEqual([['*waiting'], []])
  })

  test('of a request that is sent while its only approver is disabled somebody is told', async () => {
    const [asked] = await queued(
      app.databaseUrl,
      `select 1 from approval_rules where project_id = ${world.projectId} for update`,
      () => world.ask(),
      () => edit(world.admin, world.chief.code, { status: '1' }),
    )
    expect(asked.state).toBe('pending')
    expect(await kinds(world.admin)).toContain('*waiting')
  })

  test('are those of the project and the company; read marks are a person’s own; kept 90 days', async () => {
    const other = await world.person()
    await rules(1, [[world.chief.code, other.code]])
    const far = await approvalWorld(app)
    const elsewhere = await newProject(world.admin, '第二项目')
    const asked = await world.ask('10')
    expect(await all(world.chief, far.chief, far.admin, world.admin.on(elsewhere))).toEqual([
      ['*waiting'],
      [],
      [],
      [],
    ])
    const [{ code }] = (await world.chief.get('/notifications')).data.items
    for (const stranger of [far.chief, other])
      expect((await stranger.post('/notifications/read', { codes: [code] })).code).toBe(0)
    expect(await all(world.chief, other)).toEqual([['*waiting'], ['*waiting']])
    expect((await world.chief.post('/notifications/read', { codes: [code] })).data.unread).toBe(0)
    expect(await all(world.chief, other)).toEqual([['waiting'], ['*waiting']])
    // A request of the same number in another project is not settled with it.
    const twin = await far.ask()
    await sql`update notifications set about = ${`payment_request ${asked.code}`} where company_id = ${far.companyId}`.execute(
      app.services.db,
    )
    await world.asker.post(`/payment_requests/${asked.code}/withdraw`, {})
    expect(await all(other, far.chief)).toEqual([['waiting'], ['*waiting']])
    expect(twin.state).toBe('pending')
    await sql`update notifications set created_at = now() - ${NOTICE_DAYS + 1} * interval '1 day'
      where company_id = ${far.companyId}`.execute(app.services.db)
    await clearNotices(app.services)
    expect(await all(other, far.chief)).toEqual([['waiting'], []])
    expect((await far.chief.get('/payment_requests/counts')).data.waiting).toBe(1)
  })
})
