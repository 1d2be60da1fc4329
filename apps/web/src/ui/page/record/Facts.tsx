import type { CSSProperties, ReactNode } from 'react'
import styles from './Facts.module.css'

interface Props {
  /** `grid-template-columns`, three equal ones without it; on a phone there are two. */
  columns?: string
  className?: string | undefined
  /** `Fact`s. */
  children: ReactNode
}

/** A record's fields, read-only. */
export const Facts = ({ columns, className = '', children }: Props) => (
  <dl
    className={`${styles.facts} ${className}`}
    style={columns ? ({ '--columns': columns } as CSSProperties) : undefined}
  >
    {children}
  </dl>
)

/** A value under its name; an empty one is a dash. `wide`: over all columns. */
export const Fact = ({ name, value, wide }: { name: string; value: ReactNode; wide?: boolean }) => (
  <div className={wide ? styles.wide : undefined}>
    <dt>{name}</dt>
    <dd>{value || '-'}</dd>
  </div>
)
