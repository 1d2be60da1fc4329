import {
  type CreatedInvoice,
  type CreatedInvoices,
  type Invoice,
  PASSED,
  type RefusedFile,
} from '@pianzhang/contract/invoices'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { DuplicateLink } from '../DuplicateLink.tsx'
import { Status } from '../Status.tsx'
import { figuresOf, isLeft, pagesText } from '../words.ts'
import styles from './upload.module.css'

const Check = lazyDialog(() => import('../check/CheckDialog.tsx'))

interface Props {
  made: CreatedInvoices
  onChecked: (invoice: Invoice) => void
  onPay?: ((invoice: Invoice) => void) | undefined
}

/** The result for each invoice of each file: the figures read, the reason of a refusal, or the invoice that it was added to; and a button 查验. */
export function Results({ made: { items: results, refused }, onChecked, onPay }: Props) {
  const { dialog, open, close } = useDialog()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const failed = results.filter(({ status }) => status === 1).length
  return (
    <div className={styles.upload}>
      <p ref={heading} tabIndex={-1} role="status" className={styles.summary}>
        共 {results.length} 张发票{failed > 0 && `，其中 ${failed} 张未通过`}
        {refused.length > 0 && `；另有 ${refused.length} 个文件不是发票，未登记`}
      </p>
      <ul className={styles.files} aria-label="上传结果">
        {results.map((one) => (
          <li key={`${one.attachment_code}:${one.file_name}:${one.code}`} className={styles.row}>
            <div className="grow">
              <div className={styles.resultHead}>
                <Status status={one.status} text={one.merged ? '已合并' : one.status_i18n} />
                <span className="ellipsis" title={one.file_name}>
                  {one.file_name}
                </span>
                {one.pages.length > 0 && <span className={styles.pages}>{pagesText(one.pages)}</span>}
              </div>
              <div className={styles.read}>{wordsOf(one)}</div>
              <DuplicateLink of={one} />
            </div>
            {one.can.write && one.status !== 0 && (
              <Button
                size="small"
                aria-label={`查验 ${nameOf(one)}`}
                onClick={() => open(<Check code={one.code} onClose={close} onChecked={onChecked} />)}
              >
                查验
              </Button>
            )}
            {onPay && one.status === PASSED && isLeft(one) && (
              <Button size="small" aria-label={`新增付款 ${nameOf(one)}`} onClick={() => onPay(one)}>
                新增付款
              </Button>
            )}
          </li>
        ))}
        {refused.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat in a zip, and the list does not change
          <Refused key={index} file={file} />
        ))}
      </ul>
      {dialog}
    </div>
  )
}

/** A file that is no invoice. */
const Refused = ({ file: { file_name, zip_name, reason } }: { file: RefusedFile }) => (
  <li className={styles.row}>
    <div className="grow">
      <div className={styles.resultHead}>
        <Status status={1} text="未登记" />
        <span className="ellipsis" title={file_name}>
          {file_name}
        </span>
      </div>
      <div className={styles.read}>
        {reason}
        {zip_name !== '' && `（压缩包 ${zip_name}）`}
      </div>
    </div>
  </li>
)

/** The file, and the invoice's pages in it. */
const nameOf = ({ file_name, pages }: CreatedInvoice) => file_name + pagesText(pages)

/** The figures read, and the server's reason. */
function wordsOf(one: CreatedInvoice): string {
  const read = figuresOf(one)
  if (one.merged) return `已加入发票 ${read}`
  return [read, one.reason].filter(Boolean).join('。') || '未识别到发票信息，请查验时填写'
}
