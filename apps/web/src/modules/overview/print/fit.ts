import { formatYuan } from '@pianzhang/contract/money'
import { NO_BUDGET } from '@pianzhang/contract/overview'
import {
  type Amounts,
  type CompareRest,
  type Comparison,
  usedShare,
} from '../../../ui/chart/compare/comparison.ts'

/** A table of the page: its rows, one row for all rows left out, and the total of both. */
export interface Listed {
  rows: readonly Comparison[]
  rest: CompareRest | null
  total: Amounts
}
/** The tables of the page; `stacked`: investors and contracts below each other, not beside. */
export interface Sheet {
  subjects: Listed
  investors: Listed
  contracts: Listed
  stacked: boolean
}
/** Cuts a list to at most `most` rows and sums up the others in `rest`. */
export type Cut = (most: number) => Listed

/** Maximum rows of the subjects, and of each of the two other lists. */
const SUBJECTS = 27
const OTHERS = 8

// Millimetres, as in print.module.css: A4 without its margins, what is above the subjects, and the foot.
const WIDTH = 186
const HALF = 91.5
const ROOM = 267 - 54 - 12
const HEAD_LINE = 5.2
const CAPTION = 7
/** Padding and border of a cell, left and right. */
const SIDES = 2.7
/** Font size (`em`), height of a row, height that a second line adds, least widths of the columns. */
const FULL = { em: 2.65, row: 4.6, second: 3.4, amount: 32, share: 17 }
const BESIDE = { em: 2.47, row: 4.4, second: 3.1, amount: 0, share: 0 }
type Type = typeof FULL

/** Width in em below which a name is not readable beside its amounts. */
const LEAST = 9

/** Estimated width of a text in em, on the wide side since fonts differ: Chinese characters are square, most others narrower. */
const emsOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign >= '\u2000' || 'MWmw@%'.includes(sign) ? 1 : 0.7), 0)
const emsOfAmount = (text: string): number => text.length * 0.62

export const nameOf = ({ number, name }: Comparison): string => `${number ?? ''} ${name}`.trim()

/** Width in em that the amounts leave for a name in a table of this width. */
function nameRoom({ rows, rest, total }: Listed, width: number, { em, amount, share }: Type): number {
  const all = [...rows, ...(rest ? [rest] : []), total]
  const column = (least: number, text: (one: Amounts) => string) =>
    Math.max(least, ...all.map((one) => emsOfAmount(text(one)) * em + SIDES))
  const amounts =
    column(amount, ({ executed }) => formatYuan(executed)) +
    column(amount, ({ budget }) => formatYuan(budget))
  return (width - amounts - column(share, (one) => usedShare(one, NO_BUDGET)) - SIDES) / em
}

/** Height of a table in mm: caption, head, rows of one or two lines, rest and total. */
function heightOf(list: Listed, width: number, type: Type): number {
  const room = nameRoom(list, width, type)
  const long = list.rows.filter((row) => emsOf(nameOf(row)) > room).length
  const lines = list.rows.length + (list.rest ? 1 : 0) + 2
  return CAPTION + lines * type.row + long * type.second
}

/** Lines beyond the first that a name in the head of the page takes. */
const moreLines = (name: string): number => Math.max(0, Math.ceil(emsOf(name) / 40) - 1)

/** The largest tables, cut in proportion, that fit on one page with these names in its head; at least two subjects. */
export function fit(head: readonly string[], subjects: Cut, investors: Cut, contracts: Cut): Sheet {
  const room = ROOM - head.reduce((sum, name) => sum + moreLines(name) * HEAD_LINE, 0)
  for (let most = SUBJECTS; ; most -= 1) {
    const others = Math.ceil((most * OTHERS) / SUBJECTS)
    const sheet = { subjects: subjects(most), investors: investors(others), contracts: contracts(others) }
    const small = [sheet.investors, sheet.contracts]
    const stacked = small.some((list) => nameRoom(list, HALF, BESIDE) < LEAST)
    const heights = small.map((list) =>
      stacked ? heightOf(list, WIDTH, FULL) : heightOf(list, HALF, BESIDE),
    )
    const below = stacked ? heights.reduce((sum, height) => sum + height, 0) : Math.max(...heights)
    if (most === 2 || heightOf(sheet.subjects, WIDTH, FULL) + below <= room) return { ...sheet, stacked }
  }
}
