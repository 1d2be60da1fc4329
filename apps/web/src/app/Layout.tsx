import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCompanyPath } from '../platform/address/search.ts'
import { useOnline } from '../platform/api/connection.ts'
import { pageAt } from '../platform/session/menu.ts'
import { useProfile, useReadOnly } from '../platform/session/session.ts'
import { Button } from '../ui/Button.tsx'
import { useCodeRetry } from '../ui/code/code.ts'
import { LateDrawer } from '../ui/code/LateDrawer.tsx'
import { loadMissingParts, useMissingPart } from '../ui/code/missingParts.ts'
import { IconOffline } from '../ui/icons.tsx'
import { NARROW, useMedia } from '../ui/page/useMedia.ts'
import { useBackClosesLayers, useLayer } from '../ui/popup/layers.ts'
import { Footer } from './Footer.tsx'
import styles from './Layout.module.css'
import { Navbar } from './Navbar.tsx'
import { Sidebar } from './Sidebar.tsx'
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

function Strips({ inProject }: { inProject: boolean }) {
  const online = useOnline()
  const readOnly = useReadOnly()
  return (
    <>
      {!online && (
        <div className={`${styles.strip} ${styles.offline}`} role="status">
          <IconOffline size={14} />
          网络已断开，恢复后会自动重连。
        </div>
      )}
      <MissingStrip />
      {inProject && readOnly && (
        <div className={`${styles.strip} ${styles.readOnly}`} role="status">
          {readOnly === 'archived' ? '项目已归档，仅可查看和导出。' : '项目已到期，仅可查看和导出。'}
        </div>
      )}
    </>
  )
}

/** Warns that the code of some button or field is gone from the server: only reloading the page helps. */
function MissingStrip() {
  const missing = useMissingPart()
  useCodeRetry(missing, loadMissingParts)
  if (!missing?.gone) return null
  return (
    <div className={`${styles.strip} ${styles.missing}`} role="alert">
      {missing.message}
      <Button size="small" onClick={() => location.reload()}>
        刷新页面
      </Button>
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
