import type { ReactNode } from 'react'
import styles from './detail.module.css'

interface SectionProps {
  title: ReactNode
  /** How many there are, after the title. */
  number?: string
  /** What they come to, at the end of the line. */
  total?: ReactNode
  children: ReactNode
}

/** A section of the payee's drawer. */
export function Section({ title, number, total, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        {title}
        {number && <small className="num">{number}</small>}
        {total && <span className={styles.total}>{total}</span>}
      </h3>
      {children}
    </section>
  )
}

interface RowsProps {
  titles: readonly string[]
  /** Titles of the columns after them, which are aligned to the right. */
  amounts?: readonly string[]
  children: ReactNode
}

/** The table of a section, with these rows. */
export function Rows({ titles, amounts = [], children }: RowsProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title}>{title}</th>
            ))}
            {amounts.map((title) => (
              <th key={title} className={styles.right}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
