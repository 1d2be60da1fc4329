import { useSite } from '../platform/session/site.ts'
import styles from './Footer.module.css'

/** The page footer, one line. Its height is reserved while the data loads. */
export function Footer() {
  const site = useSite()
  return (
    <footer className={styles.footer}>
      {site && (
        <p className={styles.line}>
          <span>
            © {new Date().getFullYear()} {site.company}
          </span>
          {site.icp && (
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {site.icp}
            </a>
          )}
          {site.hotline && (
            <span>
              客服热线 <span className="num">{site.hotline}</span>
            </span>
          )}
        </p>
      )}
    </footer>
  )
}
