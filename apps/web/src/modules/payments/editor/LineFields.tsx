import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { inYuan } from '@pianzhang/contract/money'
import { MAX_LINE_INVOICES, PAYMENT_LINE_FIELDS } from '@pianzhang/contract/payments'
// biome-ignore lint/style/noRestrictedImports: the editor's own fields, which write null into its draft.
import { Input, Select } from 'antd'
import { memo, Suspense } from 'react'
import type { LoadState, Option } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { ImageUpload } from '../../../ui/images/ImageUpload.tsx'
import { loadProps } from '../../../ui/states/LoadFailed.tsx'
import { BudgetHint } from '../../booking/BudgetHint.tsx'
import { RateInput } from '../../booking/RateInput.tsx'
import { useBudgetsLeft } from '../../booking/useBudgetsLeft.ts'
import { ContractHint } from '../../contract-picker/contractOption.tsx'
import { RecogniseInvoice } from '../../invoices/picker/RecogniseInvoice.tsx'
import { SubjectPicker } from '../../subjects/picker/SubjectPicker.tsx'
import type { InvoicesProps } from '../line-invoices/LineInvoices.tsx'
import { bookedOn, lineAt, setLine, setLineError } from './draft.ts'
import styles from './Editor.module.css'
import { Invoice, NoInvoice } from './InvoiceFields.tsx'
import { chooseInvoices } from './invoiceFigures.ts'
import type { InstalmentProps } from './LineInstalment.tsx'
import type { LineOptions } from './options.ts'
import { useDraft } from './store.ts'
import { type LineProps, useLine } from './useLine.ts'
import { focus } from './useLineTools.ts'

/** Its code is loaded only where the company has payment plans. */
const LineInstalment = lightPage<InstalmentProps>(() => import('./LineInstalment.tsx'))

/** Its code is loaded only where a line may have several invoices. */
const LineInvoices = lightPage<InvoicesProps>(() => import('../line-invoices/LineInvoices.tsx'))

interface Props extends LineProps {
  options: LineOptions
  /** Aborts uploads when the form unmounts. */
  signal: AbortSignal
  /** Opens the check of an invoice. */
  onCheckInvoice: (code: string) => void
}

/** Fields of the active line. Each subscribes to its own value only, so a keystroke renders one field. */
export const LineFields = memo(function LineFields(props: Props) {
  const { store, lineKey, marks, options, signal, onCheckInvoice } = props
  const line = { store, lineKey, marks }
  return (
    <div className={styles.grid}>
      <Subject {...line} options={options} />
      <Amount {...line} />
      <Choice
        {...line}
        name="pay_channel"
        label={PAYMENT_LINE_FIELDS.pay_channel}
        required
        options={options.channels}
        state={options.states.channels}
      />
      <Choice
        {...line}
        name="pay_category_id"
        label={PAYMENT_LINE_FIELDS.pay_category_id}
        required
        options={options.categories}
        state={options.states.categories}
      />
      <Choice
        {...line}
        name="voucher_category"
        label={PAYMENT_LINE_FIELDS.voucher_category}
        options={options.vouchers}
        state={options.states.vouchers}
      />
      <Rate {...line} rates={options.rates} state={options.states.rates} />
      <Contract {...line} options={options} />
      {useCan()('payable', 'read') && <Instalment {...line} />}
      {options.several ? (
        <>
          <Suspense fallback={<Invoice {...line} options={options} disabled />}>
            <LineInvoices key={lineKey} {...line} options={options} />
          </Suspense>
          <NoInvoice {...line} />
        </>
      ) : (
        <Invoice {...line} options={options} />
      )}
      <Images {...line} options={options} signal={signal} onCheckInvoice={onCheckInvoice} />
      <Remark {...line} />
    </div>
  )
})

const Subject = memo(function Subject({ options, ...line }: LineProps & { options: LineOptions }) {
  const { value, set, field } = useLine(line, 'subject_three_code')
  const { left, onOpenChange } = useBudgetsLeft(value !== null)
  const typed = useDraft(line.store, ({ lines }) => bookedOn(lines, 'subject_three_code', value))
  const hint = left && value && (
    <BudgetHint of={left.get(value)} typed={typed} own={options.stored.subjects.get(value) ?? 0n} />
  )
  return (
    <Field {...field} label="科目" required span={2} hint={hint}>
      {(props) => (
        <SubjectPicker
          {...props}
          tree={options.subjects}
          state={options.states.subjects}
          known={options.knownSubjects.get(value ?? '')}
          value={value}
          onChange={(code) => set(code)}
          left={left}
          onOpenChange={onOpenChange}
        />
      )}
    </Field>
  )
})

const Amount = memo(function Amount(line: LineProps) {
  const { value, set, field } = useLine(line, 'pay_amount')
  return (
    <Field {...field} label={inYuan(PAYMENT_LINE_FIELDS.pay_amount)} required>
      {(props) => (
        <MoneyInput
          {...props}
          value={value}
          onChange={set}
          nonZero
          onUnreadable={(message) =>
            line.store.update((draft) => setLineError(draft, line.lineKey, 'pay_amount', message))
          }
        />
      )}
    </Field>
  )
})

