import { type Receipt, receiptChanges } from '@pianzhang/contract/receipts'
import { ChangeDialog, type ChangeProps } from '../../ui/list/change/ChangeDialog.tsx'
import { IN_CONTRACT, INVESTMENT_TYPE } from '../booking/changes.tsx'
import { receipts } from './api.ts'
import { amountOf, nameOf } from './columns.tsx'

/** 批量修改 of receipts. */
export default function ReceiptChange(props: ChangeProps<Receipt>) {
  return (
    <ChangeDialog
      {...props}
      of={receipts}
      noun="笔收款"
      nameOf={nameOf}
      amountOf={amountOf}
      fields={[INVESTMENT_TYPE, IN_CONTRACT]}
      shape={receiptChanges.shape}
    />
  )
}
