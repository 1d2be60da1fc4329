import { formatYuan } from '@pianzhang/contract/money'
import type { Instalment, Instalments } from '@pianzhang/contract/payables'
import type { Answer } from '../../../platform/api/api.ts'
import { currentDay } from '../../../platform/currentDay.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { planChanged, reach } from '../../contract-picker/instalments.ts'

interface Values {
  due_at: string
}
// With the basic items, as every other form: without them the build splits their chunk, which all dialogs load.
const Item = { ...basicItems<Values>(), ...dayItems<Values>() }

/** 登记达成: a milestone is reached, and is due on a day. */
export default function ReachDialog({
  contract,
  row,
  onClose,
}: {
  contract: string
  row: Instalment
  onClose: () => void
}) {
  return (
    <FormDialog<Values, Answer<Instalments>>
      title="登记达成"
      width={420}
      initial={{ due_at: currentDay() }}
      send={({ due_at }, key) =>
        reach(contract, row.code, { reached: true, due_at, version: row.version }, key)
      }
      onRefused={(error) => void toast.error(error.message)}
      onSaved={planChanged}
      onClose={onClose}
    >
      <p>
        {row.title}，{formatYuan(row.amount_yuan)} 元
      </p>
      <Item.Day name="due_at" label="到期日" required />
    </FormDialog>
  )
}
