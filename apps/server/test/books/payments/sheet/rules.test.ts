import type { SheetCell } from '@pianzhang/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewPayment, PaymentRules } from '../../../../src/books/payments/rule.ts'
import { paymentSheet } from '../../../../src/books/payments/sheet/ledger.ts'
import { PAYMENT_SHEET } from '../../../../src/start/payment-sheet.ts'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { RIGHT, type Row } from './sheets.ts'

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

it('each rule of the list is asked about each payment of a file, by its day and total; the first reason stands at its first row', async () => {
  const asked: NewPayment[] = []
  const rules: PaymentRules = [
    {},
    {
      creating: async () => (payment) => {
        asked.push(payment)
        return payment.pay_at < '2026-05-01' ? '2026-04已结账' : null
      },
    },
    { creating: async () => (payment) => (payment.total > 2_000n ? '超过上限' : null) },
  ]
  const check = await paymentSheet(rules, PAYMENT_SHEET.source).loadRules(test.services.db, world.projectId)
  const rows: Row[] = [
    { ...RIGHT, sequence: 'A' },
    { ...RIGHT, sequence: 'B', pay_at: '2026-04-30', pay_amount: '30' },
    { ...RIGHT, sequence: 'A' },
  ]
  rows.forEach((row, index) => {
    const { mistakes } = check.check(index + 2, (key): SheetCell | undefined =>
      row[key] === undefined ? undefined : ({ kind: 'text', text: row[key] } as SheetCell),
    )
    expect(mistakes).toEqual([])
  })
  expect(check.end?.()).toEqual([
    { line: 2, mistakes: [{ key: 'pay_amount', message: '超过上限' }] },
    { line: 3, mistakes: [{ key: 'pay_amount', message: '2026-04已结账' }] },
  ])
  expect(asked).toEqual([
    { pay_at: '2026-05-01', total: 2_460n },
    { pay_at: '2026-04-30', total: 3_000n },
  ])
})
