import { barWidth } from '../states/Loading.tsx'
import styles from './DataTable.module.css'

interface Column {
  key: string
  width?: number
  align?: 'right'
}

/** Grey bars in place of the columns, under the real head; shown after a delay. */
export function TableSkeleton({
  rows,
  columns,
  rest,
  checkbox,
}: {
  rows: number
  columns: readonly Column[]
  rest: number
  /** Whether a column of checkboxes comes first. */
  checkbox: boolean
}) {
  const template = [
    ...(checkbox ? ['40px'] : []),
    ...columns.map(({ width }) => (width ? `${width}px` : `minmax(${rest}px, 1fr)`)),
  ].join(' ')
  return (
    <div className={styles.bones} role="status" aria-label="加载中…">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={row} style={{ gridTemplateColumns: template }}>
          {checkbox && <span />}
          {columns.map(({ key, align }, column) => (
            <span key={key} className={align === 'right' ? styles.boneRight : undefined}>
              <i style={{ width: barWidth(row, column) }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
