import type { Attachment } from '@pianzhang/contract/attachments'
import { FAILURES } from '@pianzhang/contract/errors'
import type { CreatedInvoice, InvoiceRow } from '@pianzhang/contract/invoices'
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
import { figuresOf } from '../words.ts'
import styles from './RecogniseInvoice.module.css'

interface Props {
  /** The stored pictures of a payment line. */
  pictures: readonly Attachment[]
  onCheck: (code: string) => void
  onChoose: (invoice: InvoiceRow) => void
}

/** 识别为发票: makes a picture of a payment line an invoice, then offers to check it and to choose it for the line. */
export function RecogniseInvoice({ pictures, onCheck, onChoose }: Props) {
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
  const recognise = async (attachment: string) => {
    for (const one of (await save([attachment])) ?? []) tell(one)
    // The pressed button is gone: the focus moves to the first button in its place.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }

  if (pictures.length === 0 || known.isPending) return null
  const found = pictures.map((picture) => ({ picture, invoice: invoiceOf(picture, known.data ?? []) }))
  const open = found.flatMap(({ picture, invoice }) => (invoice ? [] : picture))
  const [only] = open
  return (
    <div ref={box} className={styles.recognise}>
      {only && open.length === 1 && (
        <Button
          type="link"
          size="small"
          loading={saving}
          aria-label={`识别为发票 ${only.file_name}`}
          onClick={() => void recognise(only.code)}
        >
          识别为发票
        </Button>
      )}
      {open.length > 1 && (
        <Menu
          items={open.map(({ code, file_name }) => ({ key: code, label: file_name }))}
          onChoose={(code) => void recognise(code)}
        >
          {(button) => (
            <Button {...button} type="link" size="small" loading={saving}>
              识别为发票…
            </Button>
          )}
        </Menu>
      )}
      {found.map(
        ({ picture, invoice }) =>
          invoice && <Made key={picture.code} made={invoice} onCheck={onCheck} onChoose={onChoose} />,
      )}
    </div>
  )
}

/** The invoice made from a picture. One with a failed check, such as a duplicate, only if there is no other. */
const invoiceOf = ({ code }: Attachment, invoices: readonly InvoiceRow[]): InvoiceRow | undefined => {
  const own = invoices.filter(({ files }) => files.some((file) => file.attachment_code === code))
  return own.find(({ status }) => status !== 1) ?? own[0]
}

function tell(one: CreatedInvoice): void {
  const read = figuresOf(one)
  if (one.status === 1) toast.error([read, one.reason].filter(Boolean).join('：'))
  else if (read === '') toast.warning(one.reason || '未识别到发票信息，请查验时填写')
  else toast.success(`已识别：${read}`)
}

interface MadeProps {
  made: InvoiceRow
  onCheck: (code: string) => void
  onChoose: (invoice: InvoiceRow) => void
}

/** An invoice made from a picture. For a duplicate, shows the invoice that it repeats, if that is in this project. */
function Made({ made, onCheck, onChoose }: MadeProps) {
  const project = useProfile().current_project?.code
  const { duplicate_of } = made
  const same = duplicate_of?.project_code === project ? duplicate_of?.code : undefined
  const { data: repeated } = useQuery({ ...invoiceQuery(same ?? ''), enabled: same !== undefined })
  const data: InvoiceRow = repeated ?? made
  return (
    <div className={styles.made}>
      <Status status={data.status} text={data.status_i18n} />
      <span className={styles.words}>
        {[repeated && '已有该发票', figuresOf(data), data.status === 1 && data.reason]
          .filter(Boolean)
          .join('　')}
      </span>
      {data.payment ? (
        <span className="num">已用于付款 {data.payment.code}</span>
      ) : data.status === 0 ? (
        <Button type="link" size="small" onClick={() => onChoose(data)}>
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
