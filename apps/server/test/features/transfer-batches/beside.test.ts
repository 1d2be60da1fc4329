import { describe, expect, it } from 'vitest'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { atOnce } from '../../harness/overlap.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { type BatchWorld, batch, batchWorld } from './helpers.ts'

let test: TestApp
let world: BatchWorld
worldForAll(batchWorld, (app, own) => {
  test = app
  world = own
})

describe('a batch', () => {
  it('is one of two that are made of the same payment at once', async () => {
    const { code } = await world.addPayee()
    const [shared, other] = [await world.pay(code), await world.pay(code, '7.00')]
    const tally = await atOnce(2, () => world.make(batch([shared.code, other.code])))
    expect(Object.keys(tally).filter((key) => key.startsWith('0 '))).toHaveLength(1)
    expect(Object.keys(tally).filter((key) => key.startsWith('422 '))).toHaveLength(1)
    const living = await test.services.db
      .selectFrom('transfer_batch_payments')
      .select('batch_id')
      .where('project_id', '=', world.projectId)
      .where('code', '=', shared.code)
      .execute()
    expect(living).toHaveLength(1)
  })

  it.each([
    ['the batch', true],
    ['the deletion', false],
  ])(
    'and a deletion of its payment at once, %s first: the second one is refused',
    async (_, isBatchFirst) => {
      const paid = (await world.pay((await world.addPayee()).code, '80.00')).code
      const create = () => world.make(batch([paid]))
      const remove = () => world.clerk.delete(`/cost_executions/${paid}`)
      // Each waits for one of these tables while it has the payment.
      const [first, second] = await queued<Answer, Answer>(
        test.databaseUrl,
        'lock table transfer_batches, payment_lines in share mode',
        ...(isBatchFirst ? ([create, remove] as const) : ([remove, create] as const)),
      )
      expect(first.code).toBe(0)
      const batches = (await world.looker.get('/transfer_batches', { payment: paid })).data
      const payment = await world.looker.get(`/cost_executions/${paid}`)
      if (isBatchFirst) {
        expect([second.status, second.msg]).toEqual([
          422,
          `付款 ${paid} 已在网银批量文件 ${first.data.code} 中，不能删除，请先作废该批量文件`,
        ])
        expect(batches).toMatchObject({ listTotal: 1, total_amount_yuan: '80.00' })
        expect(payment.data).toMatchObject({ pay_amount_yuan: '80.00' })
      } else {
        expect(second.status).toBe(404)
        expect(batches).toMatchObject({ listTotal: 0, total_amount_yuan: '0.00' })
        expect(payment.status).toBe(404)
      }
    },
  )

  it('takes no payment that a write-off posted; deleted together with one of its own, both stay', async () => {
    const detail = await world.admin.post('/imprests', {
      pay_at: '2026-11-21',
      payer: '王某某',
      subject_three_code: world.subject('24000101'),
      pay_channel: '2',
      pay_amount: '30.00',
      voucher_category: '1',
      face_tax_rate: '6%',
      voucher_attachment_codes: [await world.attachment()],
    })
    await world.admin.post('/imprests/write_offs')
    const postedAs = async () =>
      (await world.admin.get(`/imprests/${detail.data.code}`)).data.cost_execution_code as string | null
    const posted = await postedAs()
    const { code } = await world.addPayee()
    const own = (await world.pay(code, '70.00')).code
    expect((await world.make(batch([own, posted ?? '']))).data.errors).toEqual([
      { field: 'codes[1]', message: `付款 ${posted} 王某某：未选择收款人` },
    ])
    const given = await world.clerk.put(`/cost_executions/${posted}`, world.body({ payee_code: code }))
    expect([given.status, given.msg]).toEqual([422, expect.stringContaining('核销生成，不能修改')])

    const made = (await world.make(batch([own]))).data
    const remove = () => world.clerk.delete('/cost_executions/batch', { codes: [posted, own] })
    expect(await remove()).toMatchObject({
      status: 422,
      msg: `付款 ${own} 已在网银批量文件 ${made.code} 中，不能删除，请先作废该批量文件`,
    })
    expect(await postedAs()).toBe(posted)
    await world.clerk.post(`/transfer_batches/${made.code}/cancel`)
    expect((await remove()).code).toBe(0)
    expect(await postedAs()).toBeNull()
    expect((await world.looker.get(`/transfer_batches/${made.code}`)).data).toMatchObject({
      state: 'cancelled',
      total_yuan: '70.00',
      payments: [{ code: own, amount_yuan: '70.00' }],
    })
  })

  it.each([
    ['deleted', '已删除', (code: string) => world.admin.delete(`/cost_executions/${code}`)],
    [
      'changed',
      '已修改金额',
      (code: string) =>
        world.admin.put(`/cost_executions/${code}`, world.body({}, [world.line({ pay_amount: '6.00' })])),
    ],
    [
      'paid in cash',
      '已修改付款方式',
      (code: string) =>
        world.admin.put(`/cost_executions/${code}`, world.body({}, [world.line({ pay_channel: '1' })])),
    ],
  ])(
    'has no file once a payment was %s while the feature was off; cancelling it frees the others',
    async (_, what, change) => {
      const { code } = await world.addPayee()
      const paid = await world.pay(code)
      const kept = await world.pay(code, '7.00')
      const made = (await world.make(batch([paid.code, kept.code]))).data
      const features = (on: boolean) =>
        world.admin.put('/company/features', { items: [{ feature: 'payee', on }] })
      await features(false)
      try {
        expect((await change(paid.code)).code).toBe(0)
      } finally {
        await features(true)
      }
      // What the bank would be told stays: the total is that of the batch.
      expect((await world.clerk.get(`/transfer_batches/${made.code}`)).data).toMatchObject({
        state: 'exported',
        total_yuan: '107.00',
        count: 2,
        payments: [{ code: paid.code, amount_yuan: '100.00' }, { code: kept.code }],
      })
      const msg = `付款 ${paid.code} ${what}，请作废网银批量文件 ${made.code} 后重新生成`
      expect(await world.clerk.post(`/transfer_batches/${made.code}/file`)).toMatchObject({
        status: 422,
        msg,
      })
      const before = await test.http.inject({ method: 'GET', url: made.file_url })
      expect([before.statusCode, before.body]).toEqual([422, expect.stringContaining(msg)])
      expect((await world.clerk.post(`/transfer_batches/${made.code}/cancel`)).code).toBe(0)
      expect((await world.clerk.delete(`/cost_executions/${kept.code}`)).code).toBe(0)
    },
  )
})
