import {
  INVESTMENT_BUDGET_FIELDS,
  type InvestmentBudget,
  investmentBudgetBody,
} from '@pianzhang/contract/investment-budgets'
import type { FormInstance } from 'antd'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { Columns } from '../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { type Again, RecordDialog, type RecordProps } from '../../ui/form/RecordDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../ui/form/rules.ts'
import { useInvestors } from './picker/investors.ts'
import { lingeringBudgets as budgets } from './save.ts'

const valuesOf = (row: InvestmentBudget | null) => ({
  investor: row?.investor ?? '',
  amount: row?.amount_yuan ?? '',
  variate: row?.variate ?? '0.00',
})
type Values = ReturnType<typeof valuesOf>
const AGAIN = {
  fresh: [],
  kept: [],
  single: ['investor', 'amount'],
  focus: 'investor',
} satisfies Again<Values>
const bodyOf = ({ investor, amount, variate }: Values) => ({
  investor,
  amount: typedAmount(amount),
  variate: typedAmount(variate),
})

type Labels = typeof INVESTMENT_BUDGET_FIELDS
const Item = {
  ...basicItems<Values, Labels>(INVESTMENT_BUDGET_FIELDS),
  ...choiceItems<Values, Labels>(INVESTMENT_BUDGET_FIELDS),
}

/** Neither investor nor amount is filled in: a new budget then has nothing to save. */
const isEmpty = ({ investor, amount }: Values): boolean => investor.trim() === '' && amount.trim() === ''

const { shape } = investmentBudgetBody

/** 新增投资预算 / 编辑投资预算. */
export default function BudgetDialog({ row, onClose }: RecordProps<InvestmentBudget>) {
  const { budgeted, received } = useInvestors()
  // An investor has one budget at most, so the names of other budgets are not suggested.
  const free = received.filter((name) => name === row?.investor || !budgeted.includes(name))
  /** Applies the rule of a required field, except to an empty new budget. */
  const unlessEmpty =
    (rule: { validator: (_: unknown, value: string) => Promise<void> }) =>
    ({ getFieldsValue }: Pick<FormInstance<Values>, 'getFieldsValue'>) => ({
      validator: async (_: unknown, value: string): Promise<void> => {
        if (row || !isEmpty(getFieldsValue())) await rule.validator(_, value)
      },
    })

  return (
    <RecordDialog
      of={budgets}
      title={row ? '编辑投资预算' : '新增投资预算'}
      width={520}
      row={row}
      values={valuesOf}
      body={bodyOf}
      shape={shape}
      again={AGAIN}
      nothing={row ? undefined : isEmpty}
      onClose={onClose}
    >
      <Columns>
        <Item.Suggest
          name="investor"
          required
          wide
          options={free}
          rules={[unlessEmpty(asInContract(shape.investor))]}
        />
        <Item.Amount name="amount" required positive rules={[unlessEmpty(amountInContract(shape.amount))]} />
        <Item.Amount name="variate" label={INVESTMENT_BUDGET_FIELDS.variate} placeholder="0.00" />
      </Columns>
    </RecordDialog>
  )
}
