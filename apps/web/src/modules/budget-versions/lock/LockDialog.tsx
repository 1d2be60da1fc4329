import { lockBody } from '@pianzhang/contract/budget-versions'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { lock, versionsChanged } from '../api.ts'

interface Values {
  name: string
}
const Item = basicItems<Values>()

/** 锁定预算: keeps the budget as it is as a version. */
export default function LockDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof lock>>>
      title="锁定预算"
      width={480}
      initial={{ name: '' }}
      shape={lockBody.shape}
      send={lock}
      onSaved={versionsChanged}
      onClose={onClose}
    >
      <p>当前费用预算将保存为一个版本。锁定后不能新增、编辑、删除或导入预算明细，请使用预算调剂。</p>
      <Item.Text name="name" label="版本名称" required placeholder="请输入版本名称，如 开机预算" />
    </FormDialog>
  )
}
