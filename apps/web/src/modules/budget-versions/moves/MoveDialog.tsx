import { moveBody } from '@pianzhang/contract/budget-versions'
import { currentDay } from '../../../platform/currentDay.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { typedAmount } from '../../../ui/form/rules.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { BudgetExtra } from '../../booking/BudgetHint.tsx'
import { useBudgetsLeft } from '../../booking/useBudgetsLeft.ts'
import { SubjectItem } from '../../subjects/picker/SubjectItem.tsx'
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
  const budgets = useBudgetsLeft(false)
  const { left } = budgets
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
        <SubjectItem
          name="from_code"
          label="调出科目"
          required
          wide
          {...budgets}
          extra={<BudgetExtra left={left} subject="from_code" amount="amount" />}
        />
        <SubjectItem
          name="to_code"
          label="调入科目"
          required
          wide
          {...budgets}
          extra={<BudgetExtra left={left} subject="to_code" amount={null} />}
        />
        <Item.Amount name="amount" label="调剂金额（元）" required positive />
        <Item.Day name="moved_at" label="调剂日期" required booking />
        <Item.Note name="reason" label="调剂原因" required wide />
      </Columns>
    </FormDialog>
  )
}
