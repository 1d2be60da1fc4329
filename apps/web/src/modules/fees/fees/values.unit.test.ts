import type { Fee } from '@pianzhang/contract/fees'
import { describe, expect, it } from 'vitest'
import {
  calculateBodyOf,
  emptyValues,
  faultsOf,
  feeBodyOf,
  isUnsaved,
  nextValues,
  type Values,
  valuesOf,
} from './values.ts'

const PAYEE = { code: 'p', name: '周砚秋', account_change: null }
const values = (part: Partial<Values> = {}): Values => ({
  ...emptyValues('2026-11-05'),
  payee: PAYEE,
  basis: 'net',
  amount: '30000',
  ...part,
})
const ROW = {
  payee: PAYEE,
  resident: true,
  pay_at: '2026-11-05',
  kind: 'labor',
  basis: 'net',
  gross_yuan: '36842.10',
  net_yuan: '30000.00',
  invoice_vat_yuan: '0.00',
} as Fee

describe('the calculation', () => {
  it('is asked for as soon as day and amount can be read, arithmetic too', () => {
    const fee = { pay_at: '2026-11-05', kind: 'labor', basis: 'net', amount: '30000.00' }
    const body = { ...fee, invoice_vat: null, payee_code: 'p' }
    expect(calculateBodyOf(values(), undefined)).toEqual(body)
    expect(calculateBodyOf(values({ amount: '=10000*3' }), 'x')).toEqual({ ...body, code: 'x' })
    for (const amount of ['', '0', '-1', '=10*', '1.234'])
      expect(calculateBodyOf(values({ amount }), undefined), amount).toBeNull()
    for (const pay_at of [null, '11-', '2026-02-30'])
      expect(calculateBodyOf(values({ pay_at }), undefined)).toBeNull()
  })

  it('is of nobody in particular without a payee', () => {
    expect(calculateBodyOf(values({ payee: null, resident: false }), undefined)).toEqual({
      ...{ pay_at: '2026-11-05', kind: 'labor', basis: 'net', amount: '30000.00' },
      ...{ invoice_vat: null, resident: false },
    })
  })
})

it('what is missing is said by field', () => {
  expect(faultsOf(values())).toEqual({})
  expect(faultsOf(emptyValues('2026-11-05'))).toEqual({
    payee_code: '请选择收款人',
    amount: '请输入税前金额',
  })
  expect(faultsOf(values({ amount: '-5', pay_at: null }))).toEqual({
    pay_at: '请选择付款日期',
    amount: '税后金额须大于0',
  })
})

it('a record is edited by the amount that was agreed, and unsaved once it differs', () => {
  expect(valuesOf(ROW).amount).toBe('30000.00')
  expect(valuesOf({ ...ROW, basis: 'gross' }).amount).toBe('36842.10')
  expect([ROW, { ...ROW, invoice_vat_yuan: '198.02' }].map((row) => valuesOf(row).invoice_vat)).toEqual([
    '',
    '198.02',
  ])
  expect(isUnsaved(values({ invoice_vat: '198.02' }), ROW)).toBe(true)
  expect(isUnsaved(values({ amount: '30,000' }), ROW)).toBe(false)
  expect(isUnsaved(values({ amount: '30001' }), ROW)).toBe(true)
  expect(isUnsaved(values({ payee: null }), undefined)).toBe(false)
  expect(isUnsaved(values(), undefined)).toBe(true)
})

it('the next fee keeps day and kind, and loses person and amount', () => {
  expect(nextValues(values({ kind: 'script' }))).toEqual({
    ...emptyValues('2026-11-05'),
    kind: 'script',
    basis: 'net',
  })
  expect(nextValues(values({ invoice_vat: '198.02' })).invoice_vat).toBe('')
  expect(feeBodyOf(values({ invoice_vat: '198.02' }))).toMatchObject({ invoice_vat: '198.02' })
  expect(faultsOf(values({ invoice_vat: '1.234' })).invoice_vat).toBeDefined()
  expect(feeBodyOf(values())).not.toHaveProperty('remark')
})
