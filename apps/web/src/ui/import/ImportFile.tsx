import { Progress as Bar, Button } from 'antd'
import { useRef, useState } from 'react'
import { count } from '../count.ts'
import { IconDownload, IconFile, IconPaste, IconUpload } from '../icons.tsx'
import styles from './ImportDialog.module.css'
import type { ImportStep } from './importStep.ts'

/** Size of a file as text. It is no amount of money, so a float may round it. */
const size = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const totalOf = (step: ImportStep): number | undefined =>
  step.at === 'check' ? step.progress?.total || undefined : 'preview' in step ? step.preview.total : undefined

interface CardProps {
  file: File | null
  step: ImportStep
  fetching: boolean
  onTemplate: () => void
  onFile: (file: File) => void
  onPaste: () => void
}

/** The selected or dropped file, and where to pick one. */
export function FileCard({ file, step, fetching, onTemplate, onFile, onPaste }: CardProps) {
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
      <div className="grow">
        <div className="ellipsis">{file ? file.name : '请上传Excel文件'}</div>
        <div className={`num ${styles.meta}`}>
          {file
            ? [total === undefined ? null : `${count(total)} 行`, size(file.size)].filter(Boolean).join(' · ')
            : '支持 .xlsx，可将文件拖到此处，或按 Ctrl+V 粘贴表格'}
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
            icon={<IconPaste size={14} />}
            disabled={step.at === 'upload'}
            aria-keyshortcuts="Control+V"
            title="Ctrl+V"
            onClick={onPaste}
          >
            粘贴表格
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
          const selectedFile = event.target.files?.[0]
          if (selectedFile) onFile(selectedFile)
          event.target.value = ''
        }}
      />
    </section>
  )
}
