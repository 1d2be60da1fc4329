import { halfWidth } from '@pianzhang/contract/decimal'
import { FACE_TAX_RATES } from '@pianzhang/contract/lists'
import { type Book, type Layout, LINE_COLUMNS, type LineColumn, readPasted, rowsWithText } from './paste.ts'

/**
 * Which column of a block without titles is what, by its content: the assignment of columns to fields with the fewest errors. Pure
 * functions. Errors are what the preview would mark, cells that nothing would take, and lines without subject or amount.
 */

/** A table of 1,000 rows is judged by some of them, spread over all. */
const MOST_ROWS = 200
/** Columns beyond are ignored. */
const MOST_COLUMNS = 60

/** Weights: one error outweighs all `unlikely` cells together, and one unlikely cell any distance of `place`. */
const ERROR = 1e9
const UNLIKELY = 1e4
/** More than any field is away from its usual place: among equals a column is taken rather than left. */
const NO_PLACE = 100

/** Every line needs them: without the column each line has an error. */
const REQUIRED: ReadonlySet<LineColumn> = new Set(['subject', 'pay_amount'])

/** A cell read as a field. `unlikely`: 0 looks like it, 1 may be, 2 does not; it decides between equal numbers of errors. */
interface Fit {
  error: boolean
  unlikely: 0 | 1 | 2
}

/** `from`: the field that the cursor is in, where a single column belongs if that field can take it. */
export function guessLayout(
  rows: readonly (readonly string[])[],
  book: Book,
  from: LineColumn = 'subject',
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
  // Nothing is known of a column without a text, nor lost with it.
  const judged = columns
    .map((texts, at) => ({ texts, at }))
    .filter(({ texts, at }) => at < MOST_COLUMNS && texts.some((text) => text !== ''))
  const found = cheapest(
    judged.map(({ texts, at }) => costsOf(texts, (field) => away(at, field), book)),
    LINE_COLUMNS.length,
  )
  const layout: (LineColumn | null)[] = columns.map(() => null)
  judged.forEach(({ at }, place) => {
    layout[at] = LINE_COLUMNS[found[place] ?? -1] ?? null
  })
  return layout
}

/** What it costs to read a column as each field, and last to ignore it. */
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
  /** The fields that read it without an error; not 备注, which takes every text. */
  tells: ReadonlySet<LineColumn>
}

function tellingOf(text: string, book: Book): Set<LineColumn> {
  const tells = LINE_COLUMNS.filter((column) => column !== 'remark' && !readPasted(column, text, book).error)
  const rate = halfWidth(text)
  // 100 or 2.5 without a percent sign is rather an amount.
  return new Set(
    tells.filter((column) => column !== 'face_tax_rate' || !isBare(rate) || COMMON.has(Number(rate))),
  )
}

const COMMON: ReadonlySet<number> = new Set(FACE_TAX_RATES.map((rate) => Number.parseFloat(rate)))
const isBare = (text: string) => /^[\d.]+$/.test(text)
/** A day belongs to the payment: no field of a line takes it. */
const DATE = /^\d{4}(-|\/|\.|年)\d{1,2}(-|\/|\.|月)\d{1,2}日?$/
/** A number or a code is unlikely to be a remark. */
const CODE = /^(?=.*\d)[!-~]+$/

/** 1, 1, 2, 3: a 付款序号 or the number of a row. */
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
      // 0.06 may be a rate, 24000101 a number of something.
      return { error, unlikely: error ? 2 : /[.,()¥]/.test(plain) && !isShare(plain) ? 0 : 1 }
    case 'face_tax_rate':
      return { error, unlikely: isShare(plain) ? 0 : error ? 2 : isBare(plain) ? 1 : 0 }
    case 'subject':
      // A name that is unknown may be one as well as a remark.
      return { error, unlikely: !error || book.upper.has(text) ? 0 : SUBJECT.test(plain) ? 1 : 2 }
    case 'contract':
      return { error, unlikely: !error || /^(?=.*[A-Za-z])(?=.*\d)[\w-]+$/.test(plain) ? 0 : 2 }
    case 'invoice':
      return { error, unlikely: !error || /^(\d{8}|\d{20})$/.test(plain) ? 0 : 2 }
    default:
      return { error, unlikely: error ? 2 : 0 }
  }
}

const SUBJECT = /^(\d{4,8}(?!\d)|\p{Script=Han})/u

/** 6% in a cell without a percent format. */
const isShare = (text: string) => /^0?\.\d{1,4}$/.test(text)

/**
 * The cheapest choice of a field, or none, for each column, no field twice. `costs`: for each column those of the fields, and last of
 * none. Answers each column's field; `fields` means none. Exact: what the columns so far cost is kept for every set of fields they took.
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
