import { type Fen, readFen } from '../amounts.ts'
import { isDay } from '../days.ts'
import { NO_FIELDS, type OriginalFields, type OriginalItem } from '../fields.ts'
import { typeOfForm } from '../titles.ts'
import { AIR, RAIL } from '../types.ts'
import {
  findLabels,
  type Label,
  type Line,
  linesOf,
  type Piece,
  type Prefix,
  region,
  SAME_LINE,
  type Sides,
  withoutLabel,
  withoutSideTitles,
  wordsOf,
} from './form.ts'
import { rowsOf } from './form-items.ts'

/** A title in half-width characters without spaces, and what makes another title of it (原发票号码 of a red invoice, 项目名称 of a table). */
interface Title {
  words: RegExp
  prefix?: Prefix
}
const NUMBER: Title = { words: /发票号码:?/, prefix: /(?:[票字原冲]|正数|数电)$/ }
const CODE: Title = { words: /发票代码:?/, prefix: /(?:正数|原)$/ }
const DATE: Title = { words: /(?:开票|填开)日期:?/ }
const CHECK: Title = { words: /校验码:?/ }
const NAME: Title = { words: /名称:/, prefix: /[目务物]$/ }
const TAX_NO: Title = { words: /(?:统一社会信用代码(?:\/纳税人识别号)?|纳税人识别号):?/ }
const TOTAL: Title = { words: /\(小写\)/ }
const SUMS: Title = { words: /合计/, prefix: /税$/ }
const BUYER: Title = { words: /购买方名称:/ }
/** A railway ticket has one amount: the fare, or what was kept of a returned one. */
const FARES: readonly Title[] = [{ words: /退票费:/ }, { words: /票价:/ }]
const AIR_TAX: Title = { words: /增值税税额/ }
const AIR_SELLER: Title = { words: /填开单位:/ }
/** A value ends where any of these labels begins. */
const ANY_LABEL =
  /发票代码|发票号码|(?:开票|填开)日期|校验码|机器编号|名称:|统一社会信用代码|纳税人识别号|地址、?电话|开户行|购买方信息|销售方信息|\(小写\)|填开单位/

const AMOUNT = /^[+-]?¥?-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{2}$/
const INVOICE_NUMBER = /^(\d{20}|\d{8})(?!\d)/
const TAX_NUMBER = /^[0-9A-Z]{15,20}$/i
const MAX_NAME = 200
/** How far above and below its label the lines of a wrapped name may be, in points. */
const MAX_REACH = 14

/** How far below its title the value of a column may be, in points. */
const BELOW = 30

/** What the form of one page says. */
export interface FormReading {
  /** `items` only if they add up to the net amount: a line read wrongly would be worse than none. */
  fields: OriginalFields
  /** The lines of its table, added up or not: an invoice of several pages has the sum on the last. */
  rows: OriginalItem[]
}

/** The page of one invoice, as pieces of text. */
interface Page {
  pieces: readonly Piece[]
  lines: readonly Line[]
  titles: Sides['titles']
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
    ...(type === RAIL ? railOf(page) : type === AIR ? airOf(page) : invoiceOf(page, width)),
  }
  return { fields: { ...fields, items: addedUp([rows], fields.amount_without_tax) }, rows }
}

/** How far from a form's number its title, code and day stand, in points. */
const HEAD = 45

/** The forms of a page from top to bottom: two invoices are often printed on one sheet. */
export function readForms(pieces: readonly Piece[], width: number): FormReading[] {
  const lines = linesOf(pieces)
  const heads = headsOf(lines)
  if (heads.length < 2) return [readForm(pieces, width)]
  // Forms side by side: which figures belong to which number is not known.
  if (heads.some(({ top }, index) => index > 0 && top - heads[index - 1]!.top < 2 * HEAD))
    return heads.map(({ number }) => ({ fields: { ...NO_FIELDS, invoice_number: number }, rows: [] }))
  return heads.map(({ top }, index) => {
    const begin = index === 0 ? Number.NEGATIVE_INFINITY : top
    const end = heads[index + 1]?.top ?? Number.POSITIVE_INFINITY
    return readForm(
      pieces.filter(({ middle }) => middle >= begin && middle < end),
      width,
    )
  })
}

