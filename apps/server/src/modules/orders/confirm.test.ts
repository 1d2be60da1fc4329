import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COMMANDS } from '../../admin/commands.ts'
import type { Connection } from '../../admin/connect.ts'
import { type Caller, startTestApp, type TestApp } from '../../testing/harness.ts'
import { readPaymentCode } from './payment-code.ts'
import { bought, quotaOf, received, statusOf } from './testing.ts'

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

const run = async (name: string, values: Record<string, string> = {}) => {
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return await command.run({ services: app.services } as Connection, values)
}
const confirm = (code: string, amount: string) => run('order:confirm', { 'payment-code': code, amount })

test('confirms a transfer by its payment code, once', async () => {
  const order = await bought(admin, 11, 'transfer')
  const code = order.payment_code
  const confirmed = { code: order.code, project_quantity: 11, total_count: 12 }
  expect(await confirm(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`, '18,200')).toEqual({
    message: '订单已付款，增加 11 个项目，项目总数现为 12',
    data: { ...confirmed, changed: true },
  })
  expect(await statusOf(admin, order.code)).toBe('paid')
  expect(await confirm(code, '18200.00')).toEqual({
    message: '该订单此前已确认付款，未作更改，项目总数为 12',
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
  expect(message).toContain(`1800.00 元  对公转账 ${code}  订单已取消  订单 ${order.code}（公司`)
  expect(data.items).toEqual([
    {
      provider: 'transfer',
      transaction_id: code,
      order_code: order.code,
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

test('payment codes are read as people copy them', () => {
  expect(['3479acef', ' 3479 ACEF ', '3479-ACEF', '３４７９ＡＣＥＦ'].map(readPaymentCode)).toEqual(
    Array(4).fill('3479ACEF'),
  )
})
