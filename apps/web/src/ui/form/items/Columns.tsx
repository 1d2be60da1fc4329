import type { ReactNode } from 'react'
import styles from './Columns.module.css'

/** The fields of a form beside each other, two in a row; on a phone one. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
)

/** A field over the whole row. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>
