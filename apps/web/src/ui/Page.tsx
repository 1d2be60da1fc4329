import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface HeadProps {
  title: ReactNode
  /** Beside the title: a quota, a link. */
  aside?: ReactNode
  tabs?: { items: { key: string; label: ReactNode }[]; active: string; onChange: (key: string) => void }
  /** At the right, the primary one last. */
  actions?: ReactNode
}

/** The line above a page's content: what it is, its tabs, what can be done. Stays in sight while the content scrolls. */
export function PageHead({ title, aside, tabs, actions }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {aside}
      {tabs && (
        <Tabs className={styles.tabs} items={tabs.items} activeKey={tabs.active} onChange={tabs.onChange} />
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/**
 * The content under the head. `fill`: it does not scroll itself but gives its children the height that is left (a table whose body
 * scrolls), from 992 px on; below, the document scrolls.
 */
export function PageBody({
  fill,
  className,
  children,
}: {
  fill?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={[styles.body, fill ? styles.fill : '', className ?? ''].join(' ').trim()}>{children}</div>
  )
}
