import { describe, expect, test } from 'vitest'
import { auditsOf } from '../../base/payees/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, DECIDER, roleOf, seen } from './helpers.ts'

// What becomes of requests under way when rules, roles and people change.

describe('the steps of a request under way', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForEach(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  const steps = (...given: string[][]) => ({ bands: [{ from: '0', steps: given }] })
  const rules = async (version: number, changes: Record<string, unknown>) =>
    done(await world.setRules(world.rules({ version, ...changes })))
  const approve = async (who: Caller, request: Asked) => done(await world.approve(who, request)).data
  const refusedFor = async (who: Caller, request: Asked, text: string) =>
    expect(await world.approve(who, request)).toMatchObject({
      status: 422,
      msg: expect.stringContaining(text),
    })
  const db = () => app.services.db
  const give = (who: Caller, role: bigint | null) =>
    db().updateTable('users').set({ role_id: role }).where('id', '=', who.userId).execute()
  const disable = (who: Caller, disabled = true) =>
    db().updateTable('users').set({ disabled }).where('id', '=', who.userId).execute()

  test('stay as they were sent, whatever the rules become; those that are sent later have the new ones', async () => {
    const asked = await world.ask('60000')
    const first = await approve(world.chief, asked)
    await rules(1, steps([world.producer.code]))
    const later = await world.ask('60000')
    expect([first.step_count, later]).toMatchObject([2, { step: 1, step_count: 1 }])
    await rules(2, { on: false })
    // Without rules nothing needs approval, and what is under way is still decided.
    expect(await world.ask('99999')).toMatchObject({ state: 'approved', step_count: 0 })
    expect((await world.clerk.post('/cost_executions', world.asking('99999'))).code).toBe(0)
    await refusedFor(world.chief, first, '您已审批过')
    expect((await approve(world.producer, first)).state).toBe('approved')
    expect((await approve(world.producer, later)).state).toBe('approved')
    // Sent again it goes by the rules of that day.
    await rules(3, { on: true })
    const back = await world.ask('60000')
    done(await world.asker.post(`/payment_requests/${back.code}/withdraw`, {}))
    await rules(4, steps([world.producer.code], [world.chief.code], [world.producer.code, world.chief.code]))
    const again = done(await world.asker.post(`/payment_requests/${back.code}/submit`, {})).data
    expect(again).toMatchObject({ step: 1, step_count: 3 })
    await refusedFor(world.chief, again, '您不在审批人之列')
  })

  test('each is decided by another person, also where the asker may decide; sent again, all begin anew', async () => {
    const boss = await world.person({ ...DECIDER, payment_request: ['read', 'write'] })
    const both = [boss.code, world.chief.code]
    await rules(1, { self_approve: true, ...steps(both, both) })
    const asked = await world.ask('10', {}, boss)
    const first = await approve(boss, asked)
    await refusedFor(boss, first, '您已审批过，须由其他人审批这一步')
    const items = [{ code: first.code, version: first.version }]
    expect((await boss.post('/payment_requests/approve', { items })).status).toBe(422)
    expect((await boss.post(`/payment_requests/${asked.code}/reject`, { reason: '不需要' })).status).toBe(422)
    done(await world.chief.post(`/payment_requests/${asked.code}/reject`, { reason: '不需要' }))
    const again = done(await boss.post(`/payment_requests/${asked.code}/submit`, {})).data
    expect(again).toMatchObject({ step: 1, state: 'pending' })
    const second = await approve(world.chief, again)
    await refusedFor(world.chief, second, '您已审批过')
    // What was approved before the request was sent again does not count.
    await approve(boss, second)
    expect((await seen(boss, asked)).acts).toMatchObject([
      { act: 'submit' },
      { act: 'approve', step: 1 },
      { act: 'reject', step: 2, reason: '不需要' },
      { act: 'submit' },
      { act: 'approve', step: 1 },
      { act: 'approve', step: 2 },
    ])
  })

  test('tell an asker why not: who approved before it was sent back has not approved it now', async () => {
    const boss = await world.person({ ...DECIDER, payment_request: ['read', 'write'] })
    const both = [boss.code, world.chief.code]
    await rules(1, { self_approve: true, ...steps(both, both) })
    const asked = await world.ask('10', {}, boss)
    await approve(boss, asked)
    done(await boss.post(`/payment_requests/${asked.code}/withdraw`, {}))
    await rules(2, { self_approve: false, ...steps(both, both) })
    const again = done(await boss.post(`/payment_requests/${asked.code}/submit`, {})).data
    await refusedFor(boss, again, '由您发起，不能由您审批')
    await refusedFor(boss, await approve(world.chief, again), '由您发起，不能由您审批')
  })

  test('are gone from what was sent back, and from what is then booked at once', async () => {
    const none = { steps: [], step: 0, step_count: 0, waits_for: '' }
    const path = (asked: Asked, verb: string) => `/payment_requests/${asked.code}/${verb}`
    const [asked, other] = [await world.ask('60000'), await world.ask('60000')]
    const sent = asked as Asked & { submitted_at: string }
    await approve(world.chief, asked)
    const back = done(await world.producer.post(path(asked, 'reject'), { reason: '不需要' })).data
    const withdrawn = done(await world.asker.post(path(other, 'withdraw'), {})).data
    expect([back, withdrawn]).toMatchObject([none, none])
    expect(await seen(world.chief, asked)).toMatchObject({
      ...none,
      acts: [{ act: 'submit' }, { act: 'approve' }, { act: 'reject' }],
    })
    const { items } = (await world.asker.get('/payment_requests', { states: ['rejected'] })).data
    expect(items).toMatchObject([{ step_count: 0 }])
    app.advance(60_000)
    const body = { ...world.asking('4000'), submit: true }
    const booked = done(await world.asker.put(`/payment_requests/${asked.code}`, body)).data
    expect(booked).toMatchObject({ ...none, state: 'approved' })
    expect(booked.submitted_at > sent.submitted_at).toBe(true)
    expect(booked.submitted_at).toBe(booked.decided_at)
  })

  test('follow the role, not who had it when the request was sent', async () => {
    const role = await roleOf(app, world.producer)
    await rules(1, steps([world.chief.code], [role.code]))
    const asked = await world.ask('10')
    const first = await approve(world.chief, asked)
    const heir = await world.person({})
    await refusedStatus(heir, first, 403)
    await give(heir, role.id)
    await give(world.producer, (await roleOf(app, world.chief)).id)
    await refusedFor(world.producer, first, `待${role.name}审批，您不在审批人之列`)
    expect((await seen(heir, first)).can.decide).toBe(true)
    await give(heir, null)
    await refusedStatus(heir, first, 403)
    // Nobody has the role any more.
    expect(await seen(world.admin, first)).toMatchObject({ waits_for: '超级管理员', can: { decide: true } })
    await give(heir, role.id)
    await refusedFor(world.admin, first, '您不在审批人之列')
    await db().updateTable('roles').set({ enabled: false }).where('id', '=', role.id).execute()
    await refusedStatus(heir, first, 403)
    expect((await seen(world.admin, first)).can.decide).toBe(true)
    await db().updateTable('roles').set({ enabled: true }).where('id', '=', role.id).execute()
    expect((await approve(heir, first)).state).toBe('approved')
  })

  const refusedStatus = async (who: Caller, request: Asked, status: number) =>
    expect((await world.approve(who, request)).status).toBe(status)

  test('wait for the super administrator while their people are disabled, also one whom the super administrator asked for', async () => {
    const own = done(
      await world.admin.post('/payment_requests', { ...world.asking('60000'), submit: true }),
    ).data
    await refusedFor(world.admin, own, '由您发起，不能由您审批')
    const first = await approve(world.chief, own)
    await disable(world.producer)
    expect((await world.approve(world.producer, first)).code).not.toBe(0)
    const waiting = async (who: Caller) => (await who.get('/payment_requests/counts')).data.waiting
    expect(await waiting(world.admin)).toBe(1)
    await disable(world.producer, false)
    expect([await waiting(world.admin), await waiting(world.producer)]).toEqual([0, 1])
    await refusedFor(world.admin, first, '由您发起')
    await disable(world.producer)
    const { payment } = await approve(world.admin, first)
    expect((await seen(world.admin, own)).acts).toMatchObject([
      { act: 'submit', own: false },
      { step: 1, own: false },
      { step: 2, act: 'approve', for_name: null, own: true },
    ])
    const logged = (await auditsOf(app, world.companyId, own.code)).filter(
      ({ action }) => action === 'approve',
    )
    expect(logged.map(({ after }) => (after as { own?: boolean }).own)).toEqual([undefined, true])
    expect((await world.clerk.get(`/cost_executions/${payment.code}`)).data.creator_name).toBe('管理员')
  })

  test('are decided also when their author is disabled, in whose name the payment is; nobody else withdraws or edits it', async () => {
    const [asked, other] = [await world.ask('5000'), await world.ask('6000')]
    const name = (await seen(world.chief, asked)).creator_name
    await disable(world.asker)
    expect((await world.admin.post(`/payment_requests/${asked.code}/withdraw`, {})).msg).toContain(
      '只有发起人可以撤回',
    )
    const { payment } = await approve(world.chief, asked)
    expect((await world.clerk.get(`/cost_executions/${payment.code}`)).data.creator_name).toBe(name)
    done(await world.chief.post(`/payment_requests/${other.code}/reject`, { reason: '不需要' }))
    expect((await world.admin.put(`/payment_requests/${other.code}`, world.asking('1'))).status).toBe(422)
    // What nobody can send again is deleted by whoever may delete others' requests.
    const mayDelete = ['read', 'write', 'delete']
    const reader = await world.person({ payment_request: ['read', 'delete'] })
    const cleaner = await world.person({ payment_request: mayDelete })
    const can = async (who: Caller) => (await seen(who, other)).can.delete
    const remove = (who: Caller) => who.delete(`/payment_requests/${other.code}`)
    expect([await can(reader), (await remove(reader)).status]).toEqual([false, 403])
    expect([await can(world.runner), (await remove(world.runner)).status]).toEqual([false, 422])
    expect([await can(cleaner), (await remove(cleaner)).code]).toEqual([true, 0])
  })

  test('end with rules that are switched off, of which all who stand in them are told, but not who switched them', async () => {
    const role = await roleOf(app, world.producer)
    const all = async (...who: Caller[]) =>
      await Promise.all(
        who.map(async (one) =>
          (await one.get('/notifications')).data.items.map(({ kind }: { kind: string }) => kind),
        ),
      )
    await rules(1, steps([world.chief.code, role.code]))
    await rules(2, { self_approve: true, ...steps([world.chief.code, role.code]) })
    expect(await all(world.chief, world.producer, world.asker)).toEqual([[], [], []])
    await rules(3, { on: false })
    await rules(4, { on: false, self_approve: true })
    expect(await all(world.chief, world.producer, world.asker, world.admin)).toEqual([
      ['rules'],
      ['rules'],
      [],
      [],
    ])
    // Rules without steps ask nobody either, and are no news while they are off.
    await rules(5, steps([world.chief.code]))
    await rules(6, steps())
    await rules(7, { on: false })
    expect(await all(world.chief, world.producer)).toEqual([['rules', 'rules'], ['rules']])
    expect((await world.chief.get('/notifications')).data.items.slice(1)).toMatchObject([
      {
        ...{ kind_i18n: '规则变更', title: '付款审批已停用', path: '/approve' },
        text: expect.stringMatching(/^管理员 停用了项目的审批规则/),
      },
    ])
  })
})
