import { useMemo } from 'react'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { invoiceChoice, useInvoices } from './choices.ts'

/** Invoices of the project that have something left. */
export function InvoiceSelect({ taken, onAdd }: { taken: readonly string[]; onAdd: (code: string) => void }) {
  const { items, state } = useInvoices('', true)
  const choices = useMemo(() => (items ?? []).map(invoiceChoice), [items])
  return (
    <RichSelect
      aria-label="选用已上传的发票"
      placeholder="选用已上传的发票：号码或销售方"
      value={null}
      all={choices}
      options={choices.filter(({ value }) => !taken.includes(value))}
      state={state}
      onChange={(code) => code !== null && onAdd(code)}
    />
  )
}
