import { grouped } from '@pianzhang/contract/decimal'
import { Progress as Bar, Button } from 'antd'
import { useRef, useState } from 'react'
import type { Progress } from '../app/api.ts'
import styles from './ImportDialog.module.css'
import type { ImportStep } from './ImportDialog.tsx'
import { IconDownload, IconFile, IconUpload, IconWarning } from './icons.tsx'

const count = (value: number): string => grouped(String(value))
const size = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const addedText = (rows: number): string => `批量新增成功，共 ${count(rows)} 行。`

const totalOf = (step: ImportStep): number | undefined =>
  step.at === 'run' ? step.progress?.total : step.at === 'end' ? step.result.total : undefined

interface CardProps {
  file: File | null
  step: ImportStep
  fetching: boolean
  onTemplate: () => void
  onFile: (file: File) => void
}

/** The file, and where it comes from: chosen, or dropped on the card. */
export function FileCard({ file, step, fetching, onTemplate, onFile }: CardProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const busy = step.at === 'run' || step.at === 'upload'
  const total = totalOf(step)
  return (
    <section
      aria-label="Excel文件"
      className={`${styles.card} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(!busy)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer.files[0]
        if (dropped && !busy) onFile(dropped)
      }}
    >
      <IconFile size={26} className={styles.sheet} />
      <div className={styles.file}>
        <div className={styles.name}>{file ? file.name : '请上传Excel文件'}</div>
        <div className={`num ${styles.meta}`}>
          {file
            ? [total === undefined ? null : `${count(total)} 行`, size(file.size)].filter(Boolean).join(' · ')
            : '支持 .xlsx，可将文件拖到此处'}
        </div>
        {step.at === 'upload' && (
          <>
            <Bar percent={step.percent} size={{ height: 4 }} showInfo={false} aria-label="上传进度" />
            {step.note && <div className={styles.meta}>{step.note}</div>}
          </>
        )}
      </div>
      {step.at !== 'run' && (
        <div className={styles.buttons}>
          <Button type="link" icon={<IconDownload size={14} />} loading={fetching} onClick={onTemplate}>
            下载模板
          </Button>
          <Button
            icon={<IconUpload size={14} />}
            loading={step.at === 'upload'}
            onClick={() => input.current?.click()}
          >
            上传Excel文件
          </Button>
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        aria-label="上传Excel文件"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
          event.target.value = ''
        }}
      />
    </section>
  )
}

/** Rows that were really checked and written, as the server tells them; a bar without a figure before it knows how many there are. */
export function Running({ progress }: { progress: Progress | null }) {
  const percent = progress && progress.total > 0 ? Math.floor((progress.done * 100) / progress.total) : 0
  return (
    <div className={styles.running}>
      <div className={styles.figures}>
        <span className="num" role="status">
          {progress ? (
            <>
              已处理 <b>{count(progress.done)}</b> / {count(progress.total)} 行
            </>
          ) : (
            '正在读取文件…'
          )}
        </span>
        <span className={`num ${styles.percent}`}>{percent}%</span>
      </div>
      <Bar percent={percent} size={{ height: 6 }} showInfo={false} status="normal" aria-label="导入进度" />
    </div>
  )
}

/** What came of it: rows added, rows that are wrong, or a connection that was lost. */
export function Outcome({ step }: { step: ImportStep }) {
  if (step.at === 'cut')
    return (
      <div className={styles.panel} role="alert">
        <div className={styles.panelHead}>
          <IconWarning size={16} />
          <b>导入失败</b>
          <span>{step.why}</span>
        </div>
        <p className={styles.advice}>同一文件不会重复新增，可直接再次点击“开始导入”。</p>
      </div>
    )
  if (step.at !== 'end') return null
  const { status, total, error_items } = step.result
  if (status === 'succeeded')
    return (
      <div className={styles.done} role="status">
        {addedText(total)}
      </div>
    )
  // The line behind the 200 named ones counts the rest: it names no row.
  return (
    <div className={styles.panel} role="alert">
      <div className={styles.panelHead}>
        <IconWarning size={16} />
        <b>导入失败</b>
        {total > 0 && <span className="num">共 {count(total)} 行</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard */}
      <ul className={styles.errors} tabIndex={0} aria-label="错误">
        {error_items.map(({ line, desc }) => (
          <li key={`${line}:${desc}`}>{line > 0 ? `第${line}行错误：${desc}` : desc}</li>
        ))}
      </ul>
    </div>
  )
}
