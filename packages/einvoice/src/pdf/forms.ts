import { NO_FIELDS } from '../fields.ts'
import { typeOfForm } from '../titles.ts'
import { type Line, linesOf, type Piece } from './form.ts'
import { CODE, DATE, type FormReading, INVOICE_NUMBER, NUMBER, readForm } from './form-fields.ts'
import { labelsOf, textOf, valueLines } from './form-values.ts'

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
