import { describe, expect, it } from 'vitest'
import { figureFaults, INVOICE_TYPES, invoiceTypeName, requiredFields } from '../src/invoice-types.ts'
import { invoiceCheckBody, invoiceCheckQuery } from '../src/invoices.ts'

describe('required fields', () => {
  it('of a look-up depend on the type', () => {
    const further = Object.fromEntries(
      [...INVOICE_TYPES.map(({ code }) => code), '', '57'].map((type) => [
        type,
        requiredFields('lookup', type).filter(
          (field) => field !== 'invoice_number' && field !== 'billing_date',
        ),
      ]),
    )
    expect(further).toEqual({
      '01': ['invoice_code', 'amount_without_tax'],
      '08': ['invoice_code', 'amount_without_tax'],
      '03': ['invoice_code', 'amount_without_tax'],
      '04': ['invoice_code', 'check_code'],
      '10': ['invoice_code', 'check_code'],
      '11': ['invoice_code', 'check_code'],
      '14': ['invoice_code', 'check_code'],
      '31': ['total_amount'],
      '32': ['total_amount'],
      '': ['invoice_code', 'seller_tax_no'],
      '57': ['invoice_code', 'seller_tax_no'],
      '51': ['total_amount'],
      '61': ['total_amount'],
    })
    for (const type of ['01', '31', ''])
      expect(requiredFields('lookup', type)).toEqual(
        expect.arrayContaining(['invoice_number', 'billing_date']),
      )
    expect(requiredFields('lookup', '', '24312000000012345678')).toEqual([
      'invoice_number',
      'billing_date',
      'total_amount',
    ])
  })

  it('of a manual check are the number, and unless it has 20 digits the type and the code of a type that has one', () => {
    expect(requiredFields('manual', '04')).toEqual(['invoice_number', 'invoice_type', 'invoice_code'])
    expect(requiredFields('manual', '99', 'Z1234567')).toEqual(['invoice_number', 'invoice_type'])
    expect(requiredFields('manual', '31')).toEqual(['invoice_number'])
    expect(requiredFields('manual', '')).toEqual(['invoice_number', 'invoice_type'])
    expect(requiredFields('manual', '', '24312000000012345678')).toEqual(['invoice_number'])
  })
})

describe('typed figures', () => {
  it('are absent, emptied or read', () => {
    expect(
      invoiceCheckQuery.parse({
        invoice_number: ' 2431 2000-000012345678 ',
        seller_tax_no: '９１ａbcdefghijklmnop',
        total_amount: '12.5',
        billing_date: '',
        seller_name: ' 器材公司 ',
        check_code: '',
        amount_without_tax: '',
        version: '3',
      }),
    ).toEqual({
      invoice_number: '24312000000012345678',
      seller_tax_no: '91ABCDEFGHIJKLMNOP',
      total_amount: 1250n,
      billing_date: null,
      seller_name: '器材公司',
      check_code: '',
      amount_without_tax: null,
      version: 3,
    })
    expect(invoiceCheckQuery.parse({})).toEqual({})
  })

  it('are refused by field', () => {
    const wrong = invoiceCheckQuery.safeParse({
      invoice_type: 'x',
      invoice_code: '１２-中',
      invoice_number: '!',
      billing_date: '2026-02-30',
      total_amount: '1,000',
      amount_without_tax: '1.005',
      check_code: '123',
      seller_tax_no: '123',
    })
    expect(wrong.error?.issues.map(({ path }) => path[0]).sort()).toEqual([
      'amount_without_tax',
      'billing_date',
      'check_code',
      'invoice_code',
      'invoice_number',
      'invoice_type',
      'seller_tax_no',
      'total_amount',
    ])
  })

  it('need a reason for the result 0', () => {
    expect(invoiceCheckBody.safeParse({ result: 0, reason: ' ' }).error?.issues[0]).toMatchObject({
      path: ['reason'],
    })
    expect(invoiceCheckBody.parse({ result: '0', reason: '号码不符' })).toMatchObject({ result: 0 })
    expect(invoiceCheckBody.parse({ result: 1 })).toMatchObject({ result: 1, reason: '' })
    for (const result of [2, true, null, undefined, ''])
      expect(invoiceCheckBody.safeParse({ result, reason: 'x' }).success).toBe(false)
  })

  it('fit together', () => {
    const fields = (figures: Parameters<typeof figureFaults>[0]) =>
      figureFaults(figures).map(({ field }) => field)
    expect(fields({ invoice_type: '31', invoice_number: '12345678', invoice_code: '031001900211' })).toEqual([
      'invoice_number',
      'invoice_code',
    ])
    expect(fields({ invoice_type: '04', invoice_number: '123', invoice_code: '12' })).toEqual([
      'invoice_number',
      'invoice_code',
    ])
    expect(fields({ invoice_type: '', invoice_number: 'Z12', invoice_code: '12' })).toEqual([])
    expect(fields({ total_amount: 100n, amount_without_tax: 106n })).toEqual(['total_amount'])
    expect(fields({ total_amount: -106n, amount_without_tax: -100n })).toEqual([])
    expect(fields({ total_amount: '106.00', amount_without_tax: '100.00' })).toEqual([])
  })
})

it('names types', () => {
  expect([invoiceTypeName('31'), invoiceTypeName(''), invoiceTypeName('99')]).toEqual([
    '数电票(专用)',
    '',
    '其他发票',
  ])
})
