import { yuan } from '@pianzhang/contract/money'
import { SameRecords } from '../../../ui/form/SameRecords.tsx'
import { payments } from '../api.ts'
import { totalOf } from './draft.ts'
import { type DraftStore, useDraft } from './store.ts'

/** Payments with the day, payer and total of a new one. */
export function SamePayments({ store, saving }: { store: DraftStore; saving: boolean }) {
  const day = useDraft(store, ({ header }) => header.pay_at)
  const payer = useDraft(store, ({ header }) => header.payer.trim())
  const total = useDraft(store, ({ lines }) => totalOf(lines))
  const filled = day !== '' && payer !== '' && total !== 0n
  return (
    <SameRecords
      of={payments}
      same={filled ? { start_pay_at: day, end_pay_at: day, payers: [payer], pay_amount: yuan(total) } : null}
      text="笔付款的付款时间、付款方、金额相同"
      numbered
      saving={saving}
    />
  )
}
