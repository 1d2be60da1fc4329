import { plainTitle } from '@pianzhang/contract/sheet-titles'
import type { SheetCell, SheetRow } from '../sheet/read.ts'
import type { CellValue, ColumnKind, OutColumn } from '../sheet/write.ts'

/** A column that an import reads, and that template, export and rows with mistakes write. */
export interface SheetColumn {
  title: string
  required?: boolean
  /** In characters, a Chinese one counting two. */
  width: number
  /** In the template's sample row. */
  sample: string
  /** A closed list: the template offers it in each cell. */
  options?: readonly string[]
}

/** A ledger's columns by key, in the order of the spreadsheet. */
export type SheetColumns<K extends string> = Readonly<Record<K, SheetColumn>>

/** `Object.keys` with the keys' type. */
export const keysOf = <K extends string>(columns: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(columns) as K[]

/** Where each column stands in a file; those that it does not have are absent. */
export type Layout<K extends string> = ReadonlyMap<K, number>

export const cellAt = <K extends string>(row: SheetRow, layout: Layout<K>, key: K): SheetCell | undefined =>
  row.cells[layout.get(key) ?? -1]

/** Reads row 1. Returns what is wrong, in words. */
export function readHeader<K extends string>(
  columns: SheetColumns<K>,
  row: SheetRow | undefined,
): { layout: Layout<K>; problems: string[] } {
  const layout = new Map<K, number>()
  const problems: string[] = []
  const keys = keysOf(columns)
  for (const [index, cell] of (row?.line === 1 ? row.cells : []).entries()) {
    const title = plainTitle(cell?.text ?? '')
    const key = keys.find((known) => columns[known].title === title)
    if (key === undefined) continue
    if (layout.has(key)) problems.push(`表头“${columns[key].title}”重复`)
    else layout.set(key, index)
  }
  const lacking = keys.filter((key) => columns[key].required && !layout.has(key))
  if (lacking.length > 0) problems.push(`缺少列：${lacking.map((key) => columns[key].title).join('、')}`)
  return { layout, problems }
}

/** A column that only an export has. */
export interface ExportColumn<Row> {
  title: string
  /** Text where it is not said. */
  kind?: ColumnKind
  /** As wide as its title where it is not said. */
  width?: number
  value(row: Row): CellValue
}

/** How a column of the import is written by the export, and which columns stand behind it there. */
export interface Exported<Row> {
  kind?: ColumnKind
  value(row: Row): CellValue
  behind?: readonly ExportColumn<Row>[]
}

/** The columns of an export: those of the import, so that what was exported can be imported again, and more. */
export function exportColumns<Row>(columns: Readonly<Record<string, SheetColumn & Exported<Row>>>): {
  columns: OutColumn[]
  cells(row: Row): CellValue[]
} {
  const all: ExportColumn<Row>[] = Object.values(columns).flatMap((column) => [
    column,
    ...(column.behind ?? []),
  ])
  return {
    columns: all.map(({ title, kind = 'text', width }) => ({ title, kind, width })),
    cells: (row) => all.map((column) => column.value(row)),
  }
}
