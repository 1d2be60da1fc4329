import type { ReactNode } from 'react'
import styles from './Panel.module.css'

interface Props {
  title: string
  /** Names it, where the title alone does not. */
  label?: string
  /** Beside the title. */
  head?: ReactNode
  children: ReactNode
}

/** A part of the page of a record, framed under its title. */
export const Panel = ({ title, label = title, head, children }: Props) => (
  <section className={styles.panel} aria-label={label}>
    <header className={styles.head}>
      <h2>{title}</h2>
      {head}
    </header>
    {children}
  </section>
)
