import type { Draft, DraftLine } from './draft.ts'
import { contentOfLine } from './draftBody.ts'

/**
 * Gives each line of `latest` the code of the line of `base` that it was, for records whose lines have no codes of their own. Lines of the same content in
 * the same order are the same; lines between them are paired by their places; what is left is new.
 */
export function withSameLines(base: Draft, latest: Draft): Draft {
  const content = (one: DraftLine) => contentOfLine({ ...one, code: null })
  const pairs = commonOf(base.lines.map(content), latest.lines.map(content))
  const codes = new Map<number, string | null>()
  let [before, there] = [0, 0]
  for (const [at, to] of [...pairs, [base.lines.length, latest.lines.length] as const]) {
    for (; before < at && there < to; before++, there++) codes.set(there, base.lines[before]?.code ?? null)
    if (at < base.lines.length) codes.set(to, base.lines[at]?.code ?? null)
    ;[before, there] = [at + 1, to + 1]
  }
  return {
    ...latest,
    lines: latest.lines.map((one, at) => ({ ...one, code: codes.get(at) ?? `new ${one.key}` })),
  }
}

/** The places of a longest common subsequence. What both begin or end with is taken first, so that long payments compare only what differs. */
function commonOf(a: readonly string[], b: readonly string[]): [number, number][] {
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  let end = 0
  while (end < a.length - from && end < b.length - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [rows, columns] = [a.length - from - end, b.length - from - end]
  const longest = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      (longest[row] as Uint16Array)[column] =
        a[from + row] === b[from + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const middle: [number, number][] = []
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (a[from + row] === b[from + column]) middle.push([from + row++, from + column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return [
    ...Array.from({ length: from }, (_, place): [number, number] => [place, place]),
    ...middle,
    ...Array.from({ length: end }, (_, place): [number, number] => [
      a.length - end + place,
      b.length - end + place,
    ]),
  ]
}
