import { describe, expect, test } from 'vitest'
import { auditsOf } from '../../base/payees/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld } from './helpers.ts'

describe('the log of requests', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForAll(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  const last = async (code: string) => (await auditsOf(app, world.companyId, code)).at(-1)

  test('a payment names the request that it came from, booked by an approval, with others, or at once', async () => {
    type Booked = Asked & { payment: { code: string } }
    const ask = async (amount: string) => (await world.ask(amount)) as Booked
    const [one, two, quick] = [await ask('5000'), await ask('6000'), await ask('10')]
    const first = done(await world.approve(world.chief, one)).data.payment.code
    const items = [{ code: two.code, version: two.version }]
    const { data } = done(await world.chief.post('/payment_requests/approve', { items }))
    for (const [payment, { code }] of [
      [first, one],
      [data.items[0].payment_code, two],
      [quick.payment.code, quick],
    ] as const) {
      expect(await last(payment)).toMatchObject({
        action: 'create',
        resource: 'cost_execution',
        after: { code: payment, request_code: code },
      })
      expect(await last(code)).toMatchObject({
        resource: 'payment_request',
        after: { payment_code: payment },
      })
      expect((await world.clerk.get(`/cost_executions/${payment}`)).data.request_code).toBe(code)
    }
  })

  test('an approval and a rejection have their reason, and for whom a deputy acted', async () => {
    const deputy = await world.person()
    const days = { start_at: '2020-01-01', end_at: '2099-01-01' }
    const { deputies } = done(
      await world.chief.put('/payment_requests/deputy', { deputy_code: deputy.code, ...days }),
    ).data
    const for_name = deputies[0].user_name
    const asked = await world.ask('60000')
    const act = async (who: typeof deputy, verb: string, reason: string) => {
      done(await who.post(`/payment_requests/${asked.code}/${verb}`, { reason }))
      return await last(asked.code)
    }
    expect(await act(deputy, 'approve', '已核对')).toMatchObject({
      action: 'approve',
      user_name: deputies[0].deputy_name,
      before: { state_i18n: '审批中' },
      after: { state_i18n: '审批中', reason: '已核对', for_name },
    })
    const back = await act(world.producer, 'reject', '金额有误')
    expect(back).toMatchObject({
      action: 'reject',
      before: { state_i18n: '审批中' },
      after: { state_i18n: '已驳回', reason: '金额有误' },
    })
    expect(back?.after).not.toHaveProperty('for_name')
  })
})
