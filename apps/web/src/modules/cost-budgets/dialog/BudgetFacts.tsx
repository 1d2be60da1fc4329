import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { grouped } from '@pianzhang/contract/decimal'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'

/** All that a budget line says. */
export const BudgetFacts = ({ budget }: { budget: CostBudget }) => (
  <Facts columns="repeat(2, minmax(0, 1fr))">
    <Fact name="科目编号" value={<span className="num">{budget.subject_three_out_code}</span>} />
    <Fact name="一级科目" value={budget.subject_one_name} />
    <Fact name="二级科目" value={budget.subject_two_name} />
    <Fact name="三级科目" value={budget.subject_three_name} />
    <Fact name="单价（元）" value={<MoneyText amount={budget.unit_price_yuan} />} />
    <Fact name="数量" value={<span className="num">{grouped(budget.quantity)}</span>} />
    <Fact name="单位" value={budget.unit} />
    <Fact name="合计（元）" value={<MoneyText amount={budget.amount_yuan} strong />} />
    <Fact name="备注" value={budget.remark} wide />
  </Facts>
)
