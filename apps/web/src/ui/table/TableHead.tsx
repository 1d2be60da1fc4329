import type { CSSProperties } from 'react'
import { Tick } from '../fields/Tick.tsx'
import type { DataColumn, Order } from './column.ts'
import styles from './DataTable.module.css'

const NEXT: Record<string, Order> = { none: 'asc', asc: 'desc', desc: undefined }
const SPOKEN = { asc: 'ascending', desc: 'descending' } as const

interface Props<R> {
  /** `aria-rowindex`, where not all rows are drawn. */
  rowIndex: number | undefined
  columns: readonly DataColumn<R>[]
  /** `frozenStyles` of the columns. */
  frozen: Readonly<Record<string, CSSProperties>>
  sorted: { column: string; order: Order } | undefined
  onSort: ((column: string, order: Order) => void) | undefined
  /** How many rows of the page are selected; undefined: rows cannot be selected. */
  selected: 'all' | 'some' | 'none' | undefined
  disabled: boolean
  onSelectAll: (selected: boolean) => void
}

export function TableHead<R>({
  rowIndex,
  columns,
  frozen,
  sorted,
  onSort,
  selected,
  disabled,
  onSelectAll,
}: Props<R>) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {selected && (
          <th className={`${styles.tickCell} ${styles.fixStart}`}>
            <Tick
              aria-label="选择本页全部"
              checked={selected === 'all'}
              indeterminate={selected === 'some'}
              disabled={disabled}
              onChange={(event) => onSelectAll(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => {
          const order = sorted?.column === column.key ? sorted.order : undefined
          return (
            <th
              key={column.key}
              scope="col"
              className={cellClass(column)}
              style={frozen[column.key]}
              aria-sort={order && SPOKEN[order]}
            >
              {column.sortable ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort?.(column.key, NEXT[order ?? 'none'])}
                >
                  {column.title}
                  <svg viewBox="0 0 10 16" width="11" height="17.6" aria-hidden="true" data-order={order}>
                    <path d="M5 2 9 7H1Z" />
                    <path d="m5 14 4-5H1Z" />
                  </svg>
                </button>
              ) : (
                column.title
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

export const cellClass = ({ align, fixed }: { align?: 'right'; fixed?: 'start' | 'end' }): string =>
  [
    align === 'right' ? styles.right : fixed ? '' : 'ellipsis',
    fixed === 'start' ? styles.fixStart : fixed === 'end' ? styles.fixEnd : '',
  ]
    .filter(Boolean)
    .join(' ')
