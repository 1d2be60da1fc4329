import type { Attachment } from '@pianzhang/contract/attachments'
import { FAILURES } from '@pianzhang/contract/errors'
import {
  type CreatedInvoice,
  FAILED,
  type InvoiceRow,
  MAX_INVOICE_FILES,
  PASSED,
} from '@pianzhang/contract/invoices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSave } from '../../../ui/form/useSave.ts'
import { Menu } from '../../../ui/popup/Menu.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { invoiceQuery, invoices, invoicesOfFiles } from '../api.ts'
import { addInvoices } from '../calls.ts'
import { Status } from '../Status.tsx'
import { figuresOf, isLeft, paymentsText } from '../words.ts'
import styles from './RecogniseInvoice.module.css'

interface Props {
  /** The stored pictures of a payment line. */
  pictures: readonly Attachment[]
  /** The codes of the line's invoices. */
  chosen: readonly string[]
  /** Whether the line may have several; otherwise nothing is offered to one that has an invoice. */
  several: boolean
  onCheck: (code: string) => void
  onChoose: (invoices: readonly InvoiceRow[]) => void
}
const ALL = 'all'
const NONE: readonly Attachment[] = []

/** 识别为发票: makes pictures of a payment line invoices, then offers to check them and to choose them for the line. */
export function RecogniseInvoice({ chosen, several, onCheck, onChoose, ...line }: Props) {
  const pictures = several || chosen.length === 0 ? line.pictures : NONE
  const known = useQuery({
    ...invoicesOfFiles(pictures.map(({ code }) => code)),
    enabled: pictures.length > 0,
    placeholderData: keepPreviousData,
  })
  const box = useRef<HTMLDivElement>(null)
  const { save, saving } = useSave({
    send: async (codes: readonly string[], key) => {
      const { items } = await addInvoices(codes, key)
      await invoices.changed()
      return items
    },
    onFailed: (error: ApiError) => {
      if (error.code === FAILURES.invalid.code) toast.error(error.errors[0]?.message ?? error.message)
    },
  })
  const recognise = async (codes: readonly string[]) => {
    tell((await save(codes)) ?? [])
    // The pressed button is gone: the focus moves to the first button in its place.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }

  if (pictures.length === 0 || known.isPending) return null
  const found = pictures.map((picture) => ({ picture, made: invoicesOf(picture, known.data ?? []) }))
  const open = found.flatMap(({ picture, made }) => (made.length > 0 ? [] : picture))
  const [only] = open
  const entries = open.map(({ code, file_name }) => ({ key: code, label: file_name }))
  const together = open.slice(0, MAX_INVOICE_FILES).map(({ code }) => code)
  const free = new Map(
    found.flatMap(({ made }) =>
      made.flatMap((invoice) => (isFree(invoice, chosen) ? [[invoice.code, invoice] as const] : [])),
    ),
  )
  return (
    <div ref={box} className={styles.recognise}>
      {only && open.length === 1 && (
        <Button
          type="link"
          size="small"
          loading={saving}
          aria-label={`识别为发票 ${only.file_name}`}
          onClick={() => void recognise([only.code])}
        >
          识别为发票
        </Button>
      )}
      {open.length > 1 && (
        <Menu
          items={several ? [{ key: ALL, label: `全部 ${together.length} 张` }, ...entries] : entries}
          onChoose={(code) => void recognise(code === ALL ? together : [code])}
        >
          {(button) => (
            <Button {...button} type="link" size="small" loading={saving}>
              识别为发票…
            </Button>
          )}
        </Menu>
      )}
      {found.flatMap(({ made }) =>
        made.map((invoice) => <Made key={invoice.code} made={invoice} {...{ chosen, onCheck, onChoose }} />),
      )}
      {several && free.size > 1 && (
        <Button type="link" size="small" onClick={() => onChoose([...free.values()])}>
          {free.size} 张都选为本条发票
        </Button>
      )}
    </div>
  )
}

/** The invoices made from a picture. One with a failed check, such as a duplicate, only if there is no other. */
const invoicesOf = ({ code }: Attachment, invoices: readonly InvoiceRow[]): readonly InvoiceRow[] => {
  const own = invoices.filter(({ files }) => files.some((file) => file.attachment_code === code))
  const good = own.filter(({ status }) => status !== FAILED)
  return good.length > 0 ? good : own.slice(0, 1)
}

/** Whether a line that has the `chosen` invoices can have this one, too. */
const isFree = (invoice: InvoiceRow, chosen: readonly string[]): boolean =>
  invoice.status === PASSED && !invoice.voided && isLeft(invoice) && !chosen.includes(invoice.code)

/** Says what became of each picture; of several that were read, how many they are. */
function tell(made: readonly CreatedInvoice[]): void {
  const isRead = (one: CreatedInvoice) => one.status !== FAILED && figuresOf(one) !== ''
  const read = made.filter(isRead)
  if (read.length > 1) toast.success(`已识别 ${read.length} 张发票`)
  for (const one of read.length > 1 ? made.filter((other) => !isRead(other)) : made) tellOne(one)
}

function tellOne(one: CreatedInvoice): void {
  const read = figuresOf(one)
  if (one.status === FAILED) toast.error([read, one.reason].filter(Boolean).join('：'))
  else if (read === '') toast.warning(one.reason || '未识别到发票信息，请查验时填写')
  else toast.success(`已识别：${read}`)
}

interface MadeProps extends Pick<Props, 'chosen' | 'onCheck' | 'onChoose'> {
  made: InvoiceRow
}

/** An invoice made from a picture. For a duplicate, shows the invoice that it repeats, if that is in this project. */
function Made({ made, chosen, onCheck, onChoose }: MadeProps) {
  const project = useProfile().current_project?.code
  const { duplicate_of } = made
  const same = duplicate_of?.project_code === project ? duplicate_of?.code : undefined
  const { data: repeated } = useQuery({ ...invoiceQuery(same ?? ''), enabled: same !== undefined })
  const data: InvoiceRow = repeated ?? made
  // The field above shows it.
  if (chosen.includes(data.code)) return null
  return (
    <div className={styles.made}>
      <Status status={data.status} text={data.status_i18n} />
      <span className="muted">
        {[repeated && '已有该发票', figuresOf(data), data.status === FAILED && data.reason]
          .filter(Boolean)
          .join('　')}
      </span>
      {!isLeft(data) ? (
        <span className="num">已用于付款 {paymentsText(data)}</span>
      ) : data.status === PASSED ? (
        <Button type="link" size="small" onClick={() => onChoose([data])}>
          选为本条发票
        </Button>
      ) : (
        data.can.write && (
          <Button type="link" size="small" onClick={() => onCheck(data.code)}>
            查验
          </Button>
        )
      )}
    </div>
  )
}
