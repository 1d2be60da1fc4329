import { Link, useLocation } from '@tanstack/react-router'
import { menuFor, useMenuPages } from '../platform/session/menu.ts'
import { useProfile } from '../platform/session/session.ts'
import { CARDS, useMedia } from '../ui/page/useMedia.ts'
import styles from './Sidebar.module.css'

export function Sidebar({ onChosen }: { onChosen?: () => void }) {
  const profile = useProfile()
  const pages = useMenuPages()
  const { pathname } = useLocation()
  const isNarrow = useMedia(CARDS)

  return (
    <nav className={styles.nav} aria-label="菜单">
      {menuFor(pages, profile, pathname, isNarrow).map(({ group, pages: items }) => (
        <section
          key={items[0]?.path}
          className={group === null ? styles.alone : styles.group}
          aria-label={group ?? undefined}
        >
          {group !== null && <h2 className={styles.caption}>{group}</h2>}
          <ul>
            {items.map(({ path, text, Count }) => (
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
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
