import type { ReactNode } from 'react'
import styles from './FieldHint.module.css'

interface Props {
  /** Quiet facts about the chosen value. */
  children?: ReactNode
  /** Amber sentences: worth a look, and never a reason not to save. */
  warnings?: readonly string[]
}

/** What one must know about the value of a field: below it, as `hint` of `Field` or `extra` of an item. */
export const FieldHint = ({ children, warnings = [] }: Props) => (
  <div className={styles.hint}>
    {children && <div>{children}</div>}
    {warnings.map((warning) => (
      <div key={warning} className={styles.warning}>
        {warning}
      </div>
    ))}
  </div>
)
