import { addDays, today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditsOf } from '../../base/payees/helpers.ts'
import { edit } from '../../base/users/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

const DAY = 86_400_000

// A request of 5,000 waits for the chief, in its only step.
describe('a deputy', () => {
  let app: TestApp
  let world: ApprovalWorld
  let deputy: Caller
  beforeAll(async () => {
    app = await workerApp()
    // Noon of Shanghai, so that no day ends during a test.
    app.advance(DAY - ((app.services.clock().getTime() - DAY / 6) % DAY))
  })
  beforeEach(async () => {
    world = await approvalWorld(app)
    deputy = await world.person()
  })
  afterAll(() => app.close())

  const day = (days: number) => addDays(today(app.services.clock()), days)
  const set = (start_at: string, end_at: string) =>
    world.chief.put('/payment_requests/deputy', { deputy_code: deputy.code, start_at, end_at })
  /** Sessions would end if the clock moved, so the days that were named do. */
  const dayLater = () =>
    sql`update approval_deputies set start_at = start_at - 1, end_at = end_at - 1
      where project_id = ${world.projectId}`.execute(app.services.db)
  const waiting = async () => (await deputy.get('/payment_requests/counts')).data.waiting
  const nobody = async (code: string) => {
    expect(await waiting()).toBe(0)
    expect((await deputy.get('/payment_requests', { tab: 'waiting' })).data.items).toEqual([])
    expect((await seen(deputy, { code })).can.decide).toBe(false)
    expect(await world.approve(deputy, { code })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('您不在审批人之列'),
    })
  }

  test('takes the last step in the name of who is away, on a single day that is the first and the last', async () => {
    const asked = await world.ask()
    expect(done(await set(day(0), day(0))).data.deputies[0]).toMatchObject({ end_at: day(0) })
    expect(await waiting()).toBe(1)
    expect((await seen(deputy, asked)).can.decide).toBe(true)
    const { state, payment } = done(await world.approve(deputy, asked)).data
    expect([state, (await world.payments()).items.map(({ code }) => code)]).toEqual([
      'approved',
      [payment.code],
    ])
    const chief = (await world.admin.get('/payment_requests/rules')).data.deputies[0].user_name
    const self = expect.not.stringContaining(chief)
    expect((await seen(world.asker, asked)).acts.at(-1)).toMatchObject({
      ...{ act: 'approve', step: 1, user_name: self, for_name: chief },
    })
    const log = (await auditsOf(app, world.companyId, asked.code)).at(-1)
    expect([log?.action, log?.after]).toMatchObject(['approve', { state_i18n: '已通过', for_name: chief }])
  })

  test('also where the people of the step are several, and among others at once', async () => {
    const steps = [[world.producer.code, world.chief.code]]
    done(await world.setRules(world.rules({ version: 1, bands: [{ from: '0', steps }] })))
    done(await set(day(-1), day(1)))
    const { code, version } = await world.ask()
    done(await deputy.post('/payment_requests/approve', { items: [{ code, version }] }))
    expect((await seen(deputy, { code })).acts.at(-1).for_name).not.toBe(null)
    // Who takes the step alone is nobody's deputy.
    const own = await world.ask()
    done(await world.approve(world.producer, own))
    expect((await seen(deputy, own)).acts.at(-1).for_name).toBe(null)
  })

  test('not before the first day, nor after the last', async () => {
    const { code } = await world.ask()
    done(await set(day(1), day(2)))
    await nobody(code)
    await dayLater()
    expect(await waiting()).toBe(1)
    await dayLater()
    expect(await waiting()).toBe(1)
    await dayLater()
    await nobody(code)
    // Who was named for days that are over is none of the deputies of the rules.
    expect((await world.admin.get('/payment_requests/rules')).data.deputies).toEqual([])
    expect(done(await world.approve(world.chief, { code })).data.state).toBe('approved')
  })

  test('who is deleted, or may not decide any more, is cleared, and who is away is told', async () => {
    const { admin, chief } = world
    const deputies = async () => (await admin.get('/payment_requests/rules')).data.deputies
    const notices = async () => (await chief.get('/notifications', { unread: '1' })).data.items
    const name = (await admin.get(`/users/${deputy.code}`)).data.name
    done(await set(day(1), day(3)))
    done(await admin.delete(`/users/${deputy.code}`))
    expect(await deputies()).toEqual([])
    expect(await notices()).toMatchObject([
      { kind: 'deputy', title: `代理审批已取消：${name}`, path: '/approve' },
    ])
    const log = (await admin.get('/audit_logs', { keywords: '取消代理审批' })).data.items
    expect(log).toMatchObject([{ before: { deputy_name: name }, after: { deputy_name: '' } }])
    deputy = await world.person()
    done(await set(day(-1), day(3)))
    done(await edit(admin, deputy.code, { project_codes: [] }))
    expect([await deputies(), (await notices()).length]).toEqual([[], 2])
    // The absent person left: nobody is told.
    deputy = await world.person()
    done(await set(day(0), day(3)))
    done(await edit(admin, chief.code, { role_code: null }))
    expect(await deputies()).toEqual([])
  })

  test('is not named for days that are over, and the one before stays', async () => {
    done(await set(day(0), day(3)))
    const message = '结束日期不能早于今天'
    expect(await set(day(-2), day(-1))).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'end_at', message }] },
    })
    expect((await world.admin.get('/payment_requests/rules')).data.deputies).toMatchObject([
      { deputy_code: deputy.code, start_at: day(0), end_at: day(3) },
    ])
    expect((await set(day(-2), day(0))).code).toBe(0)
  })

  test('of two that a person names at once one stands in', async () => {
    const other = await world.person()
    const name =
      ({ code }: { code: string }) =>
      () =>
        world.chief.put('/payment_requests/deputy', {
          ...{ deputy_code: code, start_at: '2020-01-01', end_at: '2099-01-01' },
        })
    const answers = await queued(
      app.databaseUrl,
      'lock table approval_deputies in share mode',
      name(deputy),
      name(other),
    )
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    const { deputies } = (await world.asker.get('/payment_requests/rules')).data
    expect(deputies).toHaveLength(1)
  })
})
