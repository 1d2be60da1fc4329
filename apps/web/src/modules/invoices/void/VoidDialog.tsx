import { type InvoiceRow, invoiceVoidBody } from '@pianzhang/contract/invoices'
import { Form } from 'antd'
import type { Answer } from '../../../platform/api/api.ts'
import { count } from '../../../ui/count.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { invoices } from '../api.ts'
import { voidInvoice, voidInvoices } from '../calls.ts'
import { nameOf } from '../words.ts'

interface Values {
  reason: string
}
const Item = basicItems<Values>()

interface Props {
  rows: readonly InvoiceRow[]
  onVoided: () => void
  onClose: () => void
}

/** 作废: one invoice, or all that are selected, with one reason. */
export default function VoidDialog({ rows, onVoided, onClose }: Props) {
  const [only, ...others] = rows
  return (
    <FormDialog<Values, Answer<unknown>>
      title={others.length > 0 ? `作废 ${count(rows.length)} 张发票` : '作废发票'}
      width={440}
      initial={{ reason: '' }}
      shape={invoiceVoidBody.shape}
      send={({ reason }, key) =>
        only && others.length === 0
          ? voidInvoice(only, reason, key)
          : voidInvoices(
              rows.map(({ code }) => code),
              reason,
              key,
            )
      }
      onSaved={async () => {
        onVoided()
        await invoices.changed()
      }}
      onClose={onClose}
    >
      <Form.Item>
        {only && others.length === 0 && <>{nameOf(only)}。</>}
        作废后不再列出和计数，也不能关联付款；可按“已作废”筛选出来并撤销作废。
      </Form.Item>
      <Item.Text name="reason" label="作废原因" required autoFocus />
    </FormDialog>
  )
}
