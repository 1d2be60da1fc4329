import {
  INVOICE_LABELS,
  INVOICE_TYPES,
  type InvoiceField,
  invoiceTypeName,
  isKnownType,
  lacking,
  OTHER_INVOICE_CODE,
} from '@pianzhang/contract/invoice-types'
import { invoiceCheckQuery } from '@pianzhang/contract/invoices'
// biome-ignore lint/style/noRestrictedImports: shares its rules with the other figures; a query sends an empty one as a text.
import { Form, Input, Select } from 'antd'
import { DateField } from '../../../ui/fields/days/DateField.tsx'
import { dateRule } from '../../../ui/fields/days/dates.ts'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { amountInContract, asInContract, faultRule } from '../../../ui/form/rules.ts'
import { faultOf, type Mode, type Values } from './fields.ts'

const TYPES = INVOICE_TYPES.map(({ code, label }) => ({ value: code as string, label: label as string }))
const AMOUNTS: readonly InvoiceField[] = ['total_amount', 'amount_without_tax']
const HINTS: Partial<Record<InvoiceField, string>> = { check_code: '校验码后6位' }

interface Props {
  mode: Mode
  name: InvoiceField
  required: boolean
}

/** One figure of an invoice, checked by the API schema and against the other figures. */
export function FigureField({ mode, name, required }: Props) {
  const form = Form.useFormInstance<Values>()
  const schema = invoiceCheckQuery.shape[name]
  const present = faultRule((value: string | null | undefined) =>
    required && (value ?? '').trim() === '' ? lacking(name) : undefined,
  )
  const fits = faultRule(() => faultOf(mode, name, form.getFieldsValue()))
  const own = AMOUNTS.includes(name)
    ? amountInContract(schema)
    : name === 'billing_date'
      ? dateRule()
      : asInContract(schema)
  return (
    <Form.Item
      name={name}
      label={AMOUNTS.includes(name) ? `${INVOICE_LABELS[name]}（元）` : INVOICE_LABELS[name]}
      required={required}
      validateTrigger="onBlur"
      validateFirst
      rules={[present, own, fits]}
    >
      <Control name={name} />
    </Form.Item>
  )
}

/** `rest`: what `Form.Item` passes to its control. */
function Control({ name, ...rest }: { name: InvoiceField; value?: string | null; id?: string }) {
  const placeholder = HINTS[name] ?? lacking(name)
  if (name === 'invoice_type') return <TypeSelect placeholder={placeholder} {...rest} />
  if (name === 'billing_date') return <DateField placeholder={placeholder} {...rest} />
  if (AMOUNTS.includes(name))
    return <MoneyInput placeholder={placeholder} {...rest} value={rest.value ?? ''} />
  return (
    <Input placeholder={placeholder} maxLength={200} autoComplete="off" {...rest} value={rest.value ?? ''} />
  )
}

/** Selects one of the known types, or 其他发票, which keeps an unknown code that was read. */
function TypeSelect({ value, ...rest }: { value?: string | null; placeholder: string; id?: string }) {
  const other = value && !isKnownType(value) ? value : OTHER_INVOICE_CODE
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={[...TYPES, { value: other, label: invoiceTypeName(other) }]}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
    />
  )
}
