import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCompanyPath } from '../platform/address/search.ts'
import { pageAt } from '../platform/session/menu.ts'
import { useProfile } from '../platform/session/session.ts'
import { LateDrawer } from '../ui/code/LateDrawer.tsx'
import { NARROW, useMedia } from '../ui/page/useMedia.ts'
import { useBackClosesLayers, useLayer } from '../ui/popup/layers.ts'
import { Footer } from './Footer.tsx'
import styles from './Layout.module.css'
import { Navbar } from './Navbar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { Strips } from './Strips.tsx'
import { useChanges } from './useChanges.ts'

/** The frame around every page: bar, sidebar (a drawer below 992 px), strips, footer. */
export function Layout() {
  const { pathname } = useLocation()
  const profile = useProfile()
  const narrow = useMedia(NARROW)
  const [open, setOpen] = useState(false)
  const inProject = !isCompanyPath(pathname)
  useBackClosesLayers()
  useLayer(() => setOpen(false), narrow && open)
  useTitle(pathname, profile.current_project?.name)
  useChanges(profile.code, profile.current_project?.code)

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        跳到主要内容
      </a>
      <Navbar narrow={narrow} menuOpen={open} onMenu={() => setOpen(!open)} />
      {narrow ? (
        <LateDrawer
          open={open}
          onClose={() => setOpen(false)}
          placement="left"
          size={260}
          title="菜单"
          styles={{ body: { padding: 0 } }}
        >
          <Sidebar onChosen={() => setOpen(false)} />
        </LateDrawer>
      ) : (
        <aside className={styles.side}>
          <Sidebar />
        </aside>
      )}
      <div className={styles.column}>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Strips inProject={inProject} />
          <Outlet />
        </main>
        <Footer />
      </div>
    </div>
  )
}

/** `<页名> - <项目名> - 片账`, without the project on the company's pages. */
function useTitle(pathname: string, project: string | undefined): void {
  useEffect(() => {
    const page = pageAt(pathname)
    if (!page) return
    const name = page.title ?? page.text
    document.title = [name, page.section === 'project' ? project : undefined, '片账']
      .filter(Boolean)
      .join(' - ')
  }, [pathname, project])
}
