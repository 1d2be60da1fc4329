import { fenOf, short } from '@pianzhang/contract/money'
import type { Figure } from '../figures/figures.ts'
import { ACCENT } from './colors.ts'
import { CHARACTER, cut, widthOf } from './text.ts'

export const ROW = 32
const PADDING = 4
/** Room at the end of the longest bar for its value. */
const VALUE_WIDTH = 80
/** Pixels between a name and its bar. */
const GAP = 10
/** The largest share of the panel's width that names may take. */
const MOST_FOR_NAMES = 0.45

/** Characters of a line: a row has room for two lines. */
const WRAP = 9
/** No line begins with one of these. */
const CLOSING = /^[)）\]】》」』”’，。、；：！？.,;:!?]$/

/** A name in at most two lines: 某某影视器材租赁有 / 限公司. A longer name ends in an ellipsis; the tooltip has the whole name. */
export function wrapped(name: string): string[] {
  const letters = [...name]
  const end = CLOSING.test(letters[WRAP] ?? '') ? WRAP + 1 : WRAP
  const rest = letters.slice(end)
  if (rest.length === 0) return [name]
  const second = rest.length > WRAP ? `${rest.slice(0, WRAP - 1).join('')}…` : rest.join('')
  return [letters.slice(0, end).join(''), second]
}

export interface BarShape {
  lines: string[]
  /** The row's upper edge. */
  top: number
  /** Where the bar begins, at zero, and ends. */
  from: number
  to: number
  color: string
  /** Below zero: red, and to the left. */
  minus: boolean
  value: string
}

interface BarShapes {
  /** Where the line of zero stands, and how long it is. */
  zero: number
  height: number
  bars: BarShape[]
}

/** Names at the panel's edge, the value at the end of its bar, no axis of values. In pixels, so an amount may become a float here; texts use the amount. */
export function barShapes(rows: readonly Figure[], width: number): BarShapes {
  const texts = rows.map(({ name }) => wrapped(name))
  const names = Math.ceil(
    Math.min(width * MOST_FOR_NAMES, Math.max(...texts.flat().map(widthOf), CHARACTER) + 2 * GAP),
  )
  const amounts = rows.map(({ amount }) => Number(fenOf(amount)))
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const room = Math.max(0, width - names - VALUE_WIDTH)
  const at = (amount: number): number => names + (room * (amount - least)) / (most - least || 1)
  return {
    zero: at(0),
    height: rows.length * ROW,
    bars: rows.map(({ amount, color = ACCENT }, index) => ({
      lines: (texts[index] ?? []).map((line) => cut(line, names - GAP)),
      top: PADDING + index * ROW,
      from: at(0),
      to: at(amounts[index] ?? 0),
      color,
      minus: (amounts[index] ?? 0) < 0,
      value: short(amount),
    })),
  }
}

export const barHeight = (count: number): number => count * ROW + 2 * PADDING
