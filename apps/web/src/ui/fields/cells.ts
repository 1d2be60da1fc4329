/**
 * Parses copied spreadsheet cells (TSV). A cell with a tab, line break or quote may be quoted, with its quotes doubled; quotes
 * around plain text are content, as Excel copies `5"` and `"甲方"` bare. Rows get equal lengths; empty cells at the end are cut.
 */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const { cell, end } = quoted(text, at) ?? bare(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] === '\t') continue
    rows.push(row)
    row = []
    if (text[end] === '\r' && text[at] === '\n') at++
  }
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  const width = Math.max(0, ...rows.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1))
  return rows.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''))
}

const END = /[\t\r\n]|$/g

function bare(text: string, at: number): { cell: string; end: number } {
  END.lastIndex = at
  const end = END.exec(text)?.index ?? text.length
  return { cell: text.slice(at, end), end }
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y

function quoted(text: string, at: number): { cell: string; end: number } | undefined {
  QUOTED.lastIndex = at
  const inside = QUOTED.exec(text)?.[1]
  if (inside === undefined || !/[\t\r\n"]/.test(inside)) return undefined
  return { cell: inside.replaceAll('""', '"').replace(/\r\n?/g, '\n'), end: QUOTED.lastIndex }
}
