import type { ReactNode } from 'react'
import styles from './Stats.module.css'

/** Figures under their names, side by side. `className` sets `--figure` (size), `--figure-line` (its line) and where they stand. */
export const Stats = ({
  className = '',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) => <dl className={`${styles.stats} ${className}`}>{children}</dl>

interface StatProps {
  name: string
  /** Below the figure. */
  note?: ReactNode
  className?: string | undefined
  /** The figure: an amount or a number. */
  children: ReactNode
}

export const Stat = ({ name, note, className, children }: StatProps) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
    {note !== undefined && <dd className={styles.note}>{note}</dd>}
  </div>
)
