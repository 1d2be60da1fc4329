import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { IconReload, IconWarning } from './icons.tsx'
import styles from './States.module.css'

/** What is left of a page that broke: words and a way on. The router hands in `error`; its text is for the console only. */
export function PageCrash() {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>
        <IconWarning size={22} className={styles.failed} />
      </span>
      <p>页面出现错误，请刷新后重试。</p>
      <Button icon={<IconReload size={14} />} onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  )
}

/** Around a part of a page whose failure must not take the rest down. */
export class ErrorBoundary extends Component<
  { children: ReactNode; fallback?: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    return this.state.broken ? (this.props.fallback ?? <PageCrash />) : this.props.children
  }
}
