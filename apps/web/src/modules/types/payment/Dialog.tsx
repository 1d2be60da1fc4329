import { paymentTypeInvoiceBody } from '@pianzhang/contract/missing-invoices'
import type { NamedType } from '@pianzhang/contract/types'
import { fixedOptions } from '../../../platform/ledger/selects.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { RecordDialog, type RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { paymentTypes } from './api.ts'

interface Values {
  name: string
  needs: string | null
}

const valuesOf = (row: NamedType | null): Values => ({
  name: row?.name ?? '',
  needs: row ? String(row.needs_invoice ?? true) : null,
})
const bodyOf = ({ name, needs }: Values) => ({
  name: name.trim(),
  ...(needs !== null && { needs_invoice: needs === 'true' }),
})

const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }
const NEEDS = fixedOptions([
  { value: 'true', label: '需要' },
  { value: 'false', label: '不需要，不计入欠票' },
])

/** 新增付款类型, 修改付款类型, with whether its payments need an invoice. */
export default function PaymentTypeDialog({ row, onClose }: RecordProps<NamedType>) {
  return (
    <RecordDialog
      of={paymentTypes}
      title={`${row ? '修改' : '新增'}${paymentTypes.noun}`}
      width={440}
      row={row}
      values={valuesOf}
      body={bodyOf}
      shape={paymentTypeInvoiceBody.shape}
      fieldOf={(field) => (field === 'needs_invoice' ? 'needs' : field)}
      onClose={onClose}
    >
      <Item.Text name="name" label="类型名称" required autoFocus />
      <Item.Choice name="needs" label="发票" of={NEEDS} placeholder="不选则按名称判断" />
    </RecordDialog>
  )
}
