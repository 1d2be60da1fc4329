import type { ImportError, ImportResult, TemplateAnswer } from '@pianzhang/contract/imports'
import { columnLetters } from '../paste/sheetFile.ts'
import { type Layout, type PasteColumn, readTitles } from '../paste/titles.ts'

/** Cells that were pasted instead of a file, and which column of the template each is read as. */
export interface PastedCells {
  cells: readonly (readonly string[])[]
  /** The template's columns, in its order. */
  columns: TemplateAnswer['columns']
  titled: boolean
  layout: Layout
}

/** The words of people's own tables: 日期 for 付款时间, 金额 for 收款金额, 科目 for 科目编号. */
const inShort = (title: string): string[] => {
  if (title.endsWith('时间')) return ['日期', title.replace(/时间$/, '日期'), '时间']
  if (title.endsWith('金额')) return ['金额']
  return title.endsWith('编号') ? [title.replace(/编号$/, '')] : []
}

const pasteColumns = (columns: PastedCells['columns']): PasteColumn[] =>
  columns.map(({ title, also }) => ({ value: title, titles: [title, ...also, ...inShort(title)] }))

/** The columns by the titles in the first row; without titles those of the template in its order. */
export function layOut(cells: PastedCells['cells'], columns: PastedCells['columns']): PastedCells {
  const found = readTitles(cells[0], pasteColumns(columns))
  return { cells, columns, titled: found !== undefined, layout: found ?? inOrder(cells, columns) }
}

const inOrder = (cells: PastedCells['cells'], columns: PastedCells['columns']): Layout =>
  (cells[0] ?? []).map((_, at) => columns[at]?.title ?? null)

/** The rows below the titles. */
export const dataOf = ({ cells, titled }: PastedCells): PastedCells['cells'] =>
  titled ? cells.slice(1) : cells

/** The rows of the spreadsheet that is sent: the template's titles, then the pasted rows, each cell where it was. */
export const sheetRows = (pasted: PastedCells): (readonly string[])[] => [
  pasted.layout.map((title) => title ?? ''),
  ...dataOf(pasted),
]

const STAMP = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
/** The name of that spreadsheet, in the log of imports: 粘贴的表格 2026-11-21 183005.xlsx. */
export const pastedName = (now: Date): string => `粘贴的表格 ${STAMP.format(now).replaceAll(':', '')}.xlsx`

/** The row of the spreadsheet with this row of the data: the first has the titles. */
export const lineOf = (index: number): number => index + 2
export const addressOf = (index: number, at: number): string => `${columnLetters(at)}${lineOf(index)}`

type Verdict = Pick<ImportResult, 'error_items'>

/** What is wrong with a cell, by its address. */
export const faultsByCell = ({ error_items }: Verdict): ReadonlyMap<string, string> => {
  const faults = new Map<string, string>()
  for (const { cell, message } of error_items.flatMap(({ mistakes }) => mistakes))
    if (cell !== '') faults.set(cell, [faults.get(cell), message].filter(Boolean).join('；'))
  return faults
}

/** The mistakes that belong to no cell: of the titles, of a column that was not pasted, and of rows beyond the first 200 bad ones. */
export const withoutCell = ({ error_items }: Verdict): ImportError[] =>
  error_items.flatMap((item) => {
    const mistakes = item.mistakes.filter(({ cell }) => cell === '')
    return item.line === 0 || mistakes.length > 0 ? [{ ...item, mistakes }] : []
  })
