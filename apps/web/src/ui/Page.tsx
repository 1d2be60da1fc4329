import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface HeadProps {
  title: ReactNode
  /** Beside the title: a quota, a link. */
  aside?: ReactNode
  /** At the right, the primary one last. */
  actions?: ReactNode
}

/** The line above a page's content: what it is, what can be done. Stays in sight while the content scrolls. */
export function PageHead({ title, aside, actions }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {aside}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/**
 * The content under the head. `fill`: it does not scroll itself but gives its children the height that is left (a table whose body
 * scrolls), from 992 px on; below, the document scrolls.
 */
export const PageBody = ({ fill, children }: { fill?: boolean; children: ReactNode }) => (
  <div className={`${styles.body} ${fill ? styles.fill : ''}`}>{children}</div>
)
