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
 * The content under the head. `fill`: instead of scrolling, gives its children the remaining height (a table whose body
 * scrolls), from 992 px on; below, the document scrolls.
 */
export const PageBody = ({
  fill,
  label,
  tab,
  children,
}: {
  fill?: boolean
  /** Of a page that is only read: Tab stops at the content, so that the arrow keys scroll it. */
  label?: string
  /** The tab whose panel this is. */
  tab?: string
  children: ReactNode
}) => (
  <div
    className={`${styles.body} ${fill ? styles.fill : ''}`}
    {...(label && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    {...(tab && { role: 'tabpanel', id: PAGE_PANEL, 'aria-labelledby': tabId(tab) })}
  >
    {children}
  </div>
)
