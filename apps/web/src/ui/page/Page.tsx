import type { ReactNode } from 'react'
import styles from './Page.module.css'
import { PAGE_PANEL, tabId } from './PageTabs.tsx'

interface HeadProps {
  title: ReactNode
  /** The page's tabs. */
  tabs?: ReactNode
  /** Beside the title: a quota, a link. */
  aside?: ReactNode
  /** At the right, the primary one last. */
  actions?: ReactNode
}

/** The header above a page's content: title and actions. Stays visible while the content scrolls. */
export function PageHead({ title, tabs, aside, actions }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {tabs}
      {aside}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/**
 * The content under the head. `fill`: it does not scroll itself but gives its children the height that is left (a table whose body
 * scrolls), from 992 px on; below, the document scrolls.
 */
export const PageBody = ({
  fill,
  tab,
  children,
}: {
  fill?: boolean
  /** It is what this one of the page's tabs shows. */
  tab?: string
  children: ReactNode
}) => (
  <div
    className={`${styles.body} ${fill ? styles.fill : ''}`}
    {...(tab && { role: 'tabpanel', id: PAGE_PANEL, 'aria-labelledby': tabId(tab) })}
  >
    {children}
  </div>
)
