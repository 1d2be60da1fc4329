import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import { expect, test } from 'vitest'
import { candidatesOf, firstTicks, hintOf, itemsOf, type Offer, takesOf, voucherFor } from './fill.ts'

const line = (line_code: string, lacking_yuan: string, more: Partial<MissingLine> = {}) =>
  ({
    line_code,
    lacking_yuan,
    reason: 'unlinked',
    voucher_category_code: '6',
    face_tax_rate: '',
    version: 3,
    ...more,
  }) as MissingLine
const offer = (
  code: string,
  left_amount_yuan: string | null,
  match: Offer['match'],
  lines: [line: MissingLine, amount: string | null][] = [],
  text = '',
) =>
  ({
    invoice: {
      code,
      left_amount_yuan,
      invoice_type: '32',
      invoice_type_i18n: '数电票(普通)',
      total_amount_yuan: '106.00',
      amount_without_tax_yuan: '100.00',
      tax_amount_yuan: '6.00',
    },
    match,
    text,
    lines: lines.map(([one, amount_yuan]) => ({ ...one, amount_yuan })),
  }) as Offer
const codes = (lines: readonly MissingLine[]) => lines.map(({ line_code }) => line_code)
const mapOf = (...lines: MissingLine[]) => new Map(lines.map((one) => [one.line_code, one]))

const split = ({ chosen, others }: ReturnType<typeof candidatesOf>) => [codes(chosen), codes(others)]

test('an invoice may go to the lines selected, then to others proposed, unless only their original is lacking', () => {
  const [a, b] = [line('a', '10.00'), line('b', '20.00')]
  const original = line('c', '5.00', { reason: 'original' })
  const proposed = offer('i', '10.00', 'doubtful', [
    [line('d', '1.00'), '1.00'],
    [a, '9.00'],
    [line('e', '2.00'), null],
  ])
  expect(split(candidatesOf(proposed, [b, a, original]))).toEqual([
    ['a', 'b'],
    ['d', 'e'],
  ])
  expect(split(candidatesOf(offer('i', '10.00', 'none', [], '没有对应的欠票明细'), [b]))).toEqual([['b'], []])
  // What is void, not checked or used up goes nowhere.
  expect(split(candidatesOf(offer('i', '0.00', 'none', [], '发票金额已用完'), [b]))).toEqual([[], []])
  expect(split(candidatesOf(offer('i', null, 'none', [], '发票金额未知，请先查验'), [b]))).toEqual([[], []])
})

test('the hint says where the seller is not whom the selected lines paid', () => {
  const NOT_PAID = '销售方不是所选付款的收款人'
  const sold = (of: Offer, seller_name: string): Offer => ({ ...of, invoice: { ...of.invoice, seller_name } })
  const own = line('a', '10.00', { payer: '甲（北京）公司' })
  const linked = line('b', '10.00', { payer: '老甲', payee: { name: '甲(北京)公司' } as never })
  const other = line('c', '20.00', { payer: '乙公司' })
  const hint = (of: Offer, selected: MissingLine[], ticked: string[] = [], seller = '甲(北京)公司') => {
    const offered = sold(of, seller)
    return hintOf(offered, candidatesOf(offered, selected), ticked)
  }
  const doubtful = offer('i', '30.00', 'doubtful', [[own, '10.00']], '请核对')
  expect(hint(doubtful, [other])).toBe(`请核对；${NOT_PAID}`)
  // Bracket widths and the linked payee's name count.
  expect(hint(doubtful, [own, other])).toBe('请核对')
  expect(hint(doubtful, [linked])).toBe('请核对')
  expect(hint(doubtful, [own, other], ['c'])).toBe(`请核对；${NOT_PAID}`)
  // Of several invoices each goes to its own line: no word until it is given to another's.
  const sure = offer('i', '10.00', 'sure', [[own, '10.00']])
  expect(hint(sure, [other])).toBe('')
  expect(hint(sure, [other], ['c'])).toBe(NOT_PAID)
  expect(hint(offer('i', '9.00', 'none', [], '没有对应的欠票明细'), [other])).toBe(
    `没有对应的欠票明细；${NOT_PAID}`,
  )
  // The server has said so, or nobody knows the seller.
  expect(hint(offer('i', '20.00', 'doubtful', [[other, null]], '金额相同'), [other], ['c'])).toBe('金额相同')
  expect(hint(offer('i', '9.00', 'none', [], '没有对应的欠票明细'), [other], ['c'], '')).toBe(
    '没有对应的欠票明细',
  )
})

