import { Progress as Bar } from 'antd'
import { useEffect, useState } from 'react'
import type { Progress } from '../../platform/api/stream.ts'
import { count } from '../count.ts'
import styles from './ImportDialog.module.css'

interface RunningProps {
  /** 已检查, 已处理 */
  verb: string
  label: string
  progress: Progress | null
}

/** Milliseconds without an event of the import's stream, after which the page says that the server is busy. */
const SLOW_MS = 8_000

/** Appears after `SLOW_MS`. Its key is what the server said last, so that each news starts the time anew. */
function Patience() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return slow && '，服务器繁忙，请稍候'
}

function Stage({ verb, progress }: Pick<RunningProps, 'verb' | 'progress'>) {
  if (!progress)
    return (
      <>
        正在读取文件
        <Patience />…
      </>
    )
  if (progress.ahead === 0) return '排队中，即将开始…'
  if (progress.ahead !== undefined) return `排队中，前面还有 ${count(progress.ahead)} 个文件…`
  return (
    <>
      {verb} <b>{count(progress.done)}</b> / {count(progress.total)} 行
      <Patience key={progress.done} />
    </>
  )
}

/** Progress in rows checked and written as reported by the server; no figure before the total is known. */
export function Running({ verb, label, progress }: RunningProps) {
  const percent = progress && progress.total > 0 ? Math.floor((progress.done * 100) / progress.total) : 0
  return (
    <div className={styles.running}>
      <div className={styles.figures}>
        <span className="num" role="status">
          <Stage verb={verb} progress={progress} />
        </span>
        <span className="num muted">{percent}%</span>
      </div>
      <Bar percent={percent} size={{ height: 6 }} showInfo={false} status="normal" aria-label={label} />
    </div>
  )
}
