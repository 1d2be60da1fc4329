import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { type DetailProps, RecordDetail } from '../../../ui/page/record/RecordDetail.tsx'

/** 费用预算详情, opened by a card: on a phone a long remark has no room in the list. */
export default function BudgetDetail({ row, ...dialog }: DetailProps<CostBudget>) {
  return (
    <RecordDetail row={row} {...dialog} title="费用预算详情" width={560}>
      <Facts columns="repeat(2, minmax(0, 1fr))">
        <Fact name="科目编号" value={<span className="num">{row.subject_three_out_code}</span>} />
        <Fact name="一级科目" value={row.subject_one_name} />
        <Fact name="二级科目" value={row.subject_two_name} />
        <Fact name="三级科目" value={row.subject_three_name} />
        <Fact name="单价（元）" value={<MoneyText amount={row.unit_price_yuan} />} />
        <Fact name="数量" value={<span className="num">{grouped(row.quantity)}</span>} />
        <Fact name="单位" value={row.unit} />
        <Fact name="合计（元）" value={<MoneyText amount={row.amount_yuan} strong />} />
        <Fact name="备注" value={row.remark} wide />
      </Facts>
    </RecordDetail>
  )
}