/** The different numbers of a page that have a title or a day beside them, and where their forms begin. */
function headsOf(lines: readonly Line[]): { number: string; top: number }[] {
  const page = { pieces: lines.flatMap(({ pieces }) => pieces), lines, titles: [] }
  const heads: { number: string; top: number }[] = []
  for (const label of labelsOf(page, NUMBER)) {
    const number = INVOICE_NUMBER.exec(textOf(valueLines(page, label)))?.[0]
    if (number === undefined || heads.some((head) => head.number === number)) continue
    const near = lines.filter(({ middle }) => Math.abs(middle - label.line.middle) <= HEAD)
    const head = near.filter(
      (line) =>
        typeOfForm([line.text]) !== '' || [CODE, DATE].some((title) => labelsOf({ lines: [line] }, title)[0]),
    )
    if (head.length === 0) continue
    const above = Math.min(label.line.middle, ...head.map(({ middle }) => middle))
    heads.push({ number, top: above - label.line.size })
  }
  return heads
}

/** The first of these lists of lines whose amounts add up to `net`; none if no list does. */
export function addedUp(lists: readonly OriginalItem[][], net: Fen | null): OriginalItem[] {
  const isSum = (rows: readonly OriginalItem[]) =>
    rows.every(({ amount }) => amount !== null) &&
    rows.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) === net
  return lists.find((rows) => rows.length > 0 && isSum(rows)) ?? []
}

type Figures = Partial<OriginalFields>

function invoiceOf(page: Page, width: number): Figures {
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

/** A railway ticket names no seller, and neither net amount nor tax. */
const railOf = (page: Page): Figures => ({
  ...ticketBuyer(page),
  total_amount: FARES.map((title) => amountBeside(page, title)).find((fen) => fen !== null) ?? null,
})

/** The fares of an air ticket stand below their titles; 合计 also has what is not taxed, so that net amount and tax do not add up to it. */
const airOf = (page: Page): Figures => ({
  ...ticketBuyer(page),
  seller_name: textBeside(page, AIR_SELLER),
  tax_amount: amountBelow(page, AIR_TAX),
  total_amount: amountBelow(page, SUMS) ?? amountBeside(page, SUMS),
})

const ticketBuyer = (page: Page): Figures => ({
  buyer_name: textBeside(page, BUYER),
  buyer_tax_no: digits(page, TAX_NO, TAX_NUMBER).toUpperCase(),
})

const labelsOf = ({ lines }: Pick<Page, 'lines'>, { words, prefix }: Title) =>
  findLabels(lines, words, prefix)

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
function digits(page: Page, title: Title, form: RegExp): string {
  for (const found of labelsOf(page, title)) {
    const value = form.exec(textOf(valueLines(page, found)))?.[0]
    if (value) return value
  }
  return ''
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

function amountOf(text: string): Fen | null {
  return AMOUNT.test(text) ? readFen(text) : null
}

/** Words right of a label, the sign of the currency joined to its amount; tickets of planes write CNY. */
function amountWords(lines: readonly Line[]): string[] {
  return lines
    .flatMap(wordsOf)
    .map(({ text }) => text)
    .join(' ')
    .replace(/¥ +/g, '¥')
    .replace(/\bCNY */g, '')
    .split(' ')
}

const firstAmount = (lines: readonly Line[]): Fen | null =>
  amountWords(lines)
    .map(amountOf)
    .find((fen) => fen !== null) ?? null

/** The first amount right of a title. */
function amountBeside(page: Page, title: Title): Fen | null {
  for (const label of labelsOf(page, title)) {
    const found = firstAmount(valueLines(page, label))
    if (found !== null) return found
  }
  return null
}

/** The first amount below a column's title. */
function amountBelow(page: Page, title: Title): Fen | null {
  for (const { line, start, end } of labelsOf(page, title)) {
    const next = line.pieces.find(({ left }) => left >= end)
    const right = next ? next.left - 5 : Number.POSITIVE_INFINITY
    const middle = line.middle + line.size * 0.6 + BELOW / 2
    const found = firstAmount(region(page.pieces, { left: start - 15, right, middle, reach: BELOW / 2 }))
    if (found !== null) return found
  }
  return null
}

/** The text right of a title, up to the next one; '' if it is longer than a name. */
function textBeside(page: Page, title: Title): string {
  const [label] = labelsOf(page, title)
  const text = label ? rawOf(valueLines(page, label)) : ''
  return text.length <= MAX_NAME ? text : ''
}

/** The words of a value as they are drawn. */
const rawOf = (lines: readonly Line[]) =>
  lines
    .flatMap(wordsOf)
    .map(({ raw }) => raw)
    .join('')
    .replace(/^[:：]/, '')

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
