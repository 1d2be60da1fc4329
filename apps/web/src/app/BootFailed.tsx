import { useState } from 'react'
import styles from './BootFailed.module.css'

/** Shown when the app's code failed to load; plain HTML, because antd is missing too. */
export function BootFailed({ why, onRetry }: { why: string; onRetry: () => Promise<void> }) {
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  return (
    <main className={styles.page} role="alert">
      <h1>加载失败</h1>
      {why && <p>{why}</p>}
      <button type="button" disabled={retrying} onClick={() => void retry()}>
        {retrying ? '重试中…' : '重试'}
      </button>
    </main>
  )
}
