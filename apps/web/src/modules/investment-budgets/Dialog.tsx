import { type InvestmentBudget, investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { AutoComplete, Form, type FormInstance } from 'antd'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import { Columns, Wide } from '../../ui/form/Columns.tsx'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../ui/form/rules.ts'
import { budgetsChanged } from './api.ts'
import { useInvestors } from './picker/investors.ts'
import { createBudget, latestBudget, updateBudget } from './save.ts'

interface Props {
  /** Null: a new budget. */
  row: InvestmentBudget | null
  onClose: () => void
}

const valuesOf = (row: InvestmentBudget | null) => ({
  investor: row?.investor ?? '',
  amount: row?.amount_yuan ?? '',
  variate: row?.variate ?? '0.00',
})
type Values = ReturnType<typeof valuesOf>

const fields = mergeFields<Values>()
const FIELDS = fields.all([
  fields.text('investor', '投资方'),
  fields.amount('amount', '投资金额（元）'),
  fields.amount('variate', '投资溢价'),
])

/** Neither investor nor amount: of a new budget that is nothing to save. */
const isEmpty = ({ investor, amount }: Values): boolean => investor.trim() === '' && amount.trim() === ''

const { investor, amount, variate } = investmentBudgetBody.shape

/** 新增投资预算 / 编辑投资预算. */
export default function BudgetDialog({ row, onClose }: Props) {
  const { budgeted, received } = useInvestors()
  // An investor has one budget.
  const free = received.filter((name) => name === row?.investor || !budgeted.includes(name))
  /** The rule of a required field, which an empty new budget need not obey. */
  const unlessEmpty =
    (rule: { validator: (_: unknown, value: string) => Promise<void> }) =>
    ({ getFieldsValue }: Pick<FormInstance<Values>, 'getFieldsValue'>) => ({
      validator: async (_: unknown, value: string): Promise<void> => {
        if (row || !isEmpty(getFieldsValue())) await rule.validator(_, value)
      },
    })

  return (
    <FormDialog
      title={row ? '编辑投资预算' : '新增投资预算'}
      width={520}
      initial={valuesOf(row)}
      nothing={row ? undefined : isEmpty}
      edited={
        row && {
          record: row,
          latest: () => latestBudget(row.code),
          valuesOf,
          fields: FIELDS,
        }
      }
      send={(values, key, version) => {
        const body = {
          ...values,
          amount: typedAmount(values.amount),
          variate: typedAmount(values.variate),
          version,
        }
        return row ? updateBudget(row.code, body, key) : createBudget(body, key)
      }}
      onSaved={budgetsChanged}
      onClose={onClose}
    >
      <Columns>
        <Wide>
          <Form.Item name="investor" label="投资方" required rules={[unlessEmpty(asInContract(investor))]}>
            <AutoComplete
              options={free.map((name) => ({ value: name }))}
              showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) ?? false }}
              defaultActiveFirstOption={false}
              placeholder="请输入投资方"
              maxLength={200}
            />
          </Form.Item>
        </Wide>
        <Form.Item
          name="amount"
          label="投资金额（元）"
          required
          validateTrigger="onBlur"
          rules={[unlessEmpty(amountInContract(amount))]}
        >
          <MoneyInput positive placeholder="请输入投资金额" />
        </Form.Item>
        <Form.Item
          name="variate"
          label="投资溢价"
          validateTrigger="onBlur"
          rules={[amountInContract(variate)]}
        >
          <MoneyInput placeholder="0.00" />
        </Form.Item>
      </Columns>
    </FormDialog>
  )
}
