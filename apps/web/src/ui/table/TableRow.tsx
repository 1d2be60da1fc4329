import type { CSSProperties, ReactNode } from 'react'
import { Tick } from '../fields/Tick.tsx'
import type { DataColumn } from './column.ts'
import styles from './DataTable.module.css'
import { cellClass } from './TableHead.tsx'

interface Props<R> {
  row: R
  /** Written as `data-row-key`: `neighbour.ts` finds rows by it to move the focus when one is removed. */
  rowKey: string
  /** `aria-rowindex`, where not all rows are drawn. */
  rowIndex: number | undefined
  columns: readonly DataColumn<R>[]
  /** `frozenStyles` of the columns. */
  frozen: Readonly<Record<string, CSSProperties>>
  label: string
  /** Undefined: no row can be selected. */
  selected: boolean | undefined
  disabled: boolean
  /** `range`: Shift was held, which selects all rows from the previously clicked one to this one. */
  onSelect: (selected: boolean, range: boolean) => void
  /** Whether a form beside the table edits this row. */
  current: boolean
  /** Before the first cell's content: indent of the row in its tree, and the button that shows its children. */
  before: ReactNode
}

export function TableRow<R>(props: Props<R>) {
  const { row, rowKey, rowIndex, columns, frozen, label, selected, disabled, onSelect, current, before } =
    props
  return (
    <tr data-row-key={rowKey} aria-rowindex={rowIndex} data-highlighted={selected || current || undefined}>
      {selected !== undefined && (
        <td className={`${styles.tickCell} ${styles.fixStart}`}>
          <Tick
            aria-label={`选择${label}`}
            checked={selected}
            disabled={disabled}
            onChange={(event) =>
              onSelect(event.target.checked, (event.nativeEvent as Partial<MouseEvent>).shiftKey === true)
            }
          />
        </td>
      )}
      {columns.map((column, index) => {
        const cell = { className: cellClass(column), style: frozen[column.key] }
        // The first column tells which row it is.
        return index === 0 ? (
          <th key={column.key} scope="row" {...cell}>
            {before}
            {column.render(row)}
          </th>
        ) : (
          <td key={column.key} {...cell}>
            {column.render(row)}
          </td>
        )
      })}
    </tr>
  )
}
