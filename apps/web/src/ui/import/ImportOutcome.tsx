import { type ImportNotice, type ImportPreview, MAX_NAMED_CODES } from '@pianzhang/contract/imports'
import type { Model } from '@pianzhang/contract/permissions'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { count } from '../count.ts'
import { IconReload, IconWarning } from '../icons.tsx'
import { RecordsLink } from '../list/RecordsLink.tsx'
import { MoneyText } from '../MoneyText.tsx'
import { Stat, Stats } from '../page/Stats.tsx'
import styles from './ImportDialog.module.css'
import { ImportErrors } from './ImportErrors.tsx'
import type { ImportStep } from './importStep.ts'
import { withoutCell } from './pasted.ts'

export const addedText = (rows: number, { act = '批量新增' }: ImportLabels): string =>
  `${act}成功，共 ${count(rows)} 行。`

/** The button that starts the import. */
export const startText = (preview: ImportPreview | undefined): string =>
  preview && preview.notices.length > 0 ? '仍要导入' : '开始导入'

/** Texts that name the imported records. */
export interface ImportLabels {
  /** 批量新增付款明细 */
  title: string
  /** What the import does, if not 批量新增. */
  act?: string
  /** How many records: 付款（笔）. */
  records: string
  /** 付款总额（元）; only for records that have an amount. */
  amount?: string
  /** 付款时间; only for records that have a day. */
  period?: string
  /** The link to what was added: 查看本次新增的付款; without it there is none. */
  show?: string
}

interface OutcomeProps {
  step: ImportStep
  /** The records' list, which notices link to. */
  of: Model
  labels: ImportLabels
  /** Whether the faults of cells are shown in the pasted table. */
  marked: boolean
  onCheck: (code: string) => void
  onFailedRows: (url: string) => void
  onShow: (importCode: string) => void
}

/** The check's summary or errors, then the result of the import. */
export function Outcome({ step, of, labels, marked, onCheck, onFailedRows, onShow }: OutcomeProps) {
  if (step.at === 'refused')
    return <Trouble title="上传失败" why={step.why} advice="请修改后重新上传，或换一个文件。" />
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
        <Trouble
          why={step.why}
          advice={`同一文件不会重复新增，可直接再次点击“${startText(step.preview)}”。`}
        />
      </>
    )
  const verdict = step.at === 'ready' ? step.preview : step.at === 'end' ? step.result : undefined
  if (verdict?.status === 'failed')
    return (
      <ImportErrors
        key={step.at}
        verdict={marked ? { ...verdict, error_items: withoutCell(verdict) } : verdict}
        onFailedRows={onFailedRows}
      />
    )
  if (step.at === 'ready')
    return (
      <Summary preview={step.preview} labels={labels}>
        <p className={styles.well} role="status">
          检查通过，未发现错误。
        </p>
        <Notes notes={step.preview.notes} />
        <Notices of={of} notices={step.preview.notices} advice="仍可导入，导入的行均作为新记录。" />
      </Summary>
    )
  if (step.at !== 'end') return null
  const { total, import_code, notices } = step.result
  return (
    <Summary preview={step.preview} labels={labels}>
      <p className={styles.well} role="status">
        {addedText(total, labels)}
        {import_code && labels.show && (
          <Button type="link" size="small" onClick={() => onShow(import_code)}>
            {labels.show}
          </Button>
        )}
      </p>
      <Notices
        of={of}
        notices={notices}
        advice="上传后已有人导入同一文件，请核对是否重复；多余的可勾选后批量删除。"
      />
    </Summary>
  )
}

/** What of the file is not read, or read though nobody sees it there. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <div className={styles.notices} role="note">
      <div className={styles.noticesHead}>
        <IconWarning size={16} />
        <b>请核对读取的内容</b>
      </div>
      {notes.map((text) => (
        <p key={text} className={styles.advice}>
          {text}
        </p>
      ))}
    </div>
  )
}

interface NoticesProps {
  of: Model
  notices: readonly ImportNotice[]
  /** What the person can do about them. */
  advice: string
}

/** What exists already. */
function Notices({ of, notices, advice }: NoticesProps) {
  if (notices.length === 0) return null
  return (
    <div className={styles.notices} role="alert">
      <div className={styles.noticesHead}>
        <IconWarning size={16} />
        <b>可能重复</b>
        <span className="grow">{advice}</span>
      </div>
      {notices.map(({ text, show }) => (
        <p key={text} className={styles.advice}>
          {text}
          {show && (
            <RecordsLink of={of} search={show}>
              {'codes' in show && show.codes.length >= MAX_NAMED_CODES
                ? `查看前 ${show.codes.length} 条`
                : '查看'}
            </RecordsLink>
          )}
        </p>
      ))}
    </div>
  )
}

interface TroubleProps {
  title?: string
  why: string
  advice?: string
  children?: ReactNode
}

function Trouble({ title = '导入失败', why, advice, children }: TroubleProps) {
  return (
    <div className={styles.panel} role="alert">
      <div className={styles.panelHead}>
        <IconWarning size={16} />
        <b>{title}</b>
        <span className="grow">{why}</span>
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
      <Stats>
        <Stat name="数据行数（行）">{count(total)}</Stat>
        <Stat name={labels.records}>{count(records)}</Stat>
        {labels.amount && (
          <Stat name={labels.amount}>
            <MoneyText amount={total_amount_yuan} strong />
          </Stat>
        )}
        {labels.period && (
          <Stat name={labels.period}>
            {start_at && end_at ? (start_at === end_at ? start_at : `${start_at} – ${end_at}`) : '-'}
          </Stat>
        )}
      </Stats>
    </div>
  )
}
