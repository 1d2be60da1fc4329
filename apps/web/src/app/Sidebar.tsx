import { Link, useLocation } from '@tanstack/react-router'
import { isCompanyPath, MENU, type MenuPage, mayOpen } from './menu.ts'
import styles from './Sidebar.module.css'
import { useProfile } from './session.ts'

/** Neighbours of one group together, in the order of the menu; a page without a group stands alone between hairlines. */
function grouped(pages: MenuPage[]): { group: string | null; pages: MenuPage[] }[] {
  const groups: { group: string | null; pages: MenuPage[] }[] = []
  for (const page of pages) {
    const last = groups.at(-1)
    if (last && page.group !== null && last.group === page.group) last.pages.push(page)
    else groups.push({ group: page.group, pages: [page] })
  }
  return groups
}

export function Sidebar({ onChosen }: { onChosen?: () => void }) {
  const profile = useProfile()
  const { pathname } = useLocation()
  const section = isCompanyPath(pathname) ? 'company' : 'project'
  const pages = MENU.filter((page) => page.section === section && !page.unlisted && mayOpen(profile, page))

  return (
    <nav className={styles.nav} aria-label="菜单">
      {grouped(pages).map(({ group, pages: items }) => (
        <section
          key={items[0]?.path}
          className={group === null ? styles.alone : styles.group}
          aria-label={group ?? undefined}
        >
          {group !== null && <h2 className={styles.caption}>{group}</h2>}
          <ul>
            {items.map((page) => (
              <li key={page.path}>
                <Link
                  to={page.path}
                  className={styles.item}
                  activeProps={{ className: styles.active }}
                  onClick={onChosen}
                >
                  {page.text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
