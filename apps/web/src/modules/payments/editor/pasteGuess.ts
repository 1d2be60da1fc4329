import { halfWidth } from '@pianzhang/contract/decimal'
import { FACE_TAX_RATES, faceTaxRate } from '@pianzhang/contract/lists'
import { type Book, type Layout, LINE_COLUMNS, type LineColumn, readPasted, rowsWithText } from './paste.ts'

/**
 * Assigns the columns of a block without titles to fields, so that the fewest errors result. Pure functions.
 * Errors are cells that a field refuses, ignored cells with content, and lines without subject or amount.
 */

/** At most this many rows, evenly spread, are checked, to keep long tables fast. */
const MOST_ROWS = 200
/** Columns after this one are ignored. */
const MOST_COLUMNS = 60

/** Weights: one error outweighs all `unlikely` cells together, and one unlikely cell outweighs any distance. */
const ERROR = 1e9
const UNLIKELY = 1e4
/** Cost of ignoring a column: above any distance, so that on a tie the column is assigned. */
const NO_PLACE = 100

/** Required in every line: if no column provides one, each line counts as an error. */
const REQUIRED: ReadonlySet<LineColumn> = new Set(['subject_three_code', 'pay_amount'])

/** How well a cell fits a field. `unlikely` (0 likely, 1 possible, 2 unlikely) decides when error counts are equal. */
interface Fit {
  error: boolean
  unlikely: 0 | 1 | 2
}

/** `from`: the focused field. A single column is assigned to it if all its cells are valid there. */
export function guessLayout(
  rows: readonly (readonly string[])[],
  book: Book,
  from: LineColumn = 'subject_three_code',
): Layout {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const said = rowsWithText(rows)
  const every = Math.ceil(said.length / MOST_ROWS)
  const some = said.filter((_, at) => at % every === 0)
  const columns = Array.from({ length: width }, (_, at) => some.map((cells) => (cells[at] ?? '').trim()))
  if (width === 1 && columns[0]?.every((text) => !readPasted(from, text, book).error)) return [from]

  /** Distance of a column from a field's usual position: the order of the form, 备注 last. */
  const away = (at: number, field: number) =>
    width === 1
      ? Math.abs(LINE_COLUMNS.indexOf(from) - field)
      : LINE_COLUMNS[field] === 'remark'
        ? width - 1 - at
        : Math.abs(at - field)
  // Empty columns are skipped: they give no hint, and ignoring them loses nothing.
  const judged = columns
    .map((texts, at) => ({ texts, at }))
    .filter(({ texts, at }) => at < MOST_COLUMNS && texts.some((text) => text !== ''))
  const found = cheapest(
    judged.map(({ texts, at }) => costsOf(texts, (field) => away(at, field), book)),
    LINE_COLUMNS.length,
  )
  const layout: (LineColumn | null)[] = columns.map(() => null)
  judged.forEach(({ at }, index) => {
    layout[at] = LINE_COLUMNS[found[index] ?? -1] ?? null
  })
  return layout
}

/** Cost of assigning a column to each field; the last entry is the cost of ignoring it. */
function costsOf(texts: readonly string[], away: (field: number) => number, book: Book): number[] {
  const filled = texts.filter((text) => text !== '')
  const empty = texts.length - filled.length
  const running = isRunning(filled)
  const kinds = filled.map((text) => ({ text, tells: tellingOf(text, book) }))
  const sum = (fitOf: (kind: Kind) => Fit) =>
    kinds.reduce((cost, kind) => {
      const { error, unlikely } = fitOf(kind)
      return cost + (error ? ERROR : 0) + unlikely * UNLIKELY
    }, 0)
  const asField = LINE_COLUMNS.map((column, index) => {
    const missing = REQUIRED.has(column) ? (empty - texts.length) * ERROR : 0
    const cost = sum((kind) => {
      const fit = column === 'remark' ? remarkFit(kind, book) : fitOf(column, kind, book)
      return running ? { ...fit, unlikely: 2 } : fit
    })
    return cost + missing + away(index)
  })
  const ignored = sum(({ text }) => ({ error: !running && !DATE.test(text), unlikely: 1 }))
  return [...asField, ignored + NO_PLACE]
}

interface Kind {
  text: string
  /** Fields that accept the text without an error; 备注 is left out because it accepts nearly any text. */
  tells: ReadonlySet<LineColumn>
}

