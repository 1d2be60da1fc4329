import { describe, expect, test } from 'vitest'
import { type Offered, proposeLines, type Wanting } from '../../../src/features/missing-invoices/proposals.ts'

const invoice = (
  code: string,
  seller: string,
  left: bigint | null,
  fault: string | null = null,
): Offered => ({
  code,
  seller,
  left,
  fault,
})
const line = (
  line_code: string,
  payer: string,
  lacking: bigint,
  pay_at = '2026-01-01',
  payee?: string,
): Wanting => ({
  line_code,
  names: payee === undefined ? [payer] : [payer, payee],
  pay_at,
  lacking,
})
const short = (invoices: Offered[], lines: Wanting[]) =>
  proposeLines(invoices, lines).map(({ match, lines: found }) => [
    match,
    ...found.map(({ line: { line_code }, amount }) => `${line_code} ${amount}`),
  ])

describe('an invoice is proposed', () => {
  test('for the only line of its seller with its amount, by payer or payee, whatever the brackets', () => {
    const lines = [
      line('a', '甲公司', 10n),
      line('b', '甲公司', 20n),
      line('c', '制片组', 30n, '2026-01-01', '乙（北京）公司'),
    ]
    expect(short([invoice('1', '甲公司', 20n), invoice('2', '乙(北京) 公司', 30n)], lines)).toEqual([
      ['sure', 'b 20'],
      ['sure', 'c 30'],
    ])
  })

  test('oldest first where lines and invoices of one amount pair off; with more lines it is asked', () => {
    const lines = [line('new', '甲', 10n, '2026-02-01'), line('old', '甲', 10n, '2026-01-01')]
    expect(short([invoice('1', '甲', 10n), invoice('2', '甲', 10n)], lines)).toEqual([
      ['sure', 'old 10'],
      ['sure', 'new 10'],
    ])
    expect(short([invoice('1', '甲', 10n)], lines)).toEqual([['doubtful', 'old 10', 'new null']])
    expect(
      short([invoice('1', '甲', 10n), invoice('2', '甲', 10n), invoice('3', '甲', 10n)], lines)[2],
    ).toEqual(['none'])
  })

  test('for deposit and balance together, or for as much as is left of it: both are asked', () => {
    const lines = [line('b', '甲', 70n, '2026-02-01'), line('a', '甲', 30n, '2026-01-01')]
    const [whole] = proposeLines([invoice('1', '甲', 100n)], lines)
    expect(whole?.text).toBe('与该收款人的欠票合计相同，请核对')
    expect(short([invoice('1', '甲', 100n)], lines)).toEqual([['doubtful', 'a 30', 'b 70']])
    expect(short([invoice('1', '甲', 40n)], lines)).toEqual([['doubtful', 'a 30', 'b 10']])
    expect(short([invoice('1', '甲', 30n), invoice('2', '甲', 500n)], lines)).toEqual([
      ['sure', 'a 30'],
      ['doubtful', 'b 70'],
    ])
  })

  test('for lines of others with its amount only as an offer; for none if it cannot be used', () => {
    const lines = [line('a', '老王', 10n)]
    expect(short([invoice('1', '出租车公司', 10n), invoice('2', '', 10n)], lines)).toEqual([
      ['doubtful', 'a null'],
      ['doubtful', 'a null'],
    ])
    expect(
      proposeLines([invoice('1', '老王', 10n, '该发票已作废'), invoice('2', '老王', null)], lines),
    ).toMatchObject([
      { match: 'none', text: '该发票已作废' },
      { match: 'none', text: '发票金额未知，请先查验' },
    ])
    expect(short([invoice('1', '乙', 11n)], lines)).toEqual([['none']])
  })
})
