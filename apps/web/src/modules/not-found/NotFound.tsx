import { useEffect } from 'react'
import { Logo } from '../../ui/icon.tsx'
import styles from './not-found.module.css'

/** /404. Open without a login, so it is drawn without the shell. */
export function NotFound() {
  useEffect(() => {
    document.title = '页面不存在 - 片账'
  }, [])
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>页面不存在</h1>
      <p>请检查网址是否正确</p>
      <a href="/">返回首页</a>
    </main>
  )
}
