import { formatYuan } from '@pianzhang/contract/money'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FieldHint } from '../../../ui/fields/FieldHint.tsx'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { IconClose } from '../../../ui/icons.tsx'
import { invoiceWords } from '../../invoices/picker/figures.ts'
import { lineAt, setLineError } from '../editor/draft.ts'
import { errorAt } from '../editor/draftErrors.ts'
import { type DraftInvoice, invoiceField } from '../editor/draftInvoices.ts'
import { kindDiffers } from '../editor/invoiceFigures.ts'
import type { LineOptions } from '../editor/options.ts'
import { useDraft } from '../editor/store.ts'
import type { LineProps } from '../editor/useLine.ts'
import styles from './LineInvoices.module.css'
import { leftWords, type Shares, worthOf } from './shares.ts'

interface Props extends LineProps {
  at: number
  ids: { select: string; amount: string }
  /** Undefined: none is chosen yet. */
  invoice: DraftInvoice | undefined
  share: Shares['uses'][number] | undefined
  /** What no invoice pays of the line; null where the list says it. */
  rest: string | null
  options: LineOptions
  /** Whether the amount is shown. */
  listed: boolean
  note: string | undefined
  /** Invoices that cannot be chosen. */
  takenBy: () => ReadonlySet<string>
  onChoose: (code: string | null) => void
  onAmount: (text: string) => void
  onRemove: () => void
}

/** An invoice of a line: its number, what is left of it, and how much of the line it pays. */
export function InvoiceRow(props: Props) {
  const { store, lineKey, at, ids, invoice, share, rest, options, listed, note } = props
  const [open, setOpen] = useState(false)
  const choice = options.invoices.find(({ value }) => value === invoice?.code)
  const known = choice?.invoice
  const numberError = useDraft(store, (draft) => errorAt(draft, lineKey, invoiceField(at)))
  const amountError = useDraft(store, (draft) => errorAt(draft, lineKey, invoiceField(at, 'amount')))
  // One text, so that a keystroke renders this row only if it changes what differs.
  const differs = useDraft(store, (draft) => {
    const own = lineAt(draft, lineKey)
    return known && own ? kindDiffers(known, own).join('\n') : ''
  })
  const taken = open ? props.takenBy() : null
  // Without a typed amount it is the choice of this invoice that is wrong.
  const typed = (invoice?.amount ?? '') !== ''
  const warnings = [
    ...(differs === '' ? [] : differs.split('\n')),
    ...(rest !== null && rest !== '0.00' && !share?.wrong ? [`未关联发票 ${formatYuan(rest)} 元`] : []),
  ]
  const words = known && [invoiceWords(known), leftWords(share, worthOf(known), listed)]
  const ordinal = at === 0 ? '' : `（第${at + 1}张）`
  return (
    <div className={`${styles.row} ${listed ? styles.listed : ''}`}>
      <Field
        id={ids.select}
        label={`发票号码${ordinal}`}
        error={numberError ?? (typed ? undefined : (share?.wrong ?? undefined))}
        note={note}
        hint={words && <FieldHint warnings={warnings}>{words.filter(Boolean).join('　')}</FieldHint>}
      >
        {(field) => (
          <RichSelect
            {...field}
            value={invoice?.code ?? null}
            onChange={props.onChoose}
            all={options.invoices}
            state={options.states.invoices}
            options={taken ? options.invoices.filter(({ value }) => !taken.has(value)) : options.invoices}
            onOpenChange={setOpen}
            placeholder="请选择发票"
          />
        )}
      </Field>
      {listed && invoice && (
        <Field
          id={ids.amount}
          label={`关联金额${ordinal || '（元）'}`}
          error={amountError ?? (typed ? (share?.wrong ?? undefined) : undefined)}
        >
          {(field) => (
            <MoneyInput
              {...field}
              value={invoice.amount}
              placeholder={share?.taken ? formatYuan(share.taken) : '按余额'}
              onChange={props.onAmount}
              onUnreadable={(message) =>
                store.update((draft) => setLineError(draft, lineKey, invoiceField(at, 'amount'), message))
              }
            />
          )}
        </Field>
      )}
      {listed && (
        <Button
          type="text"
          className={styles.remove}
          icon={<IconClose size={14} />}
          aria-label={`移除发票${choice ? ` ${choice.main}` : ordinal}`}
          onClick={props.onRemove}
        />
      )}
    </div>
  )
}
