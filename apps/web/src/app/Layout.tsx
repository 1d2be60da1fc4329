import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCompanyPath } from '../platform/address/search.ts'
import { reportFailure } from '../platform/api/api.ts'
import { connectionDoubtful } from '../platform/api/connection.ts'
import { listenToChanges } from '../platform/changes/changes.ts'
import { exceptOwn } from '../platform/changes/exceptOwn.ts'
import { noticesChanged } from '../platform/changes/notices.ts'
import { refresher } from '../platform/changes/refresh.ts'
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

/** Reloads what colleagues change in the open project, and tells the page when it may not be open any more. Each project has its own event stream. */
function useChanges(person: string, project: string | undefined): void {
  useEffect(() => {
    if (!project) return
    const left = new AbortController()
    const stop = listenToChanges(person, project, {
      onChange: exceptOwn(refresher(left.signal)),
      onRefused: reportFailure,
      onLost: () => void connectionDoubtful(),
      onNotices: noticesChanged,
    })
    return () => {
      left.abort()
      stop()
    }
  }, [person, project])
}

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
