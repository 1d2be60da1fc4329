import type { Fee, FeeKind, TaxSetting } from '@pianzhang/contract/fees'
import { describe, expect, it } from 'vitest'
import { beforeText, bringsInvoice, lastDayOf, mustChoose, undeletable, vatText } from './words.ts'

const setting = (vat: TaxSetting['vat']): TaxSetting => ({
  vat,
  surcharge: '3.5',
  version: 1,
  asked_from: { labor: '2026-11-01', script: null },
  can: { write: true },
})

const fee = (day: string, kind: FeeKind = 'labor') => ({ kind, day })

describe('VAT of a fee', () => {
  it('is asked for once, from the day on which it is withheld', () => {
    expect(mustChoose(setting(null), fee('2026-10-31'))).toBe(false)
    expect(mustChoose(setting(null), fee('2026-11-01'))).toBe(true)
    expect(mustChoose(setting('invoice'), fee('2026-11-01'))).toBe(false)
    // Scripts are exempt.
    expect(mustChoose(setting(null), fee('2026-11-01', 'script'))).toBe(false)
  })

  it('is named as the company sees to it on that day', () => {
    expect(vatText(undefined, fee('2026-11-01'))).toBe('…')
    expect(vatText(setting('withhold'), fee('2026-10-31'))).toBe('不代扣')
    expect(vatText(setting('withhold'), fee('2026-11-01', 'script'))).toBe('不代扣')
    expect(vatText(setting('withhold'), fee('2026-11-01'))).toBe('代扣代缴，附加 3.5%')
    expect(vatText(setting('invoice'), fee('2026-11-01'))).toBe('代开发票')
    expect(vatText(setting(null), fee('2026-11-01'))).toBe('未设置')
    const brings = (['invoice', 'withhold', null] as const).map((vat) =>
      bringsInvoice(setting(vat), fee('2026-11-01')),
    )
    expect(brings).toEqual([true, false, false])
    expect(bringsInvoice(setting('invoice'), fee('2026-10-31'))).toBe(false)
    expect(bringsInvoice(setting('invoice'), fee('2026-11-01', 'script'))).toBe(false)
  })
})

it('what the month had before a fee', () => {
  const of = (resident: boolean, count: number, tax_yuan: string) =>
    beforeText({ month: '2026-11', resident, before: { count, gross_yuan: '0.00', tax_yuan } })
  expect(of(true, 0, '0.00')).toBe('居民 · 2026-11 本项目首笔，当月已扣 0.00')
  expect(of(false, 2, '1440.00')).toBe('非居民 · 2026-11 本项目第 3 笔，当月已扣 1,440.00')
})

it('the last day of a month', () => {
  expect(['2026-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31'])
})

it('why a fee cannot be deleted', () => {
  const row = (part: object) =>
    ({ can: { write: true, delete: false, link: true }, locked: '', payment: null, ...part }) as Fee
  expect(undeletable(row({ can: { delete: true } }))).toBeUndefined()
  expect(undeletable(row({ locked: '当月后面还有记录' }))).toBe('当月后面还有记录')
  expect(undeletable(row({ payment: { payment_code: 'FK1', line_code: 'x' } }))).toContain('已登记付款 FK1')
})
