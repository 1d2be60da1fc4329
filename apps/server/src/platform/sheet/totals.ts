import type { CellValue, OutColumn, SheetCell } from '@pianzhang/xlsx'

/** A column of an export. */
export interface SummableColumn extends OutColumn {
  /** The last row has the sum of its fen. */
  summed?: boolean
}

/** The first cell of an export's last row: 合计, or 应付合计 where a sum of all would add up money of two directions. */
const MARK = '合计'
const MARKS = /^(应付|应收)?合计$/

/**
 * The rows, followed by a row with the sums of the `summed` columns, or with `groupOf` by one for each group. Without rows or such columns there
 * are no sums.
 */
export async function* withTotals(
  columns: readonly SummableColumn[],
  batches: AsyncIterable<CellValue[][]>,
  groupOf: (row: readonly CellValue[]) => string = () => '',
): AsyncGenerator<CellValue[][]> {
  const summed = columns.flatMap((column, index) => (column.summed ? [index] : []))
  const totals = new Map<string, bigint[]>()
  for await (const rows of batches) {
    for (const row of rows) {
      const group = groupOf(row)
      const total = totals.get(group) ?? summed.map(() => 0n)
      totals.set(group, total)
      for (const [at, index] of summed.entries()) {
        const value = row[index]
        if (typeof value === 'bigint') total[at] = (total[at] ?? 0n) + value
      }
    }
    yield rows
  }
  if (totals.size === 0 || summed.length === 0) return
  yield [...totals].map(([group, sums]) => {
    const row: CellValue[] = columns.map(() => null)
    row[0] = totals.size > 1 ? group + MARK : MARK
    for (const [at, index] of summed.entries()) row[index] = sums[at]
    return row
  })
}

/** An export writes amounts of more than 15 digits as text. */
const isAmount = ({ kind, text }: SheetCell) => kind === 'number' || /^-?\d+\.\d\d$/.test(text)

/**
 * Whether `withTotals` wrote a row of a file: its mark is in the first column, and there are only amounts besides. A row that a person typed has
 * at least one more text or day. `mustBeEmpty`: whether an import reads the column and an export does not sum it.
 */
export const isTotals = (
  cells: readonly (SheetCell | undefined)[],
  mustBeEmpty: (column: number) => boolean,
): boolean =>
  MARKS.test(cells[0]?.text ?? '') &&
  cells.every((cell, column) => column === 0 || !cell || (isAmount(cell) && !mustBeEmpty(column)))
