import { type CostBudget, costBudgetChanges } from '@pianzhang/contract/cost-budgets'
import { ChangeDialog, type ChangeProps } from '../../../ui/list/change/ChangeDialog.tsx'
import { SUBJECT } from '../../booking/changes.tsx'
import { budgets } from '../api.ts'
import { amountOf, nameOf } from '../columns.tsx'

/** 批量修改 of budget lines. */
export default function BudgetChange(props: ChangeProps<CostBudget>) {
  return (
    <ChangeDialog
      {...props}
      of={budgets}
      noun="条费用预算"
      nameOf={nameOf}
      amountOf={amountOf}
      fields={[SUBJECT]}
      shape={costBudgetChanges.shape}
    />
  )
}
