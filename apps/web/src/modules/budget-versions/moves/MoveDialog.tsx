import { moveBody } from '@pianzhang/contract/budget-versions'
import { currentDay } from '../../../platform/currentDay.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { merge } from '../../../ui/form/items/item.ts'
import { typedAmount } from '../../../ui/form/rules.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { BudgetExtra } from '../../booking/BudgetHint.tsx'
import { useBudgetsLeft } from '../../booking/useBudgetsLeft.ts'
import { SubjectPicker } from '../../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { subjectChoices } from '../../subjects/picker/subjects.ts'
import { move, versionsChanged } from '../api.ts'

interface Values {
  from_code: string | null
  to_code: string | null
  amount: string
  reason: string
  moved_at: string
}
const Item = { ...basicItems<Values>(), ...dayItems<Values>() }

/** 预算调剂: from one subject to another; the total stays. */
export default function MoveDialog({ onClose }: { onClose: () => void }) {
  const tree = useSubjects()
  const { left, onOpenChange } = useBudgetsLeft(false)
  const merged = (name: string, label: string) =>
    merge.choice(name, label, subjectChoices(tree.items ?? [], []))
  const picker = (
    <SubjectPicker tree={tree.items} state={tree.state} left={left} onOpenChange={onOpenChange} />
  )
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof move>>>
      title="预算调剂"
      width={600}
      initial={{ from_code: null, to_code: null, amount: '', reason: '', moved_at: currentDay() }}
      shape={moveBody.shape}
      send={(values, key) => move({ ...values, amount: typedAmount(values.amount) }, key)}
      onSaved={async ({ data }) => {
        await versionsChanged()
        if (data.warning) toast.warning(data.warning)
      }}
      onClose={onClose}
    >
      <Columns>
        <Item.Own
          name="from_code"
          label="调出科目"
          required
          wide
          merged={merged}
          extra={<BudgetExtra left={left} subject="from_code" amount="amount" />}
        >
          {picker}
        </Item.Own>
        <Item.Own
          name="to_code"
          label="调入科目"
          required
          wide
          merged={merged}
          extra={<BudgetExtra left={left} subject="to_code" amount={null} />}
        >
          {picker}
        </Item.Own>
        <Item.Amount name="amount" label="调剂金额（元）" required positive />
        <Item.Day name="moved_at" label="调剂日期" required booking />
        <Item.Note name="reason" label="调剂原因" required wide />
      </Columns>
    </FormDialog>
  )
}