interface ChoiceProps extends LineProps {
  name: 'pay_channel' | 'pay_category_id' | 'voucher_category'
  label: string
  required?: boolean
  options: Option[]
  state: LoadState
}

const Choice = memo(function Choice({ name, label, required = false, options, state, ...line }: ChoiceProps) {
  const { value, set, field } = useLine(line, name)
  return (
    <Field {...field} label={label} required={required}>
      {(props) => (
        <Select<string>
          {...props}
          value={value}
          onChange={(selected: string | undefined) => set(selected ?? null)}
          options={options}
          {...loadProps(state, options.length)}
          // Until the list has loaded, the field does not show a bare code.
          labelRender={({ label: text }) => text ?? '…'}
          placeholder={`请选择${label}`}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={!required}
        />
      )}
    </Field>
  )
})

interface RateProps extends LineProps {
  rates: readonly string[]
  state: LoadState
}

const Rate = memo(function Rate({ rates, state, ...line }: RateProps) {
  const { value, set, field } = useLine(line, 'face_tax_rate')
  return (
    <Field {...field} label={PAYMENT_LINE_FIELDS.face_tax_rate}>
      {(props) => <RateInput {...props} rates={rates} state={state} value={value} onChange={set} />}
    </Field>
  )
})

const Contract = memo(function Contract({ options, ...line }: LineProps & { options: LineOptions }) {
  const { value, set, field } = useLine(line, 'contract_code')
  const contract = options.contracts.find((one) => one.value === value)?.contract
  const typed = useDraft(line.store, ({ lines }) => bookedOn(lines, 'contract_code', value))
  const hint = contract && (
    <ContractHint contract={contract} typed={typed} own={options.stored.contracts.get(contract.code) ?? 0n} />
  )
  return (
    <Field {...field} label={PAYMENT_LINE_FIELDS.contract_code} span={2} hint={hint}>
      {(props) => (
        <RichSelect
          {...props}
          value={value}
          onChange={set}
          all={options.contracts}
          state={options.states.contracts}
          options={options.contracts}
          placeholder="请选择合同"
        />
      )}
    </Field>
  )
})

const Instalment = memo(function Instalment(line: LineProps) {
  const { value, set, field } = useLine(line, 'instalment')
  const contract = useDraft(line.store, (draft) => lineAt(draft, line.lineKey)?.contract_code ?? null)
  const choose: InstalmentProps['onChange'] = (chosen, rest) => {
    set(chosen)
    if (chosen && lineAt(line.store.get(), line.lineKey)?.pay_amount.trim() === '')
      line.store.update((draft) => setLine(draft, line.lineKey, 'pay_amount', rest))
  }
  if (contract === null) return null
  return (
    <Suspense>
      <LineInstalment
        key={contract}
        contract={contract}
        value={value ?? null}
        onChange={choose}
        field={field}
      />
    </Suspense>
  )
})

interface ImagesProps extends LineProps {
  options: LineOptions
  signal: AbortSignal
  onCheckInvoice: (code: string) => void
}

const Images = memo(function Images({ options, signal, onCheckInvoice, ...line }: ImagesProps) {
  const { value, set, field } = useLine(line, 'images')
  // One text, so that typed amounts of invoices do not render this field.
  const chosen = useDraft(line.store, (draft) =>
    (lineAt(draft, line.lineKey)?.invoices ?? []).map(({ code }) => code).join(),
  )
  const mayMakeInvoices = useCan()('invoice', 'write')
  return (
    <Field {...field} label="凭证图片" span={3}>
      {(props, labelId) => (
        <>
          <ImageUpload
            key={line.lineKey}
            images={value}
            onChange={set}
            most={MAX_VOUCHERS}
            addName="上传凭证图片"
            signal={signal}
            addId={props.id}
            labelledBy={labelId}
            describedBy={props['aria-describedby']}
          />
          {mayMakeInvoices && (
            <RecogniseInvoice
              pictures={value.flatMap(({ attachment }) => attachment ?? [])}
              chosen={chosen === '' ? [] : chosen.split(',')}
              several={options.several}
              onCheck={onCheckInvoice}
              onChoose={(made) => {
                line.store.update((draft) => chooseInvoices(draft, line.lineKey, made, MAX_LINE_INVOICES))
                focus('line-invoices')
              }}
            />
          )}
        </>
      )}
    </Field>
  )
})

const Remark = memo(function Remark(line: LineProps) {
  const { value, set, field } = useLine(line, 'remark')
  return (
    <Field {...field} label={PAYMENT_LINE_FIELDS.remark} span={3}>
      {(props) => (
        <Input.TextArea
          {...props}
          value={value}
          onChange={(event) => set(event.target.value)}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={2000}
        />
      )}
    </Field>
  )
})
