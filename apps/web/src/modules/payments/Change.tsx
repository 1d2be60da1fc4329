import { fenOf } from '@pianzhang/contract/money'
import { type PaymentListItem, paymentChanges } from '@pianzhang/contract/payments'
import { count } from '../../ui/count.ts'
import { ChangeDialog, type ChangeProps } from '../../ui/list/change/ChangeDialog.tsx'
import { CHANNEL, OUT_CONTRACT, PAYMENT_TYPE, POST, SUBJECT, VOUCHER } from '../booking/changes.tsx'
import { payments } from './api.ts'

/** 批量修改 of payments. All fields but 部门/岗位 are of lines, and are changed in all lines. */
export default function PaymentChange(props: ChangeProps<PaymentListItem>) {
  return (
    <ChangeDialog
      {...props}
      of={payments}
      noun="笔付款"
      nameOf={({ code }) => code}
      amountOf={(row) => row.pay_amount_yuan}
      linesOf={(row) => row.line_count}
      hint={unmatchedHint}
      fields={[SUBJECT, PAYMENT_TYPE, VOUCHER, OUT_CONTRACT, CHANNEL, POST]}
      shape={paymentChanges.shape}
    />
  )
}

/** A list that is filtered by lines shows payments that have other lines, too. */
function unmatchedHint(rows: readonly PaymentListItem[]): string | undefined {
  const more = rows.filter((row) => fenOf(row.matched_amount_yuan) !== fenOf(row.pay_amount_yuan)).length
  return more > 0
    ? `其中 ${count(more)} 笔付款还有不符合筛选条件的明细，也会一并修改；只改部分明细时，请编辑该付款。`
    : undefined
}
