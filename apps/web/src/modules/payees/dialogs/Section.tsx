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
