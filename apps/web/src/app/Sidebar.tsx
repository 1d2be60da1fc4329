import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { menuFor } from '../platform/session/menu.ts'
import { useProfile } from '../platform/session/session.ts'
import { later } from '../ui/code/later.tsx'
import { CARDS, useMedia } from '../ui/page/useMedia.ts'
import styles from './Sidebar.module.css'

const NOTHING = () => null
/** A number beside the entry of a page. */
const COUNTS: Readonly<Record<string, ComponentType>> = {
  '/approve': later(() => import('../modules/payment-requests/waiting/Waiting.tsx'), NOTHING),
  '/invoice/missing': later(() => import('../modules/missing-invoices/MenuCount.tsx'), NOTHING),
}

export function Sidebar({ onChosen }: { onChosen?: () => void }) {
  const profile = useProfile()
  const { pathname } = useLocation()
  const isNarrow = useMedia(CARDS)

  return (
    <nav className={styles.nav} aria-label="菜单">
      {menuFor(profile, pathname, isNarrow).map(({ group, pages: items }) => (
        <section
          key={items[0]?.path}
          className={group === null ? styles.alone : styles.group}
          aria-label={group ?? undefined}
        >
          {group !== null && <h2 className={styles.caption}>{group}</h2>}
          <ul>
            {items.map(({ path, text }) => {
              const Count = COUNTS[path]
              return (
                <li key={path}>
                  <Link
                    to={path}
                    className={styles.item}
                    activeProps={{ className: styles.active }}
                    onClick={onChosen}
                  >
                    {text}
                    {Count && <Count />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </nav>
  )
}
