import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { fenOf, yuan } from '@pianzhang/contract/money'
import { describe, expect, it, test } from 'vitest'
import { type Draft, estimated, isTooLow, withDrafts, withRows } from './figures.ts'

const ZERO = '0.00'
const row = (
  code: string,
  parent_code: string | null,
  figures: Partial<CostReportRow> = {},
): CostReportRow => ({
  code,
  out_code: code,
  name: code,
  level: Math.max(0, code.length / 2 - 1),
  parent_code,
  has_children: code.length < 6,
  original_yuan: null,
  budget_yuan: ZERO,
  period_yuan: ZERO,
  spent_yuan: ZERO,
  committed_yuan: ZERO,
  etc_yuan: ZERO,
  efc_yuan: ZERO,
  variance_yuan: ZERO,
  estimate: null,
  ...figures,
})
const figuresOf = ({ etc_yuan, efc_yuan, variance_yuan }: CostReportRow) => [
  etc_yuan,
  efc_yuan,
  variance_yuan,
]
const typed = (mode: Draft['mode'], amount_yuan: string | null): Draft => ({ mode, amount_yuan, remark: '' })

// The table of the specification.
test.each([
  ['1000000.00', '420000.00', '380000.00', typed('auto', null), ['200000.00', '1000000.00', ZERO]],
  ['1000000.00', '420000.00', '380000.00', typed('etc', '50000.00'), ['50000.00', '850000.00', '-150000.00']],
  ['300000.00', '260000.00', '75000.50', typed('auto', null), [ZERO, '335000.50', '35000.50']],
  [ZERO, '-5000.00', ZERO, typed('auto', null), [ZERO, '-5000.00', '-5000.00']],
  ['100.00', '60.00', '50.00', typed('efc', '105.00'), [ZERO, '110.00', '10.00']],
  ['100.00', '60.00', '50.00', typed('efc', '200.00'), ['90.00', '200.00', '100.00']],
] as const)(
  'budget %s, spent %s, committed %s, %j',
  (budget_yuan, spent_yuan, committed_yuan, draft, figures) => {
    const three = row('010101', '0101', { budget_yuan, spent_yuan, committed_yuan })
    expect(figuresOf(estimated(three, draft))).toEqual(figures)
  },
)

it('knows a final cost that was typed below what is spent and committed', () => {
  const three = row('010101', '0101', { spent_yuan: '60.00', committed_yuan: '50.00' })
  expect(isTooLow(estimated(three, typed('efc', '105.00')))).toBe(true)
  expect(isTooLow(estimated(three, typed('efc', '110.00')))).toBe(false)
  expect(isTooLow(estimated(three, typed('etc', '1.00')))).toBe(false)
})

describe('a typed estimate', () => {
  const etc = (amount: string) => ({ etc_yuan: amount, efc_yuan: amount, variance_yuan: amount })
  const rows = [
    row('01', null, etc('60.00')),
    row('0101', '01', etc('30.00')),
    row('010101', '0101', etc('10.00')),
    row('010102', '0101', etc('20.00')),
    row('0102', '01', etc('30.00')),
    row('010201', '0102', etc('30.00')),
  ]

  it('moves the subjects above it and no other', () => {
    const drafts = new Map([
      ['010101', typed('etc', '15.00')],
      ['010201', typed('etc', ZERO)],
    ])
    expect(withDrafts(rows, drafts).map((one) => [one.code, one.etc_yuan])).toEqual([
      ['01', '35.00'],
      ['0101', '35.00'],
      ['010101', '15.00'],
      ['010102', '20.00'],
      ['0102', ZERO],
      ['010201', ZERO],
    ])
  })

  it('that says nothing of these rows leaves them as they are', () => {
    expect(withDrafts(rows, new Map([['090101', typed('etc', '1.00')]]))).toBe(rows)
  })

  it('of random amounts: each subject stays the sum of those below, and the total of all', () => {
    let seed = 7n
    const random = () => {
      seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % (1n << 64n)
      return yuan(seed % 10_000_000n)
    }
    const total = row('total', null, etc('60.00'))
    for (let turn = 0; turn < 200; turn += 1) {
      const drafts = new Map(['010101', '010102', '010201'].map((code) => [code, typed('etc', random())]))
      const after = withDrafts(rows, drafts)
      const at = (code: string) => fenOf(after.find((one) => one.code === code)?.efc_yuan ?? '')
      expect(at('0101')).toBe(at('010101') + at('010102'))
      expect(at('01')).toBe(at('0101') + at('0102'))
      const sums = withRows(total, rows.slice(0, 1), after.slice(0, 1))
      expect(fenOf(sums.variance_yuan)).toBe(at('01'))
    }
  })

  it('is no longer moved by what was booked before its amount', () => {
    const estimate = {
      mode: 'etc' as const,
      amount_yuan: '5.00',
      remark: '',
      version: 3,
      moved_yuan: '12.00',
    }
    const three = row('010101', '0101', { estimate })
    expect(estimated(three, { ...typed('etc', '6.00'), remark: '新' }).estimate).toEqual({
      ...estimate,
      amount_yuan: '6.00',
      remark: '新',
      moved_yuan: ZERO,
    })
    // The amount is as old as it was.
    expect(estimated(three, { ...typed('etc', '5.00'), remark: '新' }).estimate).toEqual({
      ...estimate,
      remark: '新',
    })
  })
})