function tellingOf(text: string, book: Book): Set<LineColumn> {
  const tells = LINE_COLUMNS.filter((column) => column !== 'remark' && !readPasted(column, text, book).error)
  const rate = halfWidth(text)
  // A bare number that is no listed tax rate, such as 100 or 2.5, is more likely an amount.
  return new Set(
    tells.filter((column) => column !== 'face_tax_rate' || !isBare(rate) || COMMON.has(faceTaxRate(rate))),
  )
}

const COMMON: ReadonlySet<string | null> = new Set(FACE_TAX_RATES)
const isBare = (text: string) => /^[\d.]+$/.test(text)
/** Dates belong to the payment header, so ignoring one is no error and no line field fits it. */
const DATE = /^\d{4}(-|\/|\.|年)\d{1,2}(-|\/|\.|月)\d{1,2}日?$/
/** A number or a code is unlikely to be a remark. */
const CODE = /^(?=.*\d)[!-~]+$/

/** Numbers from 1 in steps of 0 or 1 (1, 1, 2, 3): a 付款序号 or a row number. */
const isRunning = (texts: readonly string[]): boolean =>
  texts[0] === '1' &&
  texts.every((text, at) => {
    const step = Number(text) - Number(texts[at - 1] ?? text)
    return /^\d+$/.test(text) && (step === 0 || step === 1)
  })

const remarkFit = ({ text, tells }: Kind, book: Book): Fit => {
  const code = CODE.test(halfWidth(text)) || DATE.test(text)
  const error = tells.size > 0 || code || readPasted('remark', text, book).error !== undefined
  return { error, unlikely: 1 }
}

function fitOf(column: LineColumn, { text, tells }: Kind, book: Book): Fit {
  const plain = halfWidth(text)
  const error = !tells.has(column)
  switch (column) {
    case 'pay_amount':
      // Without a separator or currency sign it may be a code (24000101); 0.06 may be a tax rate.
      return { error, unlikely: error ? 2 : /[.,()¥]/.test(plain) && !isShare(plain) ? 0 : 1 }
    case 'face_tax_rate':
      return { error, unlikely: isShare(plain) ? 0 : error ? 2 : isBare(plain) ? 1 : 0 }
    case 'subject_three_code':
      // Chinese text that names no known subject may be a misspelt subject or a remark.
      return { error, unlikely: !error || book.upper.has(text) ? 0 : SUBJECT.test(plain) ? 1 : 2 }
    case 'contract_code':
      return { error, unlikely: !error || /^(?=.*[A-Za-z])(?=.*\d)[\w-]+$/.test(plain) ? 0 : 2 }
    case 'invoices':
      return { error, unlikely: !error || NUMBERS.test(plain) ? 0 : 2 }
    default:
      return { error, unlikely: error ? 2 : 0 }
  }
}

/** Numbers of invoices, each maybe with an amount in brackets. */
const NUMBERS = /^(\d{8}|\d{20})(\([^()]*\))?([、;](\d{8}|\d{20})(\([^()]*\))?)*$/
const SUBJECT = /^(\d{4,8}(?!\d)|\p{Script=Han})/u

/** A fraction such as 0.06: a rate of 6% copied from a cell without a percent format. */
const isShare = (text: string) => /^0?\.\d{1,4}$/.test(text)

/**
 * Gives each column a field at the lowest total cost, no field twice; `fields` means none. `costs[column]`: a cost per field, then of none.
 * Exact: dynamic programming over the sets of fields that are already taken.
 */
export function cheapest(costs: readonly (readonly number[])[], fields: number): number[] {
  const sets = 2 ** fields
  let best = new Float64Array(sets).fill(Number.POSITIVE_INFINITY)
  best[0] = 0
  const choices = costs.map((column) => {
    const next = new Float64Array(sets).fill(Number.POSITIVE_INFINITY)
    const choice = new Int8Array(sets)
    for (let taken = 0; taken < sets; taken++) {
      const before = best[taken] ?? Number.POSITIVE_INFINITY
      if (before === Number.POSITIVE_INFINITY) continue
      for (let field = 0; field <= fields; field++) {
        const bit = field === fields ? 0 : 2 ** field
        if (taken & bit) continue
        const cost = before + (column[field] ?? Number.POSITIVE_INFINITY)
        if (cost < (next[taken | bit] ?? 0)) {
          next[taken | bit] = cost
          choice[taken | bit] = field
        }
      }
    }
    best = next
    return choice
  })
  let taken = best.indexOf(Math.min(...best))
  const found: number[] = []
  for (const choice of choices.toReversed()) {
    const field = choice[taken] ?? fields
    found.unshift(field)
    if (field !== fields) taken &= ~(2 ** field)
  }
  return found
}
