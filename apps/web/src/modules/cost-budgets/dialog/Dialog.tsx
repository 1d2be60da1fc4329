import { type CostBudget, costBudgetBody } from '@pianzhang/contract/cost-budgets'
import { BUDGET_UNITS } from '@pianzhang/contract/lists'
import { parseQuantityField } from '@pianzhang/contract/quantity'
import { AutoComplete, Form, Input } from 'antd'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { Columns, Wide } from '../../../ui/form/Columns.tsx'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../../ui/form/rules.ts'
import { SubjectPicker } from '../../subjects/picker/SubjectPicker.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { subjectChoices } from '../../subjects/picker/subjects.ts'
import { budgets } from '../api.ts'
import { QuantityInput } from './QuantityInput.tsx'
import { Total } from './Total.tsx'
import { typedQuantity, typedTotal } from './typed.ts'

interface Props {
  /** Null: a new line. */
  row: CostBudget | null
  onClose: () => void
}

const valuesOf = (row: CostBudget | null) => ({
  subject_three_code: row?.subject_three_code ?? null,
  unit_price: row?.unit_price_yuan ?? '',
  quantity: row?.quantity ?? '',
  unit: row?.unit ?? '',
  remark: row?.remark ?? '',
})

const fields = mergeFields<ReturnType<typeof valuesOf>>()
const { subject_three_code, unit_price, unit, remark } = costBudgetBody.shape
const units = BUDGET_UNITS.map((value) => ({ value }))

/** The quantity's own fault, or that the amount cannot be stored. */
const quantityRule = ({ getFieldValue }: { getFieldValue: (name: string) => string }) => ({
  validator: async (_: unknown, text: string): Promise<void> => {
    const { error } = text.trim() === '' ? { error: undefined } : parseQuantityField(text)
    const total = typedTotal(getFieldValue('unit_price'), text)
    const fault = error ?? ('error' in total ? total.error : '')
    if (fault !== '') throw new Error(fault)
  },
})

/** 新增费用预算 / 编辑费用预算. */
export default function BudgetDialog({ row, onClose }: Props) {
  const [seen, onLatest] = useSeen(row)
  const now = seen[0]
  const { items: tree, state } = useSubjects()
  return (
    <FormDialog
      title={row ? '编辑费用预算' : '新增费用预算'}
      width={600}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => budgets.latest(row.code),
          onLatest,
          valuesOf,
          fields: fields.all([
            fields.choice('subject_three_code', '科目', subjectChoices(tree ?? [], seen)),
            fields.amount('unit_price', '单价（元）'),
            fields.typed('quantity', '数量', typedQuantity),
            fields.text('unit', '单位'),
            fields.text('remark', '备注'),
          ]),
        }
      }
      send={(values, key, version) => {
        const price = typedAmount(values.unit_price)
        const body = { ...values, unit_price: price, quantity: typedQuantity(values.quantity), version }
        return row ? budgets.update(row.code, body, key) : budgets.create(body, key)
      }}
      onSaved={budgets.changed}
      onClose={onClose}
    >
      <Columns>
        <Wide>
          <Form.Item
            name="subject_three_code"
            label="科目"
            required
            rules={[asInContract(subject_three_code)]}
          >
            <SubjectPicker
              tree={tree}
              state={state}
              known={
                now && {
                  value: now.subject_three_code,
                  number: now.subject_three_out_code,
                  name: now.subject_three_name,
                }
              }
            />
          </Form.Item>
        </Wide>
        <Form.Item
          name="unit_price"
          label="单价（元）"
          validateTrigger="onBlur"
          rules={[amountInContract(unit_price)]}
        >
          <MoneyInput placeholder="请输入单价" />
        </Form.Item>
        <Form.Item
          name="quantity"
          label="数量"
          dependencies={['unit_price']}
          validateTrigger="onBlur"
          rules={[quantityRule]}
        >
          <QuantityInput placeholder="请输入数量" />
        </Form.Item>
        <Form.Item name="unit" label="单位" rules={[asInContract(unit)]}>
          <AutoComplete
            options={units}
            showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) ?? false }}
            defaultActiveFirstOption={false}
            placeholder="请选择或输入单位"
            maxLength={200}
          />
        </Form.Item>
        <Form.Item noStyle dependencies={['unit_price', 'quantity']}>
          {({ getFieldValue }) => (
            <Total price={getFieldValue('unit_price')} quantity={getFieldValue('quantity')} />
          )}
        </Form.Item>
        <Wide>
          <Form.Item name="remark" label="备注" rules={[asInContract(remark)]}>
            <Input.TextArea placeholder="请输入备注" maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
