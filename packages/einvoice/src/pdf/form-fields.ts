import { type Fen, readFen } from '../amounts.ts'
import { isDay } from '../days.ts'
import { NO_FIELDS, type OriginalFields } from '../fields.ts'
import { typeOfForm } from '../titles.ts'
import {
  findLabels,
  type Label,
  type Line,
  linesOf,
  type Piece,
  region,
  SAME_LINE,
  type Sides,
  withoutLabel,
  withoutSideTitles,
  wordsOf,
} from './form.ts'
import { itemsOf } from './form-items.ts'

/** Labels in half-width characters without spaces. A table's 项目名称 and a red invoice's 原发票号码 must not match. */
const NUMBER = /(?<![票字原]|正数)发票号码:?/
const CODE = /(?<!正数|原)发票代码:?/
const DATE = /开票日期:?/
const CHECK = /校验码:?/
const NAME = /(?<![目务物])名称:/
const TAX_NO = /(?:统一社会信用代码\/)?纳税人识别号:?/
const TOTAL = /\(小写\)/
const SUMS = /(?<!税)合计/
/** A value ends where any of these labels begins. */
const ANY_LABEL =
  /发票代码|发票号码|开票日期|校验码|机器编号|名称:|统一社会信用代码|纳税人识别号|地址、?电话|开户行|购买方信息|销售方信息|\(小写\)/

const AMOUNT = /^[+-]?¥?-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{2}$/
/** How far above and below its label the lines of a wrapped name may be, in points. */
const MAX_REACH = 14

/** The page of one invoice, as pieces of text. */
interface Page {
  pieces: Piece[]
  lines: Line[]
  titles: Sides['titles']
}

/**
 * The fields of an invoice's form, from its pieces of text and their positions (`width`: of the page in points). A field stays empty if it is
 * not found or its value does not have the right form.
 */
export function readForm(pieces: readonly Piece[], width: number): OriginalFields {
  const { rest, titles } = withoutSideTitles(pieces)
  const page: Page = { pieces: rest, lines: linesOf(rest), titles }
  const [seller, buyer] = [partyOf(page, width, 'seller'), partyOf(page, width, 'buyer')]
  const sums = readSums(page)
  return {
    ...NO_FIELDS,
    invoice_type: typeOfForm(page.lines.map(({ text }) => text)),
    invoice_number: digits(page, NUMBER, /^(\d{20}|\d{8})(?!\d)/),
    invoice_code: digits(page, CODE, /^(\d{12}|\d{10})(?!\d)/),
    billing_date: readDay(page),
    check_code: digits(page, CHECK, /^\d{20}(?!\d)/),
    seller_name: seller.name,
    seller_tax_no: seller.taxNo,
    buyer_name: buyer.name,
    buyer_tax_no: buyer.taxNo,
    ...sums,
    total_amount: readTotal(page),
    items: itemsOf(page.lines, sums.amount_without_tax),
  }
}

/** The words right of a label, up to the next label or `bound`. */
function valueLines(
  page: Page,
  label: Label,
  bound = Number.POSITIVE_INFINITY,
  reach = label.line.size * SAME_LINE,
) {
  const { line, end } = label
  const next = findLabels([line], ANY_LABEL).find(({ start }) => start >= end - 1)
  const right = Math.min(bound, next?.start ?? Number.POSITIVE_INFINITY)
  // Values begin up to two points before their label ends.
  const left = end - line.size * 0.45
  return region(withoutLabel(page.pieces, label), { left, right, middle: line.middle, reach })
}

/** The words of a value without spaces; a colon drawn apart from its label may be among them. */
const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .join('')
    .replace(/^:/, '')

/** The first value right of a label that matches `form`; its digits may be drawn apart. */
function digits(page: Page, label: RegExp, form: RegExp): string {
  for (const found of findLabels(page.lines, label)) {
    const value = form.exec(textOf(valueLines(page, found)))?.[0]
    if (value) return value
  }
  return ''
}

function readDay(page: Page): string | null {
  for (const label of findLabels(page.lines, DATE)) {
    const text = textOf(valueLines(page, label))
    const [, year = '', month = '', day = ''] = /^(\d{4})[年./-](\d{1,2})[月./-](\d{1,2})日?/.exec(text) ?? []
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(date)) return date
  }
  return null
}

function amountOf(text: string): Fen | null {
  return AMOUNT.test(text) ? readFen(text) : null
}

/** Words right of a label, the sign of the currency joined to its amount. */
function amountWords(lines: readonly Line[]): string[] {
  return lines
    .flatMap(wordsOf)
    .map(({ text }) => text)
    .join(' ')
    .replace(/¥ +/g, '¥')
    .split(' ')
}

function readTotal(page: Page): Fen | null {
  for (const label of findLabels(page.lines, TOTAL)) {
    const found = amountWords(valueLines(page, label))
      .map(amountOf)
      .find((fen) => fen !== null)
    if (found !== undefined) return found
  }
  return null
}

/** 合计: the net amount and the tax below their columns; `***` stands for no tax. */
function readSums(page: Page): Pick<OriginalFields, 'amount_without_tax' | 'tax_amount'> {
  for (const label of findLabels(page.lines, SUMS)) {
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
  const [first, second] = findLabels(page.lines, NAME)
  if (!first || !second) return { name: '', taxNo: '' }
  const beside = first.line === second.line
  const label = party === 'buyer' ? first : second
  const block = { left: label.start - 5, right: beside && party === 'buyer' ? second.start - 5 : width }
  const taxLabel = findLabels(page.lines, TAX_NO).find(
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
  const name = valueLines(page, label, right, reach)
    .map((line) =>
      wordsOf(line)
        .map(({ raw }) => raw)
        .join(''),
    )
    .join('')
    .replace(/^[:：]/, '')
  const taxNo = taxLabel ? textOf(valueLines(page, taxLabel, right)) : ''
  return {
    name: name.length <= 200 ? name : '',
    taxNo: /^[0-9A-Z]{15,20}$/i.exec(taxNo)?.[0].toUpperCase() ?? '',
  }
}

/** The left edge of the next block: of its side title, which stands right of the label at about the same height. */
function sideTitleRightOf({ titles }: Page, { line, end }: Label): number {
  const beside = titles.filter(
    ({ left, top, bottom }) => left > end && top - 20 < line.middle && bottom + 20 > line.middle,
  )
  return Math.min(Number.POSITIVE_INFINITY, ...beside.map(({ left }) => left))
}
