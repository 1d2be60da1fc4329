import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type TagKind = 'red' | 'amber' | 'green' | 'tint' | 'grey'

interface Props {
  /** Without it black on grey. */
  kind?: TagKind | undefined
  title?: string
  className?: string | undefined
  children: ReactNode
}

/** A word or two about a record, on a colour: its state, a warning. */
export const Tag = ({ kind, title, className = '', children }: Props) => (
  <span className={`num ${styles.tag} ${kind ? styles[kind] : ''} ${className}`} title={title}>
    {children}
  </span>
)
