import type { Fen } from '../amounts.ts'
import { isDay } from '../days.ts'
import { NO_FIELDS, type OriginalFields, type OriginalItem } from '../fields.ts'
import { typeOfForm } from '../titles.ts'
import { type Label, linesOf, type Piece, SAME_LINE, withoutSideTitles } from './form.ts'
import { rowsOf } from './form-items.ts'
import {
  amountBeside,
  amountOf,
  amountWords,
  digits,
  labelsOf,
  MAX_NAME,
  type Page,
  rawOf,
  SUMS,
  TAX_NO,
  TAX_NUMBER,
  type Title,
  TOTAL,
  textOf,
  valueLines,
} from './form-values.ts'
import { ticketOf } from './tickets.ts'

export const NUMBER: Title = { words: /发票号码:?/, prefix: /(?:[票字原冲红]|正数|负数|数电)$/ }
export const CODE: Title = { words: /发票代码:?/, prefix: /(?:正数|原)$/ }
export const DATE: Title = { words: /(?:开票|填开)日期:?/ }
const CHECK: Title = { words: /校验码:?/ }
const NAME: Title = { words: /名称:/, prefix: /[目务物]$/ }
export const INVOICE_NUMBER = /^(\d{20}|\d{8})(?!\d)/
/** How far above and below its label the lines of a wrapped name may be, in points. */
const MAX_REACH = 14

/** What the form of one page says. */
export interface FormReading {
  /** `items` only if they add up to the net amount: a line read wrongly would be worse than none. */
  fields: OriginalFields
  /** The lines of its table, added up or not: an invoice of several pages has the sum on the last. */
  rows: OriginalItem[]
}

/**
 * The fields of an invoice's form, from its pieces of text and their positions (`width`: of the page in points). A field stays empty if it is
 * not found or its value does not have the right form.
 */
export function readForm(pieces: readonly Piece[], width: number): FormReading {
  const { rest, titles } = withoutSideTitles(pieces)
  const page: Page = { pieces: rest, lines: linesOf(rest), titles }
  const type = typeOfForm(page.lines.map(({ text }) => text))
  const rows = rowsOf(page.lines)
  const fields = {
    ...NO_FIELDS,
    invoice_type: type,
    invoice_number: digits(page, NUMBER, INVOICE_NUMBER),
    invoice_code: digits(page, CODE, /^(\d{12}|\d{10})(?!\d)/),
    billing_date: readDay(page),
    check_code: digits(page, CHECK, /^\d{20}(?!\d)/),
    ...(ticketOf(page, type) ?? invoiceOf(page, width)),
  }
  return { fields: { ...fields, items: addedUp([rows], fields.amount_without_tax) }, rows }
}

/** The first of these lists of lines whose amounts add up to `net`; none if no list does. */
export function addedUp(lists: readonly OriginalItem[][], net: Fen | null): OriginalItem[] {
  const isSum = (rows: readonly OriginalItem[]) =>
    rows.every(({ amount }) => amount !== null) &&
    rows.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) === net
  return lists.find((rows) => rows.length > 0 && isSum(rows)) ?? []
}

function invoiceOf(page: Page, width: number): Partial<OriginalFields> {
  const [seller, buyer] = [partyOf(page, width, 'seller'), partyOf(page, width, 'buyer')]
  return {
    seller_name: seller.name,
    seller_tax_no: seller.taxNo,
    buyer_name: buyer.name,
    buyer_tax_no: buyer.taxNo,
    ...readSums(page),
    total_amount: amountBeside(page, TOTAL),
  }
}

function readDay(page: Page): string | null {
  for (const label of labelsOf(page, DATE)) {
    const text = textOf(valueLines(page, label))
    const [, year = '', month = '', day = ''] = /^(\d{4})[年./-](\d{1,2})[月./-](\d{1,2})日?/.exec(text) ?? []
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(date)) return date
  }
  return null
}

/** 合计: the net amount and the tax below their columns; `***` stands for no tax. */
function readSums(page: Page): Pick<OriginalFields, 'amount_without_tax' | 'tax_amount'> {
  for (const label of labelsOf(page, SUMS)) {
    const words = amountWords(valueLines(page, label))
    const [net, tax] = words.map(amountOf).filter((fen) => fen !== null)
    if (net === undefined) continue
    const exempt = words.some((word) => /^¥?\*+$/.test(word))
    return { amount_without_tax: net, tax_amount: tax ?? (exempt ? 0n : null) }
  }
  return { amount_without_tax: null, tax_amount: null }
}

/**
 * The parties stand side by side, the buyer left (fully digital invoices), or the buyer above the seller (older ones). If the page has only one
 * name, nobody can tell whose it is.
 */
function partyOf(page: Page, width: number, party: 'buyer' | 'seller'): { name: string; taxNo: string } {
  const [first, second] = labelsOf(page, NAME)
  if (!first || !second) return { name: '', taxNo: '' }
  const beside = first.line === second.line
  const label = party === 'buyer' ? first : second
  const block = { left: label.start - 5, right: beside && party === 'buyer' ? second.start - 5 : width }
  const taxLabel = labelsOf(page, TAX_NO).find(
    ({ start, line }) =>
      start >= block.left &&
      start < block.right &&
      line.middle > label.line.middle &&
      line.middle - label.line.middle < 40,
  )
  const reach = taxLabel
    ? Math.min((taxLabel.line.middle - label.line.middle) / 2, MAX_REACH)
    : label.line.size * SAME_LINE
  const right = Math.min(block.right, sideTitleRightOf(page, label))
  const name = rawOf(valueLines(page, label, right, reach))
  const taxNo = taxLabel ? textOf(valueLines(page, taxLabel, right)) : ''
  return {
    name: name.length <= MAX_NAME ? name : '',
    taxNo: TAX_NUMBER.exec(taxNo)?.[0].toUpperCase() ?? '',
  }
}

/** The left edge of the next block: of its side title, which stands right of the label at about the same height. */
function sideTitleRightOf({ titles }: Page, { line, end }: Label): number {
  const beside = titles.filter(
    ({ left, top, bottom }) => left > end && top - 20 < line.middle && bottom + 20 > line.middle,
  )
  return Math.min(Number.POSITIVE_INFINITY, ...beside.map(({ left }) => left))
}
