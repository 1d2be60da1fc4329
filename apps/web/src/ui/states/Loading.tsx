import styles from './Loading.module.css'

const WIDTHS = [92, 68, 80, 56, 88, 72, 64, 84]

/** Width of a grey bar: uneven like words, the same on every draw. */
export const barWidth = (row: number, column = 0): string => `${WIDTHS[(row * 3 + column) % WIDTHS.length]}%`

const range = (count: number): number[] => [...Array(count).keys()]

/** Rows of 10 px bars in the range of the columns, under the real head. `columns` are their flex shares. */
export function RowSkeleton({
  rows = 8,
  columns = [1, 1, 1],
}: {
  rows?: number
  columns?: readonly number[]
}) {
  return (
    <div className={styles.late} role="status" aria-label="加载中…">
      {range(rows).map((row) => (
        <div key={row} className={styles.row}>
          {range(columns.length).map((column) => (
            <span key={column} className={styles.cell} style={{ flex: columns[column] }}>
              <i className={styles.bar} style={{ width: barWidth(row, column) }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Placeholder for a few lines of text in a panel, drawer or card. */
export function TextSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.late} role="status" aria-label="加载中…">
      {range(lines).map((line) => (
        <i key={line} className={`${styles.bar} ${styles.line}`} style={{ width: barWidth(line) }} />
      ))}
    </div>
  )
}

/** Placeholder for a page whose code is loading. */
export function PageSkeleton() {
  return (
    <div className={styles.late} role="status" aria-label="加载中…">
      <div className={styles.head}>
        <i className={styles.bar} style={{ width: 96 }} />
      </div>
      <div className={styles.page}>
        <RowSkeleton rows={10} columns={[2, 2, 2, 3, 2, 5]} />
      </div>
    </div>
  )
}
