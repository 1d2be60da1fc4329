import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld, wrongFields } from './helpers.ts'

let test: TestApp
let world: PaymentWorld
let other: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  other = await paymentWorld(test)
})
afterAll(() => test.close())

const count = () => countOf(test, 'payments', world.projectId)

describe('a body that is refused', () => {
  it.each([
    ['amounts', { pay_amount: '1.234' }, 'pay_amount'],
    ['separators', { pay_amount: '1,234.00' }, 'pay_amount'],
    ['exponents', { pay_amount: '1e3' }, 'pay_amount'],
    ['full-width digits', { pay_amount: '１２' }, 'pay_amount'],
    ['float noise', { pay_amount: 0.1 + 0.2 }, 'pay_amount'],
    ['zero', { pay_amount: '0.00' }, 'pay_amount'],
    ['no amount', { pay_amount: undefined }, 'pay_amount'],
    ['a giant', { pay_amount: '10000000000000.00' }, 'pay_amount'],
    ['a boolean', { pay_amount: true }, 'pay_amount'],
    ['a subject of level two', { subject_three_code: () => world.subject('240001') }, 'subject_three_code'],
    [
      'a subject of another project',
      { subject_three_code: () => other.subject('24000101') },
      'subject_three_code',
    ],
    ['an unknown channel', { pay_channel: '10' }, 'pay_channel'],
    ['a type of another project', { pay_category_id: () => other.category }, 'pay_category_id'],
    ['an unknown voucher type', { voucher_category: '17' }, 'voucher_category'],
    ['a wrong rate', { face_tax_rate: '一成三' }, 'face_tax_rate'],
    ['an unknown contract', { contract_code: 'nothing' }, 'contract_code'],
    ['a contract of another project', { contract_code: () => other.contract('HT-A') }, 'contract_code'],
    [
      'a contract that brings money in',
      { contract_code: () => world.contract(`HT-IN-${Math.random()}`, '3') },
      'contract_code',
    ],
    ['an invoice of another project', { check_invoice_code: () => other.invoice('9') }, 'check_invoice_code'],
    [
      'an invoice that failed its check',
      { check_invoice_code: () => world.invoice('8', 1) },
      'check_invoice_code',
    ],
    [
      'a voucher of another project',
      { voucher_attachment_codes: async () => [await other.attachment()] },
      'voucher_attachment_codes',
    ],
    [
      'a spreadsheet as voucher',
      { voucher_attachment_codes: async () => [await world.attachment('xlsx')] },
      'voucher_attachment_codes',
    ],
    [
      'eleven vouchers',
      { voucher_attachment_codes: Array.from({ length: 11 }, (_, i) => `a${i}`) },
      'voucher_attachment_codes',
    ],
    ['a remark of 10,000 characters', { remark: '长'.repeat(10_000) }, 'remark'],
    ['NUL', { remark: 'a\0b' }, 'remark'],
    ['half a character', { remark: 'a\ud800b' }, 'remark'],
  ])('refuses %s, names the field, saves nothing', async (_name, changes, field) => {
    const before = await count()
    const resolved: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(changes))
      resolved[key] = typeof value === 'function' ? await value() : value
    const answer = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line(), world.line(resolved)]),
    )
    expect(answer.status).toBe(422)
    expect(wrongFields(answer)).toEqual([`cost_execution_details[1].${field}`])
    expect(answer.data.errors[0].message).toMatch(/\p{Script=Han}/u)
    expect(await count()).toBe(before)
  })

  it.each([
    ['2026-02-30', '日期不存在'],
    ['2026-2-3', '日期格式'],
    ['', '请选择付款时间'],
    [null, '请选择付款时间'],
    [20261121, '日期格式'],
  ])('refuses the date %s', async (pay_at, message) => {
    const answer = await world.clerk.post('/cost_executions', world.body({ pay_at }))
    expect(answer.status).toBe(422)
    expect(answer.data.errors).toMatchObject([{ field: 'pay_at', message: expect.stringContaining(message) }])
  })

  it('names every wrong field of a wrong body', async () => {
    const answer = await world.clerk.post('/cost_executions', {
      pay_at: 'x',
      payer: ' ',
      cost_execution_details: [{}],
    })
    expect(wrongFields(answer)).toEqual(
      [
        'pay_at',
        'payer',
        ...['subject_three_code', 'pay_channel', 'pay_category_id', 'pay_amount'].map(
          (field) => `cost_execution_details[0].${field}`,
        ),
      ].sort(),
    )
  })

  it('names malformed fields and missing references together', async () => {
    const lines = [
      world.line({ pay_amount: '1.234', subject_three_code: 'nowhere' }),
      world.line({ contract_code: 'no' }),
    ]
    const answer = await world.clerk.post('/cost_executions', world.body({ pay_at: '2026-02-30' }, lines))
    const fields = ['[0].pay_amount', '[0].subject_three_code', '[1].contract_code']
    expect(wrongFields(answer)).toEqual(
      [...fields.map((field) => `cost_execution_details${field}`), 'pay_at'].sort(),
    )
  })
})
