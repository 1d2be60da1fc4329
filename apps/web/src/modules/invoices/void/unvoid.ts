import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { invoices } from '../api.ts'
import { unvoidInvoice } from '../calls.ts'
import { nameOf } from '../words.ts'

/** 撤销作废, after a question. */
export const unvoid = (row: InvoiceRow): void =>
  void ask({ title: '确定撤销作废？', text: nameOf(row) }, async () => {
    const { msg } = await unvoidInvoice(row)
    await invoices.changed()
    toast.success(msg)
  })
