import { type PettyCashDetail, pettyCashChanges } from '@pianzhang/contract/petty-cash'
import { ChangeDialog, type ChangeProps } from '../../../ui/list/change/ChangeDialog.tsx'
import { CHANNEL, OUT_CONTRACT, POST, SUBJECT, VOUCHER } from '../../booking/changes.tsx'
import { pettyCash } from '../api.ts'
import { amountOf } from '../columns.tsx'

/** 批量修改 of petty cash details. */
export default function PettyCashChange(props: ChangeProps<PettyCashDetail>) {
  return (
    <ChangeDialog
      {...props}
      of={pettyCash}
      noun="条备用金明细"
      nameOf={({ code }) => code}
      amountOf={amountOf}
      fields={[SUBJECT, POST, CHANNEL, VOUCHER, OUT_CONTRACT]}
      shape={pettyCashChanges.shape}
    />
  )
}
