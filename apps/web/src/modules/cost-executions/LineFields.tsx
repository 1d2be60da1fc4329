import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { faceTaxRate } from '@pianzhang/contract/lists'
import { AutoComplete, Input, Select } from 'antd'
import { memo, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { ImageUpload } from '../../ui/ImageUpload.tsx'
import { MoneyInput } from '../../ui/MoneyInput.tsx'
import { SubjectPicker } from '../../ui/SubjectPicker.tsx'
import { type DraftLine, type LineField, setLine } from './draft.ts'
import styles from './Editor.module.css'
import type { LineOptions, RichOption } from './options.ts'
import { type DraftStore, useDraft } from './store.ts'

interface Props {
  store: DraftStore
  lineKey: string
  options: LineOptions
  signal: AbortSignal
}

const NO_ERRORS = {}
const found = (typed: string, option?: RichOption): boolean => option?.words.includes(typed.trim().toLowerCase()) ?? false
const rich = ({ main, aside }: RichOption) => (
  <span className={styles.rich}>
    <span className="num">{main}</span>
    <span className={styles.aside}>{aside}</span>
  </span>
)

/** The fields of the line that is shown. It subscribes to this line alone. */
export const LineFields = memo(function LineFields({ store, lineKey, options, signal }: Props) {
  const line = useDraft(store, (draft) => draft.lines.find((one) => one.key === lineKey))
  const errors = useDraft(store, (draft) => draft.lineErrors[lineKey]) ?? NO_ERRORS
  if (!line) return null

  const set = <F extends LineField>(field: F, value: DraftLine[F]) => store.update((draft) => setLine(draft, lineKey, field, value))
  const field = (name: LineField) => ({ id: `line-${name}`, error: (errors as Record<string, string>)[name] })
  const choice = (name: 'pay_channel' | 'pay_category_id' | 'voucher_category', label: string) => ({
    value: line[name],
    onChange: (value: string | undefined) => set(name, value ?? null),
    placeholder: `请选择${label}`,
    showSearch: { optionFilterProp: 'label' },
  })
  // An invoice belongs to one line: what another line of this form has is not offered.
  const taken = new Set(store.get().lines.flatMap((one) => (one.key !== lineKey && one.check_invoice_code ? [one.check_invoice_code] : [])))

  return (
    <div className={styles.grid}>
      <Field {...field('subject_three_code')} label="科目" required span={2}>
        {(props) => (
          <SubjectPicker
            {...props}
            tree={options.subjects}
            known={options.knownSubjects.get(line.subject_three_code ?? '')}
            value={line.subject_three_code}
            onChange={(code) => set('subject_three_code', code)}
          />
        )}
      </Field>
      <Field {...field('pay_amount')} label="付款金额（元）" required>
        {(props) => <MoneyInput {...props} value={line.pay_amount} onChange={(text) => set('pay_amount', text)} />}
      </Field>
      <Field {...field('pay_channel')} label="付款方式" required>
        {(props) => <Select {...props} {...choice('pay_channel', '付款方式')} options={options.channels} />}
      </Field>
      <Field {...field('pay_category_id')} label="付款类型" required>
        {(props) => <Select {...props} {...choice('pay_category_id', '付款类型')} options={options.categories} />}
      </Field>
      <Field {...field('voucher_category')} label="凭证类型">
        {(props) => <Select {...props} {...choice('voucher_category', '凭证类型')} options={options.vouchers} allowClear />}
      </Field>
      <Field {...field('face_tax_rate')} label="票面税率">
        {(props) => <RateInput {...props} rates={options.rates} value={line.face_tax_rate} onChange={(rate) => set('face_tax_rate', rate)} />}
      </Field>
      <Field {...field('contract_code')} label="合同编号" span={2}>
        {(props) => (
          <Select<string, RichOption>
            {...props}
            value={line.contract_code}
            onChange={(code) => set('contract_code', code ?? null)}
            options={options.contracts}
            placeholder="请选择合同"
            showSearch={{ filterOption: found }}
            allowClear
            optionRender={({ data }) => rich(data)}
            labelRender={({ value }) => labelled(options.contracts, value)}
          />
        )}
      </Field>
      <Field {...field('check_invoice_code')} label="发票号码" span={3}>
        {(props) => (
          <Select<string, RichOption>
            {...props}
            value={line.check_invoice_code}
            onChange={(code) => set('check_invoice_code', code ?? null)}
            options={options.invoices.filter((one) => !taken.has(one.value))}
            placeholder="请选择发票"
            showSearch={{ filterOption: found }}
            allowClear
            optionRender={({ data }) => rich(data)}
            labelRender={({ value }) => labelled(options.invoices, value)}
          />
        )}
      </Field>
      <Field {...field('images')} label="凭证图片" span={3}>
        {(props, labelId) => (
          <ImageUpload
            images={line.images}
            onChange={(change) => store.update((draft) => setLine(draft, lineKey, 'images', change))}
            most={MAX_VOUCHERS}
            signal={signal}
            addId={props.id}
            labelledBy={labelId}
            describedBy={props['aria-describedby']}
          />
        )}
      </Field>
      <Field {...field('remark')} label="备注" span={3}>
        {(props) => (
          <Input.TextArea
            {...props}
            value={line.remark}
            onChange={(event) => set('remark', event.target.value)}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={2000}
          />
        )}
      </Field>
    </div>
  )
})

const labelled = (options: readonly RichOption[], value: unknown) => {
  const option = options.find((one) => one.value === value)
  return option ? rich(option) : String(value)
}

interface RateProps {
  id: string
  status?: 'error'
  rates: readonly string[]
  value: string | null
  onChange: (rate: string | null) => void
}

/** A rate of the list or a typed one, brought into its one spelling when the field is left: `6` is `6%`. */
function RateInput({ rates, value, onChange, ...rest }: RateProps) {
  const [typed, setTyped] = useState('')
  return (
    <AutoComplete
      {...rest}
      value={value ?? ''}
      onChange={(text: string | undefined) => onChange(text ? text : null)}
      options={rates.filter((rate) => rate.startsWith(typed.trim())).map((rate) => ({ value: rate }))}
      // All of them when it is opened, only what fits once somebody types.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onSelect={() => setTyped('')}
      onBlur={() => {
        setTyped('')
        const rate = value && faceTaxRate(value)
        if (rate && rate !== value) onChange(rate)
      }}
      defaultActiveFirstOption={false}
      suffixIcon={<IconChevronDown size={12} />}
      placeholder="请选择票面税率"
      allowClear
    />
  )
}
