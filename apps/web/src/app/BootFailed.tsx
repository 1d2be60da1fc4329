import styles from './BootFailed.module.css'

/** Nothing could be loaded, antd neither: plain words and a plain button. */
export function BootFailed({ why, onRetry }: { why: string; onRetry: () => void }) {
  return (
    <main className={styles.page} role="alert">
      <h1>加载失败</h1>
      {why && <p>{why}</p>}
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </main>
  )
}
