import { COST_BUDGET_FIELDS, type CostBudget, costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { BUDGET_UNITS } from '@pianzhang/contract/lists'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { parseQuantityField } from '@pianzhang/contract/quantity'
import { Form, Input } from 'antd'
import type { ComponentProps } from 'react'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { merge } from '../../../ui/form/items/item.ts'
import { type Again, RecordDialog, type RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { faultRule, isAmountTyped, typedAmount } from '../../../ui/form/rules.ts'
import { SameAsTyped } from '../../../ui/form/SameRecords.tsx'
import { SubjectItem } from '../../subjects/picker/SubjectItem.tsx'
import { budgets } from '../api.ts'
import styles from './Dialog.module.css'
import { typedQuantity, typedTotal } from './typed.ts'

/** 合计: what the typed price and quantity come to, with its capitals. Not a field of the form. */
const Total = () => (
  <Form.Item noStyle dependencies={['unit_price', 'quantity']}>
    {({ getFieldValue }) => (
      <Product price={getFieldValue('unit_price')} quantity={getFieldValue('quantity')} />
    )}
  </Form.Item>
)

function Product({ price, quantity }: { price: string; quantity: string }) {
  const total = typedTotal(price, quantity)
  const amount = 'amount' in total ? total.amount : undefined
  return (
    <Form.Item label="合计（元）" htmlFor="budget-total" extra={amount && capitals(amount)}>
      <Input
        id="budget-total"
        className={`num ${styles.total} ${amount?.startsWith('-') ? 'red' : ''}`}
        readOnly
        // No stop between the fields that are filled in.
        tabIndex={-1}
        value={amount === undefined ? '-' : formatYuan(amount)}
      />
    </Form.Item>
  )
}

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'> {
  /** The typed text; after a blur with a valid quantity, as the API writes it. */
  value?: string
  onChange?: (text: string) => void
}

/** A quantity. Accepts separators, full-width digits and `=3*20`, which is worked out when it loses the focus. */
function QuantityInput({ value = '', onChange, onBlur, ...rest }: Props) {
  const settle = () => {
    const settled = typedQuantity(value)
    if (settled !== value) onChange?.(settled)
  }
  return (
    <Input
      {...rest}
      className={`num ${styles.quantity}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle()
      }}
    />
  )
}

const valuesOf = (row: CostBudget | null) => ({
  subject_three_code: row?.subject_three_code ?? null,
  unit_price: row?.unit_price_yuan ?? '',
  quantity: row?.quantity ?? '',
  unit: row?.unit ?? '',
  remark: row?.remark ?? '',
})

type Values = ReturnType<typeof valuesOf>
const AGAIN = {
  fresh: [],
  kept: ['subject_three_code', 'unit'],
  single: ['unit_price', 'quantity'],
  focus: 'subject_three_code',
} satisfies Again<Values>
const bodyOf = (values: Values) => ({
  ...values,
  unit_price: typedAmount(values.unit_price),
  quantity: typedQuantity(values.quantity),
})

const sameOf = ({ subject_three_code: subject, unit_price, quantity }: Values) => {
  const total = typedTotal(unit_price, quantity)
  return subject && 'amount' in total && isAmountTyped(total.amount)
    ? { subject_three_codes: [subject], amount: total.amount }
    : null
}

type Labels = typeof COST_BUDGET_FIELDS
const Item = {
  ...basicItems<Values, Labels>(COST_BUDGET_FIELDS),
  ...choiceItems<Values, Labels>(COST_BUDGET_FIELDS),
}

/** Rejects an invalid quantity, and one whose resulting amount cannot be stored. */
const quantityRule = ({ getFieldValue }: { getFieldValue: (name: string) => string }) =>
  faultRule((text: string) => {
    const { error } = text.trim() === '' ? { error: undefined } : parseQuantityField(text)
    const total = typedTotal(getFieldValue('unit_price'), text)
    return error ?? ('error' in total ? total.error : undefined)
  })

/** Enter behind a price saves, and without a quantity the line is worth nothing. */
function worthless({ unit_price, quantity }: Values) {
  const total = typedTotal(unit_price, quantity)
  if (!('amount' in total) || total.amount !== '0.00') return undefined
  const field = /^0?$/.test(typedQuantity(quantity)) ? 'quantity' : 'unit_price'
  const text = `${field === 'quantity' ? '数量' : '单价'}为空或过小，这条预算不会计入预算总额。`
  return { title: '合计为 0.00，仍然保存吗？', text, field } as const
}

/** 新增费用预算 / 编辑费用预算. */
export default function BudgetDialog({ row, like, onClose }: RecordProps<CostBudget>) {
  const [seen, onLatest] = useSeen(row ?? like)

  return (
    <RecordDialog
      of={budgets}
      title={row ? '编辑费用预算' : '新增费用预算'}
      width={600}
      row={row}
      like={like}
      values={valuesOf}
      body={bodyOf}
      doubt={worthless}
      shape={costBudgetBody.shape}
      onLatest={onLatest}
      again={AGAIN}
      onClose={onClose}
    >
      {!row && <SameAsTyped of={budgets} sameOf={sameOf} text="条预算的科目、合计相同" />}
      <Columns>
        <SubjectItem name="subject_three_code" required wide seen={seen} />
        <Item.Amount name="unit_price" />
        <Item.Own
          name="quantity"
          dependencies={['unit_price']}
          validateTrigger="onBlur"
          rules={[quantityRule]}
          merged={(name, label) => merge.typed(name, label, typedQuantity)}
        >
          <QuantityInput placeholder="请输入数量" />
        </Item.Own>
        <Item.Suggest name="unit" options={BUDGET_UNITS} placeholder="请选择或输入单位" />
        <Total />
        <Item.Note name="remark" wide />
      </Columns>
    </RecordDialog>
  )
}