test('what is sure is ticked, and what is doubtful where just these lines were selected', () => {
  const [a, b] = [line('a', '10.00'), line('b', '20.00')]
  const none = new Set<string>()
  expect(firstTicks(offer('i', '10.00', 'sure', [[a, '10.00']]), none)).toEqual(['a'])
  const doubtful = offer('i', '30.00', 'doubtful', [
    [a, '10.00'],
    [b, '20.00'],
  ])
  expect(firstTicks(doubtful, new Set(['a']))).toEqual([])
  expect(firstTicks(doubtful, new Set(['a', 'b']))).toEqual(['a', 'b'])
  // Offered lines without an amount are not proposed.
  expect(firstTicks(offer('i', '7.00', 'doubtful', [[a, null]]), new Set(['a']))).toEqual([])
})

test('each line takes the lesser of what is left of it and of the invoice, one after the other', () => {
  const [a, b] = [line('a', '10.00'), line('b', '20.00')]
  const offers = [offer('i', '25.00', 'doubtful'), offer('j', '30.00', 'doubtful')]
  const ticks = new Map([
    ['i', ['a', 'b']],
    ['j', ['b']],
  ])
  expect(takesOf(offers, ticks, mapOf(a, b))).toEqual([
    { invoice: 'i', line: 'a', amount: 1_000n },
    { invoice: 'i', line: 'b', amount: 1_500n },
    { invoice: 'j', line: 'b', amount: 500n },
  ])
  // A line that a colleague linked meanwhile is left out; one that an earlier invoice covers takes nothing.
  expect(takesOf(offers, ticks, mapOf(a))).toEqual([{ invoice: 'i', line: 'a', amount: 1_000n }])
  const twice = new Map([
    ['i', ['a']],
    ['j', ['a']],
  ])
  expect(takesOf(offers, twice, mapOf(a)).map(({ amount }) => amount)).toEqual([1_000n, 0n])
})

test('the request names each line once, with one invoice or several, and the type and rate that it lacks', () => {
  const a = line('a', '30.00', { voucher_category_code: '16', face_tax_rate: '3%' })
  const b = line('b', '10.00')
  const offers = [offer('i', '10.00', 'doubtful'), offer('j', '40.00', 'doubtful')]
  const ticks = new Map([
    ['i', ['a']],
    ['j', ['a', 'b']],
  ])
  const lines = mapOf(a, b)
  expect(itemsOf(offers, takesOf(offers, ticks, lines), lines, new Map())).toEqual([
    {
      line_code: 'a',
      check_invoice_code: null,
      invoices: [{ code: 'i' }, { code: 'j' }],
      voucher_category: '6',
      face_tax_rate: '3%',
      version: 3,
    },
    { line_code: 'b', check_invoice_code: 'j', voucher_category: '6', face_tax_rate: '6%', version: 3 },
  ])
})

test('a line keeps its voucher type if an invoice goes with it; an unknown type of invoice asks', () => {
  const { invoice } = offer('i', '10.00', 'sure')
  expect(voucherFor(line('a', '1.00', { voucher_category_code: '1' }), invoice, new Map([['a', '2']]))).toBe(
    '1',
  )
  const untyped = line('a', '1.00', { voucher_category_code: null })
  expect(voucherFor(untyped, invoice, new Map())).toBe('6')
  const ticket = { ...invoice, invoice_type: '99', invoice_type_i18n: '其他发票' }
  expect(voucherFor(untyped, ticket, new Map())).toBeNull()
  expect(voucherFor(untyped, ticket, new Map([['a', '9']]))).toBe('9')
})
