import { NO_INVOICE_REASONS } from '@pianzhang/contract/missing-invoices'
import { PAYMENT_LINE_FIELDS } from '@pianzhang/contract/payments'
import { MAX_NAME } from '@pianzhang/contract/text'
import { Input } from 'antd'
import { memo, useState } from 'react'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FieldHint } from '../../../ui/fields/FieldHint.tsx'
import { invoiceWords } from '../../invoices/picker/figures.ts'
import { lineAt } from './draft.ts'
import { chooseInvoices, invoiceDiffers } from './invoiceFigures.ts'
import type { LineOptions } from './options.ts'
import { useDraft } from './store.ts'
import { type LineProps, useLine } from './useLine.ts'

/** The only invoice of a line. */
export const Invoice = memo(function Invoice({
  options,
  disabled = false,
  ...line
}: LineProps & { options: LineOptions; disabled?: boolean }) {
  const { value: all, set, field } = useLine(line, 'invoices')
  // Several since the feature 欠票 was on: the line keeps them until another one is chosen.
  const value = (all.length === 1 && all[0]?.code) || null
  const [open, setOpen] = useState(false)
  // Without the feature 欠票 an invoice belongs to one line: those that other lines of the form have are not offered.
  const taken = open
    ? new Set(
        line.store
          .get()
          .lines.flatMap((one) => (one.key === line.lineKey ? [] : one.invoices.map(({ code }) => code))),
      )
    : null
  const invoice = options.invoices.find((one) => one.value === value)?.invoice
  // A string, which the store compares by its value: an equal result does not render this field again.
  const differs = useDraft(line.store, (draft) => {
    const own = lineAt(draft, line.lineKey)
    return invoice && own ? invoiceDiffers(invoice, own).join('\n') : ''
  })
  const choose = (code: string | null) => {
    const chosen = options.invoices.find((one) => one.value === code)?.invoice
    if (chosen) line.store.update((draft) => chooseInvoices(draft, line.lineKey, [chosen], 0))
    else set(code === null ? [] : [{ code, amount: '' }])
  }
  const hint = invoice && (
    <FieldHint warnings={differs === '' ? [] : differs.split('\n')}>{invoiceWords(invoice)}</FieldHint>
  )
  return (
    <Field {...field} label={PAYMENT_LINE_FIELDS.invoices} span={3} hint={hint}>
      {(props) => (
        <RichSelect
          {...props}
          disabled={disabled}
          value={value}
          onChange={choose}
          all={options.invoices}
          state={options.states.invoices}
          options={taken ? options.invoices.filter((one) => !taken.has(one.value)) : options.invoices}
          onOpenChange={setOpen}
          placeholder="请选择发票"
        />
      )}
    </Field>
  )
})

/** 无需发票: the reason; empty for a line that needs one. */
export const NoInvoice = memo(function NoInvoice(line: LineProps) {
  const { value, set, field } = useLine(line, 'no_invoice_reason')
  return (
    <Field {...field} label="无需发票" span={3}>
      {(props) => (
        <Input
          {...props}
          value={value}
          onChange={(event) => set(event.target.value)}
          maxLength={MAX_NAME}
          placeholder={`不会取得发票时填写原因，如${NO_INVOICE_REASONS.join('、')}`}
        />
      )}
    </Field>
  )
})
