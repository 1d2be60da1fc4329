import { type Imprest, imprestChanges } from '@pianzhang/contract/imprests'
import { ChangeDialog, type ChangeProps } from '../../../ui/list/change/ChangeDialog.tsx'
import { CHANNEL, OUT_CONTRACT, POST, SUBJECT, VOUCHER } from '../../booking/changes.tsx'
import { imprests } from '../api.ts'
import { amountOf } from '../removal.ts'

/** 批量修改 of petty cash details. */
export default function ImprestChange(props: ChangeProps<Imprest>) {
  return (
    <ChangeDialog
      {...props}
      of={imprests}
      noun="条备用金明细"
      nameOf={({ code }) => code}
      amountOf={amountOf}
      fields={[SUBJECT, POST, CHANNEL, VOUCHER, OUT_CONTRACT]}
      shape={imprestChanges.shape}
    />
  )
}
