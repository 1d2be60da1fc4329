import { describe, expect, test } from 'vitest'
import { paymentRequestRoutes } from '../../../src/features/payment-requests/routes.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

// A company that has switched the feature off has payments as if it had never had it, and finds everything again later.

describe('without the feature', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForEach(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  const features = async (on: boolean) =>
    done(await world.admin.put('/company/features', { items: [{ feature: 'approval', on }] }))
  const OFF = { status: 403, msg: '该功能未启用' }
  const booked = async (amount = '8000') => {
    const asked = await world.ask(amount)
    return { asked, payment: done(await world.approve(world.chief, asked)).data.payment.code as string }
  }

  test('its routes are refused, also to the super administrator and under links made before; it comes back with all that was there', async () => {
    const { payment } = await booked()
    const asked = await world.ask('60000')
    await world.approve(world.chief, asked)
    const back = await world.ask('5000')
    await world.chief.post(`/payment_requests/${back.code}/reject`, { reason: '不需要' })
    const draft = done(await world.asker.post('/payment_requests', world.asking('9000'))).data
    const all = async () => [
      (await world.asker.get('/payment_requests')).data,
      (await world.asker.get('/payment_requests/rules')).data,
      (await world.producer.get('/payment_requests/counts')).data,
      await seen(world.producer, asked),
      (await world.clerk.get(`/cost_executions/${payment}`)).data,
      (await world.asker.get('/notifications')).data,
    ]
    const before = await all()
    const link = done(await world.admin.post('/payment_requests/export', {})).data.file_url
    expect((await app.http.inject({ url: link })).statusCode).toBe(200)
    await features(false)
    expect(paymentRequestRoutes.length).toBeGreaterThan(14)
    for (const who of [world.admin, world.asker, world.chief])
      for (const { method, url } of paymentRequestRoutes) {
        const call = who[method.toLowerCase() as 'get'] as Caller['post']
        const answer = await call(url.replace('/api/manager', '').replace(':code', asked.code), undefined)
        // Who has no right hears of that first.
        if (who === world.admin) expect([method, url, answer]).toMatchObject([method, url, OFF])
        else expect([method, url, answer.status]).toEqual([method, url, 403])
      }
    expect((await app.http.inject({ url: link })).statusCode).toBe(403)
    expect(await world.asker.get('/notifications')).toMatchObject(OFF)
    await features(true)
    expect(await all()).toEqual(before)
    expect((await world.approve(world.producer, await seen(world.producer, asked))).data.state).toBe(
      'approved',
    )
    expect((await world.asker.post(`/payment_requests/${draft.code}/submit`, {})).data.state).toBe('pending')
  })

  test('payments say what they came from, the cost report has nothing pending, and every amount is saved, imported and changed', async () => {
    const { asked, payment } = await booked()
    await world.ask('7000')
    const saved = async () => {
      const one = (await world.clerk.get(`/cost_executions/${payment}`)).data
      const { items } = (await world.clerk.get('/cost_executions')).data
      const put = done(
        await world.clerk.put(`/cost_executions/${payment}`, world.asking('7999', { version: one.version })),
      ).data
      const made = done(await world.clerk.post('/cost_executions', world.asking('10'))).data
      return [one, put, ...items, made].map(({ request_code }) => request_code)
    }
    const report = async () => (await world.admin.get('/cost_report')).data
    expect(await saved()).toEqual([asked.code, asked.code, asked.code, null])
    const { pending, ...others } = await report()
    expect(pending).toMatchObject({ count: 1, total_yuan: '7000.00' })
    await features(false)
    expect(await report()).toStrictEqual({ ...others, pending: null })
    expect(await saved()).toEqual([asked.code, asked.code, null, asked.code, null])
    expect(
      done(await world.clerk.put(`/cost_executions/${payment}`, world.asking('90000', { payer: '他人' })))
        .data,
    ).toMatchObject({ pay_amount_yuan: '90000.00', payer: '他人' })
    done(await world.clerk.post('/cost_executions', world.asking('50000')))
    const rows = [{ ...RIGHT, pay_amount: '5000' }]
    expect(
      (await importFile(world.clerk, await upload(app, world.clerk, await bookOf(rows)))).data.status,
    ).toBe('succeeded')
    // With it again, what was booked meanwhile stays, and gates hold.
    await features(true)
    expect((await world.clerk.get(`/cost_executions/${payment}`)).data.request_code).toBe(asked.code)
    expect((await world.clerk.post('/cost_executions', world.asking('5000'))).status).toBe(422)
  })

  test('a payment that a request became is deleted, alone or among others, and the request says so later', async () => {
    const [one, two] = [await booked(), await booked('9000')]
    await features(false)
    done(await world.clerk.delete(`/cost_executions/${one.payment}`))
    const other = done(await world.clerk.post('/cost_executions', world.asking('6000'))).data.code
    done(await world.clerk.delete('/cost_executions/batch', { codes: [two.payment, other] }))
    expect((await world.payments()).listTotal).toBe(0)
    await features(true)
    for (const { asked, payment } of [one, two])
      expect(await seen(world.asker, asked)).toMatchObject({
        state: 'approved',
        payment: { code: payment, deleted: true },
        acts: [{ act: 'submit' }, { act: 'approve' }],
        can: { write: false, delete: false, withdraw: false, decide: false },
      })
    const listed = (await world.asker.get('/payment_requests', { keywords: one.payment })).data.items
    expect(listed).toMatchObject([{ code: one.asked.code, payment: { code: one.payment, deleted: true } }])
  })

  test('an approval that waited while it was switched off is refused', async () => {
    const asked = await world.ask()
    const holder = await hold(
      app.databaseUrl,
      `select 1 from projects where id = ${world.projectId} for update`,
    )
    const approving = world.approve(world.chief, asked)
    await untilWaiting(app.databaseUrl)
    await features(false)
    // Rights are read again after a wait of more than a second.
    app.advance(2_000)
    await holder.release()
    expect(await approving).toMatchObject(OFF)
    await features(true)
    expect((await seen(world.asker, asked)).state).toBe('pending')
  })
})
