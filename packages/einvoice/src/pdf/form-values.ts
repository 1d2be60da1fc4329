import { type Fen, readFen } from '../amounts.ts'
import {
  findLabels,
  type Label,
  type Line,
  type Piece,
  type Prefix,
  region,
  SAME_LINE,
  type Sides,
  withoutLabel,
  wordsOf,
} from './form.ts'

// The values beside and below the titles of a form.

/** A title in half-width characters without spaces, and what makes another title of it (原发票号码 of a red invoice, 项目名称 of a table). */
export interface Title {
  words: RegExp
  prefix?: Prefix
}
/** Titles that invoices, tickets and bills share. */
export const TAX_NO: Title = { words: /(?:统一社会信用代码(?:\/纳税人识别号)?|纳税人识别号):?/ }
export const TOTAL: Title = { words: /\(小写\)/ }
export const SUMS: Title = { words: /合计/, prefix: /税$/ }

/** A value ends where any of these labels begins. */
const ANY_LABEL =
  /发票代码|发票号码|(?:开票|填开)日期|校验码|机器编号|名称:|统一社会信用代码|纳税人识别号|地址、?电话|开户行|购买方信息|销售方信息|\(小写\)|填开单位|票据代码|票据号码|交款人|收款单位|复核人|收款人/

const AMOUNT = /^[+-]?¥?-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{2}$/
export const TAX_NUMBER = /^[0-9A-Z]{15,20}$/i
export const MAX_NAME = 200
/** How far below its title the value of a column may be, in points. */
const BELOW = 30

/** The page of one invoice, as pieces of text. */
export interface Page {
  pieces: readonly Piece[]
  lines: readonly Line[]
  titles: Sides['titles']
}

export const labelsOf = ({ lines }: Pick<Page, 'lines'>, { words, prefix }: Title) =>
  findLabels(lines, words, prefix)

/** The words right of a label, up to the next label or `bound`. */
export function valueLines(
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
export const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .join('')
    .replace(/^:/, '')

/** The first value right of a label that matches `form`; its digits may be drawn apart. */
export function digits(page: Page, title: Title, form: RegExp): string {
  for (const found of labelsOf(page, title)) {
    const value = form.exec(textOf(valueLines(page, found)))?.[0]
    if (value) return value
  }
  return ''
}

export function amountOf(text: string): Fen | null {
  return AMOUNT.test(text) ? readFen(text) : null
}

/** Words right of a label, the sign of the currency joined to its amount; tickets of planes write CNY. */
export function amountWords(lines: readonly Line[]): string[] {
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
export function amountBeside(page: Page, title: Title): Fen | null {
  for (const label of labelsOf(page, title)) {
    const found = firstAmount(valueLines(page, label))
    if (found !== null) return found
  }
  return null
}

/** The first amount below a column's title. */
export function amountBelow(page: Page, title: Title): Fen | null {
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
export function textBeside(page: Page, title: Title): string {
  const [label] = labelsOf(page, title)
  const text = label ? rawOf(valueLines(page, label)) : ''
  return text.length <= MAX_NAME ? text : ''
}

/** The words of a value as they are drawn. */
export const rawOf = (lines: readonly Line[]) =>
  lines
    .flatMap(wordsOf)
    .map(({ raw }) => raw)
    .join('')
    .replace(/^[:：]/, '')
