import { NOTICE_DAYS } from '@pianzhang/contract/notifications'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clearNotices } from '../../../src/modules/notifications/clear.ts'
import { type Caller, FEATURES_ON, newProject, type TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, DECIDER, roleOf } from './helpers.ts'

describe.skipIf(!FEATURES_ON)('notices of requests', () => {
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
    expect(await all(boss, world.asker, world.admin)).toEqual([['waiting', 'waiting'], ['*approved'], []])
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

  test('rules that are switched off tell all who stand in them, but not who switched them', async () => {
    const role = await roleOf(app, world.producer)
    await rules(1, [[world.chief.code, role.code]])
    await rules(2, [[world.chief.code, role.code]], { self_approve: true })
    expect(await all(world.chief, world.producer, world.asker)).toEqual([[], [], []])
    await rules(3, [[world.chief.code]], { on: false })
    await rules(4, [[world.chief.code]], { on: false, self_approve: true })
    expect(await all(world.chief, world.producer, world.asker, world.admin)).toEqual([
      ['*rules'],
      ['*rules'],
      [],
      [],
    ])
    expect((await world.chief.get('/notifications')).data.items).toMatchObject([
      {
        ...{ kind_i18n: '规则变更', title: '付款审批已停用', path: '/approve' },
        text: expect.stringMatching(/^管理员 停用了项目的审批规则/),
      },
    ])
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
