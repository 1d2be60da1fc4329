import { formatYuan } from '@pianzhang/contract/money'
import { MAX_LINE_INVOICES } from '@pianzhang/contract/payments'
import { memo, useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { IconPlus } from '../../../ui/icons.tsx'
import { setLine } from '../editor/draft.ts'
import { invoiceField } from '../editor/draftInvoices.ts'
import { chooseInvoices } from '../editor/invoiceFigures.ts'
import type { LineOptions } from '../editor/options.ts'
import { useDraft } from '../editor/store.ts'
import { type LineProps, useLine } from '../editor/useLine.ts'
import { focus } from '../editor/useLineTools.ts'
import { InvoiceRow } from './InvoiceRow.tsx'
import styles from './LineInvoices.module.css'
import { type Shares, sharesOf, takenOf, worthsOf } from './shares.ts'

export interface InvoicesProps extends LineProps {
  options: LineOptions
}

const restWords = ({ rest, used }: { rest: string; used: string }): string =>
  rest.startsWith('-') === used.startsWith('-') || used === '0.00'
    ? `未关联 ${formatYuan(rest)} 元`
    : `超出明细 ${formatYuan(rest.replace('-', ''))} 元`
const idOf = (at: number, part?: 'amount') => `line-${invoiceField(at, part)}`

/** 发票号码 of a line that may have several: one field while it has one invoice, otherwise a list with what each pays of the line. */
export default memo(function LineInvoices({ options, ...line }: InvoicesProps) {
  const { store, lineKey } = line
  const { value: invoices, set, field } = useLine(line, 'invoices')
  /** Whether there is an empty row for one more. */
  const [adding, setAdding] = useState(false)
  /** Whether amounts were asked for; they stay while they are emptied. */
  const [typing, setTyping] = useState(false)
  const worths = useMemo(
    () => worthsOf(options.invoices, options.stored.invoices),
    [options.invoices, options.stored],
  )
  // A string, which the store compares by its value: an equal result does not render this field again.
  const text = useDraft(store, ({ lines }) => JSON.stringify(sharesOf(lines, lineKey, worths)))
  const { uses, sum, whole }: Shares = useMemo(() => JSON.parse(text), [text])

  const rows = invoices.length + (adding || invoices.length === 0 ? 1 : 0)
  const listed = rows > 1 || (invoices.length > 0 && (typing || invoices.some(({ amount }) => amount !== '')))

  const choose = (at: number, code: string) => {
    const invoice = options.invoices.find(({ value }) => value === code)?.invoice
    if (at === invoices.length) setAdding(false)
    if (invoice) store.update((draft) => chooseInvoices(draft, lineKey, [invoice], at))
    else set((all) => all.toSpliced(at, 1, { code, amount: '' }))
    // The field of its amount is drawn only now, so that Enter has gone past it.
    if (at > 0) focus(idOf(at, 'amount'))
  }
  const remove = (at: number) => {
    if (at === invoices.length) setAdding(false)
    else set((all) => all.toSpliced(at, 1))
    focus(idOf(Math.max(0, at - 1)))
  }

  return (
    <div className={styles.invoices}>
      {Array.from({ length: rows }, (_, at) => idOf(at)).map((id, at) => (
        <InvoiceRow
          key={id}
          {...line}
          at={at}
          ids={{ select: id, amount: idOf(at, 'amount') }}
          invoice={invoices[at]}
          share={uses[at]}
          rest={listed ? null : (sum?.rest ?? null)}
          options={options}
          listed={listed}
          note={at === 0 ? field.note : undefined}
          takenBy={() => takenOf(store.get().lines, lineKey, at, worths)}
          onChoose={(code) => (code === null ? remove(at) : choose(at, code))}
          onAmount={(amount) => {
            setTyping(true)
            set((all) => all.map((one, place) => (place === at ? { ...one, amount } : one)))
          }}
          onRemove={() => remove(at)}
        />
      ))}
      {invoices.length > 0 && (
        <div className={styles.foot}>
          <div className={styles.buttons}>
            {!adding && rows < MAX_LINE_INVOICES && (
              <Button
                type="link"
                size="small"
                icon={<IconPlus size={14} />}
                onClick={() => {
                  setAdding(true)
                  focus(idOf(rows))
                }}
              >
                添加发票
              </Button>
            )}
            {!listed && (
              <Button
                type="link"
                size="small"
                onClick={() => {
                  setTyping(true)
                  focus(idOf(0, 'amount'))
                }}
              >
                填写关联金额
              </Button>
            )}
            {whole !== null && (
              <Button
                type="link"
                size="small"
                onClick={() => store.update((draft) => setLine(draft, lineKey, 'pay_amount', whole))}
              >
                付款金额改为发票合计 {formatYuan(whole)} 元
              </Button>
            )}
          </div>
          {listed && sum && (
            <div className="num caption" role="status">
              已关联 {formatYuan(sum.used)} 元
              {sum.rest !== '0.00' && <span className={styles.short}>，{restWords(sum)}</span>}
            </div>
          )}
        </div>
      )}
    </div>
  )
})
