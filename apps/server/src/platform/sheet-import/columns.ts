import { inYuan } from '@pianzhang/contract/money'
import { plainTitle } from '@pianzhang/contract/sheet-titles'
import type { CellValue, ColumnKind, SheetCell, SheetRow } from '@pianzhang/xlsx'
import type { SummableColumn } from '../sheet/totals.ts'

/** A column that an import reads, and that template, export and failed rows write. */
export interface SheetColumn {
  title: string
  required?: boolean
  /** In characters; a Chinese character counts as two. */
  width: number
  /** The value in the template's sample row. */
  sample: string
  /** Other titles by which an import finds the column, such as a former one. */
  alsoCalled?: readonly string[]
  /** A closed list: a drop-down in the template. */
  options?: readonly string[]
  /** An export's last row has its sum. */
  summed?: boolean
}

/** A ledger's columns by key, in the order of the spreadsheet. */
export type SheetColumns<K extends string> = Readonly<Record<K, SheetColumn>>

/** `Object.keys` with the keys' type. */
export const keysOf = <K extends string>(columns: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(columns) as K[]

/** The column index of each key in a file; columns that the file lacks are absent. */
export type Layout<K extends string> = ReadonlyMap<K, number>

export const cellAt = <K extends string>(row: SheetRow, layout: Layout<K>, key: K): SheetCell | undefined =>
  row.cells[layout.get(key) ?? -1]

/** Reads a header, row 1. Returns the layout, the titles of columns that are not read, and, in Chinese, the problems. */
export function readHeader<K extends string>(
  columns: SheetColumns<K>,
  row: SheetRow | undefined,
): { layout: Layout<K>; unread: string[]; problems: string[] } {
  const layout = new Map<K, number>()
  const problems: string[] = []
  const unread: string[] = []
  const keys = keysOf(columns)
  const exported = new Set(
    keys.flatMap((key) => {
      const { behind = [] }: SheetColumn & Pick<Exported<never>, 'behind'> = columns[key]
      return behind.map(({ title }) => title)
    }),
  )
  for (const [index, cell] of (row?.cells ?? []).entries()) {
    const title = plainTitle(cell?.text ?? '')
    const key = keys.find(
      (known) => columns[known].title === title || columns[known].alsoCalled?.includes(title),
    )
    if (key === undefined) {
      if (title !== '' && !exported.has(title)) unread.push(title)
      continue
    }
    if (layout.has(key)) problems.push(`表头“${columns[key].title}”重复`)
    else layout.set(key, index)
  }
  const lacking = keys.filter((key) => columns[key].required && !layout.has(key))
  if (lacking.length > 0) problems.push(`缺少列：${lacking.map((key) => columns[key].title).join('、')}`)
  return { layout, unread, problems }
}

/** A column that only an export has. */
export interface ExportColumn<Row> {
  title: string
  /** By default `text`. */
  kind?: ColumnKind
  /** Its sum is in the last row. */
  summed?: boolean
  /** By default the title's width. */
  width?: number
  value(row: Row): CellValue
}

/** How the export writes a column of the import, and which export-only columns follow it. */
export interface Exported<Row> {
  kind?: ColumnKind
  value(row: Row): CellValue
  behind?: readonly ExportColumn<Row>[]
}

/**
 * The columns of an export: those of the import, if there is one, so that an export can be imported, and export-only ones. Amounts are titled
 * as on the page.
 */
export function exportColumns<Row>(
  columns: Readonly<Record<string, ExportColumn<Row> & Pick<Exported<Row>, 'behind'>>>,
): {
  columns: SummableColumn[]
  cells(row: Row): CellValue[]
} {
  const all: ExportColumn<Row>[] = Object.values(columns).flatMap((column) => [
    column,
    ...(column.behind ?? []),
  ])
  return {
    columns: all.map(({ title, kind = 'text', width, summed }) => ({
      title: kind === 'money' ? inYuan(title) : title,
      kind,
      width,
      summed,
    })),
    cells: (row) => all.map((column) => column.value(row)),
  }
}
