import { grouped } from '@pianzhang/contract/decimal'
import type { ImportPreview } from '@pianzhang/contract/imports'
import { Progress as Bar, Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { Progress } from '../app/api.ts'
import styles from './ImportDialog.module.css'
import type { ImportStep } from './ImportDialog.tsx'
import { ImportErrors } from './ImportErrors.tsx'
import { IconDownload, IconFile, IconReload, IconUpload, IconWarning } from './icons.tsx'
import { MoneyText } from './MoneyText.tsx'

const count = (value: number): string => grouped(String(value))
const size = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const addedText = (rows: number): string => `批量新增成功，共 ${count(rows)} 行。`

/** Words of what is imported. */
export interface ImportLabels {
  /** How many records: 付款（笔）. */
  records: string
  /** 付款总额（元） */
  amount: string
  /** 付款时间 */
  period: string
  /** The link to what was added: 查看本次新增的付款. */
  show: string
}

const totalOf = (step: ImportStep): number | undefined =>
  step.at === 'check' ? step.progress?.total : 'preview' in step ? step.preview.total : undefined

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

interface RunningProps {
  /** 已检查, 已处理 */
  verb: string
  label: string
  progress: Progress | null
}

/** Rows that were really checked and written, as the server tells them; no figure before it knows how many there are. */
export function Running({ verb, label, progress }: RunningProps) {
  const percent = progress && progress.total > 0 ? Math.floor((progress.done * 100) / progress.total) : 0
  return (
    <div className={styles.running}>
      <div className={styles.figures}>
        <span className="num" role="status">
          {progress ? (
            <>
              {verb} <b>{count(progress.done)}</b> / {count(progress.total)} 行
            </>
          ) : (
            '正在读取文件…'
          )}
        </span>
        <span className={`num ${styles.percent}`}>{percent}%</span>
      </div>
      <Bar percent={percent} size={{ height: 6 }} showInfo={false} status="normal" aria-label={label} />
    </div>
  )
}

interface OutcomeProps {
  step: ImportStep
  labels: ImportLabels
  onCheck: (code: string) => void
  onFailedRows: (url: string) => void
  onShow: (importCode: string) => void
}

/** What the file holds or what is wrong with it; then what came of the import. */
export function Outcome({ step, labels, onCheck, onFailedRows, onShow }: OutcomeProps) {
  if (step.at === 'unchecked')
    return (
      <Trouble why={step.why}>
        {step.again && (
          <Button size="small" icon={<IconReload size={14} />} onClick={() => onCheck(step.code)}>
            重试
          </Button>
        )}
      </Trouble>
    )
  if (step.at === 'cut')
    return (
      <>
        <Summary preview={step.preview} labels={labels} />
        <Trouble why={step.why} advice="同一文件不会重复新增，可直接再次点击“开始导入”。" />
      </>
    )
  const verdict = step.at === 'ready' ? step.preview : step.at === 'end' ? step.result : undefined
  if (verdict?.status === 'failed')
    return <ImportErrors key={step.at} verdict={verdict} onFailedRows={onFailedRows} />
  if (step.at === 'ready')
    return (
      <Summary preview={step.preview} labels={labels}>
        <p className={styles.well} role="status">
          检查通过，未发现错误。
        </p>
      </Summary>
    )
  if (step.at !== 'end') return null
  const { total, import_code } = step.result
  return (
    <Summary preview={step.preview} labels={labels}>
      <p className={styles.well} role="status">
        {addedText(total)}
        {import_code && (
          <Button type="link" size="small" onClick={() => onShow(import_code)}>
            {labels.show}
          </Button>
        )}
      </p>
    </Summary>
  )
}

function Trouble({ why, advice, children }: { why: string; advice?: string; children?: ReactNode }) {
  return (
    <div className={styles.panel} role="alert">
      <div className={styles.panelHead}>
        <IconWarning size={16} />
        <b>导入失败</b>
        <span className={styles.grow}>{why}</span>
        {children}
      </div>
      {advice && <p className={styles.advice}>{advice}</p>}
    </div>
  )
}

/** Rows, records, sum and period of a file without mistakes. */
function Summary({
  preview,
  labels,
  children,
}: {
  preview: ImportPreview
  labels: ImportLabels
  children?: ReactNode
}) {
  const { total, records, total_amount_yuan, start_at, end_at } = preview
  return (
    <div className={styles.summary}>
      {children}
      <dl className="num">
        <Figure name="数据行数（行）">{count(total)}</Figure>
        <Figure name={labels.records}>{count(records)}</Figure>
        <Figure name={labels.amount}>
          <MoneyText amount={total_amount_yuan} strong />
        </Figure>
        <Figure name={labels.period}>
          {start_at && end_at ? (start_at === end_at ? start_at : `${start_at} – ${end_at}`) : '-'}
        </Figure>
      </dl>
    </div>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
