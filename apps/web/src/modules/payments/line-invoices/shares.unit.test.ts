import { expect, test } from 'vitest'
import type { InvoiceChoice } from '../../invoices/picker/choices.ts'
import { blankLine, type DraftLine } from '../editor/draft.ts'
import { leftWords, sharesOf, takenOf, worthsOf } from './shares.ts'

const choice = (
  value: string,
  total: string | null,
  left: string | null,
  net: string | null = null,
  tax: string | null = null,
) =>
  ({
    value,
    invoice: {
      total_amount_yuan: total,
      amount_without_tax_yuan: net,
      tax_amount_yuan: tax,
      left_amount_yuan: left,
    },
  }) as InvoiceChoice
const worths = worthsOf(
  [
    choice('a', '30.00', '30.00'),
    choice('b', '100.00', '80.00'),
    choice('red', '-50.00', '-50.00'),
    choice('net', null, null, '90.00'),
    choice('taxed', null, '95.40', '90.00', '5.40'),
    choice('unknown', null, null),
  ],
  new Map([['b', 1_000n]]),
)
/** `a`, or `a 12.50` with a typed amount. */
const line = (key: string, pay_amount: string, ...invoices: string[]): DraftLine => ({
  ...blankLine(),
  key,
  pay_amount,
  invoices: invoices.map((text) => {
    const [code = '', amount = ''] = text.split(' ')
    return { code, amount }
  }),
})
const shares = (...lines: DraftLine[]) => sharesOf(lines, lines.at(-1)?.key ?? '', worths)
/** What is left of each invoice of the last line for it, and what the line takes. */
const figures = (...lines: DraftLine[]) => shares(...lines).uses.map(({ left, taken }) => [left, taken])

test('a line gets the lesser of what is left of it and of the invoice, one after the other', () => {
  // What the stored payment uses is given back.
  expect(figures(line('1', '100', 'a', 'b'))).toEqual([
    ['30.00', '30.00'],
    ['90.00', '70.00'],
  ])
  expect(figures(line('1', '=2*30', 'b'), line('2', '100', 'b'))).toEqual([['30.00', '30.00']])
  expect(figures(line('1', '100', 'a 12.5', 'b'))[1]).toEqual(['90.00', '87.50'])
  // The net amount alone is not what an invoice has to give.
  expect(figures(line('1', '100', 'net'))).toEqual([[null, '100.00']])
  expect(figures(line('1', '100', 'taxed'))).toEqual([['95.40', '95.40']])
  expect(figures(line('1', '100', 'unknown'))).toEqual([[null, '100.00']])
  expect(shares(line('1', '100', 'a')).sum).toEqual({ used: '30.00', rest: '70.00' })
})

test('red invoices cancel refunds; a refund on one of expense gives back', () => {
  expect(figures(line('1', '-80', 'red'))).toEqual([['-50.00', '-50.00']])
  expect(figures(line('1', '80', 'red'))).toEqual([['-50.00', '0.00']])
  expect(figures(line('1', '-20', 'b'), line('2', '100', 'b'))).toEqual([['110.00', '100.00']])
  // Never more than the invoice, whatever refunds gave back.
  expect(figures(line('1', '-20', 'b'), line('2', '105', 'b'))).toEqual([['110.00', '100.00']])
})

test('what the server would refuse, in its words', () => {
  const wrong = (...lines: DraftLine[]) => shares(...lines).uses.map((use) => use.wrong)
  expect(wrong(line('1', '100', 'a 30.01'))).toEqual(['发票余额只有 30.00 元'])
  expect(wrong(line('1', '40', 'a 30', 'b 10.01'))).toEqual([null, '不能大于明细中未关联发票的 10.00 元'])
  expect(wrong(line('1', '40', 'a -1'))).toEqual(['不能大于明细中未关联发票的 40.00 元'])
  expect(wrong(line('1', '90', 'b'), line('2', '5', 'b'))).toEqual(['发票金额已用完'])
  // Until the line has an amount nothing is wrong.
  expect(shares(line('1', '', 'a'))).toEqual({
    uses: [{ left: '30.00', taken: null, wrong: null }],
    sum: null,
    whole: null,
  })
})

test('where one invoice is enough the line’s amount may become that of all', () => {
  const spent = shares(line('1', '30', 'a', 'b 20'))
  expect(spent.uses[1]?.wrong).toBe('明细金额已由前面的发票用完')
  expect(spent.whole).toBe('50.00')
  expect(shares(line('1', '30', 'a')).whole).toBeNull()
})

test('an invoice is not offered twice, nor where other lines leave nothing of it', () => {
  const lines = [line('1', '100', 'a', 'b'), line('2', '40', 'b'), line('3', '5', 'unknown')]
  expect([...takenOf(lines, '2', 0, worths)].sort()).toEqual(['a', 'unknown'])
  expect([...takenOf(lines, '1', 0, worths)].sort()).toEqual(['b', 'unknown'])
  expect([...takenOf(lines, '3', 0, worths)].sort()).toEqual(['a', 'b'])
})

test('what is left is said where it is not the total, and what this line leaves', () => {
  const [use] = shares(line('1', '60', 'b')).uses
  expect(leftWords(use, '100.00', false)).toBe('余额 90.00 元，用后余 30.00 元')
  const [whole] = shares(line('1', '30', 'a')).uses
  expect(leftWords(whole, '30.00', false)).toBe('')
  expect(leftWords(whole, '30.00', true)).toBe('余额 30.00 元')
})
