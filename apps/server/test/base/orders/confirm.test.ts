import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readPaymentCode } from '../../../src/base/orders/payment-code.ts'
import { settlePayment } from '../../../src/base/orders/settle.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { runCommand } from '../../processes/commands.ts'
import { bought, paymentOf, quotaOf, received, statusOf } from './helpers.ts'

// The operator's commands; their exit codes are those of any command that throws or not (admin/commands.test.ts).

let app: TestApp
let admin: Caller
let companyId: bigint
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.services.db.deleteFrom('order_payments').execute()
  const company = await app.company(1)
  admin = company.admin
  companyId = company.id
})

const run = (name: string, values?: Record<string, string>) => runCommand(app, name, values)
const confirm = (code: string, amount: string) => run('order:confirm', { 'payment-code': code, amount })

test('confirms a transfer by its payment code, once', async () => {
  const order = await bought(admin, 11, 'transfer')
  const code = order.payment_code
  const confirmed = { code: order.code, number: order.number, project_quantity: 11, total_count: 12 }
  expect(await confirm(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`, '18,200')).toEqual({
    message: expect.stringMatching(/^订单 DD\d{8}-\d{4} 已付款，增加 11 个项目，项目总数现为 12$/),
    data: { ...confirmed, changed: true },
  })
  expect(await statusOf(admin, order.code)).toBe('paid')
  expect(await confirm(code, '18200.00')).toEqual({
    message: expect.stringMatching(/^订单 DD\d{8}-\d{4} 此前已确认付款，未作更改，项目总数为 12$/),
    data: { ...confirmed, changed: false },
  })
  expect(await quotaOf(admin)).toBe(12)
  const log = await app.services.db
    .selectFrom('audit_logs')
    .select(['user_name', 'action', 'resource'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(log).toEqual({ user_name: '运营人员', action: 'update', resource: 'order' })
})

test('twenty confirmations at once raise the quota once', async () => {
  const order = await bought(admin, 2, 'transfer')
  const all = await Promise.all(Array.from({ length: 20 }, () => confirm(order.payment_code, '3600')))
  expect(all.filter(({ data }) => data.changed)).toHaveLength(1)
  expect(await quotaOf(admin)).toBe(3)
})

test.each([
  ['1799.99', '金额不符：订单应付 1,800.00 元，输入的是 1,799.99 元，未作任何更改'],
  ['18000', '金额不符'],
  ['-1800', '金额不符'],
  ['', '请输入金额：--amount'],
  ['1e3', '金额格式不正确：--amount'],
  ['1800.001', '最多两位小数：--amount'],
])('an amount of %s is refused, and nothing is kept', async (amount, message) => {
  const order = await bought(admin, 1, 'transfer')
  await expect(confirm(order.payment_code, amount)).rejects.toThrow(message)
  expect(await statusOf(admin, order.code)).toBe('pending')
  expect(await received(app)).toEqual([])
})

test('an unknown code, and the code of an order that is paid online, are refused', async () => {
  await bought(admin, 1)
  await expect(confirm('aaaa-9999', '1800')).rejects.toThrow('没有付款码为 AAAA9999 的订单')
  await expect(confirm('', '1800')).rejects.toThrow('没有付款码为')
  expect(await received(app)).toEqual([])
})

test('a transfer for a cancelled order is kept and listed, and changes no quota', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await run('order:payments')).toEqual({ message: '没有须人工处理的款项', data: { items: [] } })
  const order = await bought(admin, 1, 'transfer')
  await admin.put(`/orders/${order.code}/cancel`)
  const code = order.payment_code
  await expect(confirm(code, '1800')).rejects.toThrow('订单已取消，项目数量未增加；该笔款项已记录')
  await expect(confirm(code, '1800')).rejects.toThrow('订单已取消，项目数量未增加；该笔款项此前已记录')
  expect(await statusOf(admin, order.code)).toBe('cancelled')
  expect(await quotaOf(admin)).toBe(1)
  const { message, data } = await run('order:payments')
  expect(message).toContain(`1800.00 元  对公转账 ${code}  订单已取消  订单 ${order.number}（公司`)
  expect(data.items).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      provider: 'transfer',
      transaction_id: code,
      order_code: order.code,
      order_number: order.number,
      company: `公司${admin.phone}`,
      amount: '1800.00',
      paid_at: expect.stringContaining('+08:00'),
      received_at: expect.stringContaining('+08:00'),
      reason: 'cancelled',
      reason_i18n: '订单已取消',
    },
  ])
  expect(warned).toHaveBeenCalledTimes(1)
  warned.mockRestore()
})

test('a payment that paid no order is marked as dealt with once, which its company finds in the log', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const order = await bought(admin, 1, 'transfer')
  await admin.put(`/orders/${order.code}/cancel`)
  await expect(confirm(order.payment_code, '1800')).rejects.toThrow()
  const of = (orderCode: string) => paymentOf({ ...order, code: orderCode })
  await inTransaction(app.services.db, (tx) => settlePayment(tx, app.services, 'alipay', of('no-such-order')))
  warned.mockRestore()
  type Items = { id: string; order_code: string }[]
  const listed = async () => (await run('order:payments')).data.items as Items
  const items = await listed()
  const idOf = (code: string) => items.find(({ order_code }) => order_code === code)?.id ?? ''
  const id = idOf(order.code)
  for (const [values, message] of [
    [{ done: id }, '请填写处理方式：--note'],
    [{ done: id, note: '字'.repeat(201) }, '处理方式不能超过200个字符：--note'],
    [{ note: '已退款' }, '请同时填写款项编号：--done'],
    [{ done: 'x', note: '已退款' }, '没有编号为 x 的未入账款项'],
    [{ done: '999999999', note: '已退款' }, '没有编号为 999999999 的未入账款项'],
  ] as [Record<string, string>, string][])
    await expect(run('order:payments', values)).rejects.toThrow(message)
  expect(await listed()).toEqual(items)
  const twice = await Promise.all(
    ['已原路退款', '转入下一订单'].map((note) => run('order:payments', { done: id, note })),
  )
  expect(twice.map(({ data }) => data.changed).sort()).toEqual([false, true])
  expect(new Set(twice.map(({ data }) => data.note)).size).toBe(1)
  expect(twice.find(({ data }) => data.changed)?.message).toBe(`款项 ${id}（1800.00 元）已标为已处理`)
  // A payment whose order is unknown is marked too, without an entry in a company's log.
  await run('order:payments', { done: idOf('no-such-order'), note: '已原路退款' })
  expect(await listed()).toEqual([])
  expect(await quotaOf(admin)).toBe(1)
  const log = (await admin.get('/audit_logs', { resource: 'order' })).data.items
  const { note } = twice[0]?.data ?? {}
  expect(log[0]).toMatchObject({
    ...{ user_name: '运营人员', record_code: order.code },
    after: { received_amount: '1800.00', remark: `未入账的款项（订单已取消）已处理：${note}` },
  })
  expect(
    log.filter(({ after }: { after: { remark?: string } }) => after.remark?.includes('已处理')),
  ).toHaveLength(1)
})

test('payment codes are read as people copy them', () => {
  expect(['3479acef', ' 3479 ACEF ', '3479-ACEF', '３４７９ＡＣＥＦ'].map(readPaymentCode)).toEqual(
    Array(4).fill('3479ACEF'),
  )
})
