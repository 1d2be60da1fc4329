import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type InvoiceWorld, invoiceWorld, scan, upload } from './helpers.ts'
import { fresh, sendFiles, xmlOf } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

describe('an original that says less than a payment takes of its invoice meanwhile', () => {
  /** An invoice that was checked by its number alone, so that its total is not known; an original of 800.00; and a payment of 1,000.00. */
  async function meeting(payment: (code: string) => object) {
    const number = fresh()
    const {
      data: {
        items: [{ code }],
      },
    } = await sendFiles(app, world.clerk, ['一.jpg', await scan(`01,31,,${number}`)])
    await world.clerk.put(`/invoices/${code}/check`, { result: 1, version: 1 })
    const less = xmlOf(number)
      .toString()
      .replaceAll('>2.00<', '>754.72<')
      .replaceAll('>0.12<', '>45.28<')
      .replaceAll('>2.12<', '>800.00<')
    const original = await upload(app, world.admin, Buffer.from(less), '一.xml')
    const calls = {
      join: () => world.admin.post('/invoices', { attachment_codes: [original] }),
      pay: () => book(world.clerk, { pay_amount: '1000', ...payment(code) }),
    }
    /** The first one has locked the invoice, and waits for its log entry; the second one waits for the invoice. */
    const meet = (one: keyof typeof calls, two: keyof typeof calls) =>
      queued(app.databaseUrl, 'lock table audit_logs in share mode', calls[one], calls[two])
    const stored = async () => (await world.clerk.get(`/invoices/${code}`)).data
    return { code, meet, stored }
  }
  const whole = (code: string) => ({ invoices: [{ code, amount: '1000' }] })

  test('fails, if the payment came first', async () => {
    const { code, meet, stored } = await meeting(whole)
    const [paid, joined] = await meet('pay', 'join')
    expect(paid.code).toBe(0)
    const [own] = joined.data.items
    expect(own).toMatchObject({
      ...{ status: 1, merged: false, total_amount_yuan: '800.00' },
      reason: '付款明细已使用 1000.00 元，发票金额不能小于该金额',
    })
    expect(own.code).not.toBe(code)
    expect(await stored()).toMatchObject({
      ...{ status: 0, total_amount_yuan: null, files: [{}] },
      uses: [{ code: paid.data.code, amount_yuan: '1000.00' }],
    })
  })

  test('is what the payment is told, if it came first', async () => {
    const { code, meet, stored } = await meeting(whole)
    const [joined, refused] = await meet('join', 'pay')
    expect(joined.data.items).toMatchObject([{ code, merged: true, total_amount_yuan: '800.00' }])
    expect(refused.data.errors).toEqual([
      { field: 'cost_execution_details[0].invoices[0].amount', message: '发票余额只有 800.00 元' },
    ])
    expect(await stored()).toMatchObject({
      status: 0,
      uses: [],
      left_amount_yuan: '800.00',
      files: [{}, {}],
    })
  })

  test('is as much as the payment takes, if it came first and the payment names no amount', async () => {
    const { meet, stored } = await meeting((code) => ({ check_invoice_code: code }))
    const [, paid] = await meet('join', 'pay')
    expect(paid.code).toBe(0)
    expect(await stored()).toMatchObject({ uses: [{ amount_yuan: '800.00' }], left_amount_yuan: '0.00' })
  })
})
