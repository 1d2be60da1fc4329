import { describe, expect, test } from 'vitest'
import { RIGHT as PETTY, uploadRows } from '../../books/petty-cash/sheet/sheets.ts'
import { addComplete, paymentOf, WRITE_OFFS } from '../../books/petty-cash/write-off/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { ALL, done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld } from './helpers.ts'

// Petty cash is written off without approval, below a limit for each detail.

describe('petty cash beside the rules of approval', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForEach(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  /** What adds details of petty cash. */
  const petty = async () => {
    const clerk = await world.person({ imprest: ALL })
    const body = (changes: Record<string, unknown> = {}) => ({
      ...{ pay_at: '2026-11-21', payer: '王某某', subject_three_code: world.subject('24000101') },
      ...{ pay_channel: '5', pay_amount: '60000' },
      ...changes,
    })
    const add = async (changes = {}) => done(await clerk.post('/imprests', body(changes))).data
    return { ...world, clerk, body, add, writeOff: async () => undefined }
  }

  test('what a write-off of petty cash posts is exempt', async () => {
    const cash = await petty()
    const code = await addComplete(cash)
    expect((await cash.clerk.post(WRITE_OFFS)).data).toMatchObject({ succeeded_quantity: 1 })
    const posted = await paymentOf(cash, code)
    expect((await world.clerk.get(`/cost_executions/${posted}`)).data.pay_amount_yuan).toBe('60000.00')
    expect((await world.asker.get('/payment_requests')).data.listTotal).toBe(0)
  })

  test('a detail of petty cash above the limit is neither saved, raised, imported nor written off', async () => {
    const cash = await petty()
    const older = await addComplete(cash)
    const rules = (version: number, changes: object) => world.setRules(world.rules({ version, ...changes }))
    expect(done(await rules(1, { imprest_limit: '2000' })).data.imprest_limit_yuan).toBe('2000.00')
    expect(done(await rules(2, {})).data.imprest_limit_yuan).toBe('2000.00')
    const text = '超过备用金单笔上限 2,000.00 元，请提交付款申请'
    const large = { status: 422, data: { errors: [{ field: 'pay_amount', message: text }] } }
    expect(await cash.clerk.post('/imprests', cash.body({ pay_amount: '2000.01' }))).toMatchObject(large)
    expect(
      (await cash.clerk.post('/imprests', cash.body({ pay_amount: '2000.01', payer: '' }))).data.errors,
    ).toHaveLength(2)
    const small = await addComplete(cash, { pay_amount: '2000' })
    const put = (code: string, changes: object) =>
      cash.clerk.put(`/imprests/${code}`, cash.body({ ...changes }))
    expect(await put(small, { pay_amount: '2000.01' })).toMatchObject(large)
    // What was entered before may be mended, and not raised.
    expect(await put(older, { remark: '胶片' })).toMatchObject({ code: 0 })
    expect(await put(older, { pay_amount: '60000.01' })).toMatchObject(large)
    const file = await uploadRows(app, cash.clerk, [{ ...PETTY, pay_amount: '2000.01' }, PETTY])
    const { data } = await cash.clerk.post('/imprests/import/preview', { attachment_code: file })
    expect(data.error_items).toMatchObject([{ line: 2, desc: `付款金额：${text}` }])
    expect((await cash.clerk.post('/imprests/import', { attachment_code: file })).data.status).toBe('failed')
    expect(await cash.clerk.post(WRITE_OFFS)).toMatchObject({
      status: 422,
      msg: `备用金 ${older} ${text}，并删除该明细`,
    })
    expect((await cash.clerk.post(WRITE_OFFS, { codes: [small] })).data).toMatchObject({
      succeeded_quantity: 1,
    })
    done(await rules(3, { on: false }))
    expect((await cash.clerk.post(WRITE_OFFS)).data).toMatchObject({ succeeded_quantity: 1 })
    done(await rules(4, { imprest_limit: null }))
    await cash.add()
  })
})
