import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { Button } from 'antd'
import { IconEdit } from '../../../ui/icons.tsx'
import { DetailDialog } from '../../../ui/page/DetailDialog.tsx'
import { BudgetFacts } from './BudgetFacts.tsx'

interface Props {
  row: CostBudget
  onClose: () => void
  onEdit: () => void
}

/** 费用预算详情, opened by a card: on a phone a long remark has no room in the list. */
export default function BudgetDetail({ row, onClose, onEdit }: Props) {
  return (
    <DetailDialog
      title="费用预算详情"
      width={560}
      onClose={onClose}
      actions={
        row.can.write && (
          <Button icon={<IconEdit size={14} />} onClick={onEdit}>
            编辑
          </Button>
        )
      }
    >
      <BudgetFacts budget={row} />
    </DetailDialog>
  )
}
