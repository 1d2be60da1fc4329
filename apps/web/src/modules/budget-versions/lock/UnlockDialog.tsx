import { type BudgetVersion, unlockBody } from '@pianzhang/contract/budget-versions'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { unlock, versionsChanged } from '../api.ts'

interface Values {
  reason: string
}
const Item = basicItems<Values>()

/** 解锁预算: its lines can be edited again; the version stays. */
export default function UnlockDialog({
  version,
  onClose,
}: {
  version: Pick<BudgetVersion, 'code' | 'name'>
  onClose: () => void
}) {
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof unlock>>>
      title="解锁预算"
      width={480}
      initial={{ reason: '' }}
      shape={unlockBody.shape}
      send={(values, key) => unlock(version.code, values, key)}
      onSaved={versionsChanged}
      onClose={onClose}
    >
      <p>解锁后可以直接修改预算明细。“{version.name}”仍可用于对比，其调剂不能再删除。</p>
      <Item.Note name="reason" label="解锁原因" required />
    </FormDialog>
  )
}
