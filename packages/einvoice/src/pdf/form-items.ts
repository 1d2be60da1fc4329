import { divideRounded, readFraction } from '@pianzhang/decimal'
import { readFen } from '../amounts.ts'
import type { OriginalItem } from '../fields.ts'
import { findLabels, type Line, type Piece, wordsOf } from './form.ts'

type Column = 'quantity' | 'unit_price' | 'amount' | 'tax_rate' | 'tax_amount'

const NAME_COLUMN = /项目名称|货物或应税劳务、?服务名称|货物\(劳务\)名称/
/** The list behind an invoice (清单) numbers its lines. */
const INDEX_COLUMN = /序号/
const SPEC_COLUMN = /规格型号/
/** Numbers end where their column's title ends; a rate stands in the middle below it. */
const COLUMNS: readonly (readonly [Column, RegExp])[] = [
  ['quantity', /数量/],
  ['unit_price', /单价/],
  ['amount', /金额/],
  ['tax_rate', /税率(?:\/征收率)?/],
  ['tax_amount', /税额/],
]
/** How far from its column's title a number may stand, in points. */
const REACH = 16
const AFTER = /^(?:小计|合计|总计|价税合计)/
const NUMBER = /^-?[\d,]+(?:\.\d+)?$/
const RATE = /^(?:\d{1,2}(?:\.\d+)?%|免税|不征税|\*+)$/

interface Table {
  header: Line
  /** Where the names of goods begin and end. */
  nameBegins: number
  nameEnds: number
  titles: Map<Column, { right: number; center: number }>
}

/** The lines of the table on one page, whether or not they add up. */
export function rowsOf(lines: readonly Line[]): OriginalItem[] {
  const table = findTable(lines)
  if (!table) return []
  const below = lines.filter(({ middle }) => middle > table.header.middle)
  const end = below.findIndex(({ text }) => AFTER.test(text))
  const items: OriginalItem[] = []
  for (const line of below.slice(0, Math.max(end, 0))) addLine(items, table, line)
  return items.map(withoutWrongPrice)
}

function findTable(lines: readonly Line[]): Table | null {
  for (const header of lines) {
    const name = findLabels([header], NAME_COLUMN)[0]
    const index = findLabels([header], INDEX_COLUMN)[0]
    const spec = findLabels([header], SPEC_COLUMN)[0]
    const titles: Table['titles'] = new Map()
    for (const [column, title] of COLUMNS) {
      const found = findLabels([header], title)[0]
      if (found) titles.set(column, { right: found.end, center: (found.start + found.end) / 2 })
    }
    if (name && spec && titles.has('amount') && titles.has('tax_amount'))
      return {
        header,
        nameBegins: index ? index.end : Number.NEGATIVE_INFINITY,
        nameEnds: (name.end + spec.start) / 2,
        titles,
      }
  }
  return null
}

/** A line with an amount begins an item; one without continues the texts of the item above it. */
function addLine(items: OriginalItem[], table: Table, line: Line): void {
  const cells: Partial<Record<Column | 'name', string>> = {}
  for (const word of wordsOf(line)) {
    const column = columnOf(word, table)
    if (column) cells[column] = (cells[column] ?? '') + (column === 'name' ? word.raw : word.text)
  }
  const last = items.at(-1)
  if (cells.amount !== undefined)
    items.push({
      name: cells.name ?? '',
      quantity: plain(cells.quantity),
      unit_price: plain(cells.unit_price),
      amount: readFen(cells.amount),
      tax_rate: cells.tax_rate ?? '',
      tax_amount: /^\*+$/.test(cells.tax_amount ?? '') ? 0n : readFen(cells.tax_amount ?? ''),
    })
  else if (last) {
    last.name += cells.name ?? ''
    last.quantity += plain(cells.quantity)
    last.unit_price += plain(cells.unit_price)
  }
}

const plain = (text = '') => text.replaceAll(',', '')

function columnOf(word: Piece, { nameBegins, nameEnds, titles }: Table): Column | 'name' | null {
  const rate = titles.get('tax_rate')
  if (rate && RATE.test(word.text) && Math.abs((word.left + word.right) / 2 - rate.center) <= REACH)
    return 'tax_rate'
  if (NUMBER.test(word.text) || /^\*+$/.test(word.text)) {
    const near = [...titles]
      .filter(([column]) => column !== 'tax_rate')
      .map(([column, { right }]) => ({ column, distance: Math.abs(word.right - right) }))
      .toSorted((a, b) => a.distance - b.distance)[0]
    if (near && near.distance <= REACH) return near.column
  }
  return word.right > nameBegins && word.left < nameEnds ? 'name' : null
}

/** Leaves quantity and price out where their product is not the amount: one of them was read wrongly. */
function withoutWrongPrice(item: OriginalItem): OriginalItem {
  const quantity = readFraction(item.quantity)
  const price = readFraction(item.unit_price)
  if (!quantity || !price || item.amount === null) return { ...item, quantity: '', unit_price: '' }
  const product = divideRounded(
    quantity.numerator * price.numerator * 100n,
    quantity.denominator * price.denominator,
  )
  const difference = product - item.amount
  // The form rounds prices, so the product of many pieces may be some fen off.
  return difference >= -10n && difference <= 10n ? item : { ...item, quantity: '', unit_price: '' }
}
