import { serviceApi } from '@pianzhang/contract/api/sessions'
import type { Site } from '@pianzhang/contract/session'
import { type ReactNode, useEffect, useState } from 'react'
import { read } from '../../platform/api/api.ts'
import { Logo } from '../../ui/icon.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import styles from './login.module.css'

/** Frame of the pages for login and first password: the mark, a column for the form, the picture, and the notices the law asks for. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const [site, setSite] = useState<Site>()
  useEffect(() => {
    document.title = `${title} - 片账`
  }, [title])
  useEffect(() => {
    // Notices are optional: a failure to load them is ignored.
    read(serviceApi.site, { quiet: true }).then(setSite, () => {})
  }, [])

  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <main className={styles.main}>
          <p className={styles.brand}>
            <Logo size={32} />
            片账
          </p>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </main>
        <footer className={styles.footer}>{site && <Notices site={site} />}</footer>
      </div>
      <ContactSheet className={styles.picture} />
    </div>
  )
}

function Notices({ site }: { site: Site }) {
  return (
    <>
      <p className={styles.notices}>
        <span>
          © {new Date().getFullYear()} {site.company}
        </span>
        {site.icp && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
            {site.icp}
          </a>
        )}
        {site.police && (
          <a href="https://beian.mps.gov.cn/" target="_blank" rel="noreferrer">
            {site.police}
          </a>
        )}
      </p>
      <p className={styles.notices}>
        {site.hotline && (
          <span>
            客服热线 <span className="num">{site.hotline}</span>
          </span>
        )}
        <a href="/study">产品介绍</a>
      </p>
    </>
  )
}
