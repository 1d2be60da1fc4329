import type { CellValue, OutColumn, Outline, SheetCell } from '@pianzhang/xlsx'

/** A column of an export. */
export interface SummableColumn extends OutColumn {
  /** The last row has the sum of its fen. */
  summed?: boolean
}

/** The first cell of an export's last row: 合计, or 应付合计 where a sum of all would add up money of two directions. */
export const TOTAL_MARK = '合计'
const MARKS = /^(应付|应收)?合计$/
/** The first cell of a subject's head in an export by subject: `2400 设备器材租赁 小计`. */
const SUBTOTAL = /^\d{4}(\d{2})? .*小计$/

export const subtotalMark = (number: string, name: string): string => `${number} ${name} 小计`
/** The subject's number, if a row is a subtotal. */
export const subtotalOf = ([mark]: readonly CellValue[]): string | undefined =>
  typeof mark === 'string' && SUBTOTAL.test(mark) ? mark.slice(0, mark.indexOf(' ')) : undefined

/** Depth of the lines below the heads of level one and two. */
const LINE = 2
/** A row of no subject, such as the sum of all, has the depth of level one, so that it stays in sight where the subjects above it are folded. */
function depthOf(row: readonly CellValue[]): number {
  const number = subtotalOf(row)
  if (number !== undefined) return number.length === 4 ? 0 : 1
  return /^\d/.test(String(row[0] ?? '')) ? LINE : 0
}
/** How the rows of an export by subject are summed and fold: lines, whose first cell is the number of their subject, below the heads of `subtotalMark`. */
export const subjectOutline = {
  groupOf: (row: readonly CellValue[]): string | null => (subtotalOf(row) === undefined ? '' : null),
  outline: {
    depth: LINE,
    of: (row: readonly CellValue[]) => ({ depth: depthOf(row), head: depthOf(row) < LINE }),
  } satisfies Outline,
}

/**
 * The rows, followed by a row with the sums of the `summed` columns, or with `groupOf` by one for each group. Without rows or such columns there
 * are no sums. `groupOf` null: the row is a sum itself.
 */
export async function* withTotals(
  columns: readonly SummableColumn[],
  batches: AsyncIterable<CellValue[][]>,
  groupOf: (row: readonly CellValue[]) => string | null = () => '',
): AsyncGenerator<CellValue[][]> {
  const summed = columns.flatMap((column, index) => (column.summed ? [index] : []))
  const totals = new Map<string, bigint[]>()
  for await (const rows of batches) {
    for (const row of rows) {
      const group = groupOf(row)
      if (group === null) continue
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
    row[0] = totals.size > 1 ? group + TOTAL_MARK : TOTAL_MARK
    for (const [at, index] of summed.entries()) row[index] = sums[at]
    return row
  })
}

/** An export writes amounts of more than 15 digits as text. */
const isAmount = ({ kind, text }: SheetCell) => kind === 'number' || /^-?\d+\.\d\d$/.test(text)

/**
 * Whether a row of a file is a sum that an export wrote: its mark is in the file's first column, or in `first` where a person moved the columns,
 * and there are only amounts besides. A row that a person typed has at least one more text or day. `mustBeEmpty`: whether an import reads the
 * column and an export does not sum it.
 */
export const isTotals = (
  cells: readonly (SheetCell | undefined)[],
  mustBeEmpty: (column: number) => boolean,
  first = 0,
): boolean =>
  [0, first].some((at) => {
    const mark = cells[at]?.text.trim() ?? ''
    return (
      (MARKS.test(mark) || SUBTOTAL.test(mark)) &&
      cells.every((cell, column) => column === at || !cell || (isAmount(cell) && !mustBeEmpty(column)))
    )
  })
