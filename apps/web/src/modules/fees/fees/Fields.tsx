import type { FeeBasis } from '@pianzhang/contract/fees'
// biome-ignore lint/style/noRestrictedImports: a choice that always has a value, in a form that is no dialog
import { Select } from 'antd'
import { useFeature } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { DateField } from '../../../ui/fields/days/DateField.tsx'
import { farDayHint } from '../../../ui/fields/days/farDayHint.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { Check } from '../../../ui/fields/Tick.tsx'
import { PayeePicker } from '../../payees/picker/PayeePicker.tsx'
import { bringsInvoice, vatText } from '../words.ts'
import styles from './calculator.module.css'
import { KINDS } from './mergeFields.ts'
import type { FeeForm } from './useFee.ts'

const WAYS = [
  { key: 'gross', text: '税前 → 税后' },
  { key: 'net', text: '税后 → 税前' },
] as const satisfies readonly { key: FeeBasis; text: string }[]

interface Props {
  of: FeeForm
  /** Whether the fee may be saved: then it needs a payee. */
  mayWrite: boolean
  onSetting: () => void
}

/** The fields of the calculator. */
export function Fields({ of, mayWrite, onSetting }: Props) {
  const { values, set, faults, setting } = of
  const withPayees = useFeature('payee')
  const { payee, resident, pay_at, kind, basis, amount, invoice_vat } = values
  const fee = { kind, day: pay_at ?? '' }
  const withInvoice = invoice_vat !== '' || (setting !== undefined && bringsInvoice(setting, fee))
  return (
    <div className={styles.fields}>
      {withPayees && (
        <Field
          id="fee-payee"
          label="收款人"
          span={2}
          required={mayWrite}
          error={faults.payee_code}
          hint={
            payee === null && (
              <span className={styles.hint}>
                未选收款人时按当月首笔试算
                <Check checked={!resident} onChange={({ target }) => set({ resident: !target.checked })}>
                  非居民
                </Check>
              </span>
            )
          }
        >
          {(props) => <PayeePicker {...props} value={payee} onChange={(next) => set({ payee: next })} />}
        </Field>
      )}
      <Field
        id="fee-pay_at"
        label="付款日期"
        required
        error={faults.pay_at}
        hint={farDayHint('付款日期', pay_at)}
      >
        {(props) => (
          <DateField
            {...props}
            allowClear={false}
            value={pay_at}
            onChange={(next) => set({ pay_at: next })}
          />
        )}
      </Field>
      <Field id="fee-kind" label="所得项目" span={2} required error={faults.kind}>
        {(props) => (
          <Select {...props} options={KINDS} value={kind} onChange={(next) => set({ kind: next })} />
        )}
      </Field>
      <div className={styles.vat}>
        <span className={styles.label}>增值税</span>
        <span className={styles.setting}>
          <span title={vatText(setting, fee)}>{vatText(setting, fee)}</span>
          {setting?.can.write && (
            <Button type="link" size="small" aria-label="设置增值税处理方式" onClick={onSetting}>
              设置
            </Button>
          )}
        </span>
      </div>
      <Field id="fee-basis" label="计算方式" span={2} required error={faults.basis}>
        {(_, labelId) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the label above it
          <div role="group" aria-labelledby={labelId} className={styles.ways}>
            {WAYS.map(({ key, text }) => (
              <button
                key={key}
                type="button"
                aria-pressed={basis === key}
                onClick={() => set({ basis: key })}
              >
                {text}
              </button>
            ))}
          </div>
        )}
      </Field>
      <Field
        id="fee-amount"
        label={basis === 'net' ? '税后金额（元）' : '税前金额（元）'}
        required
        error={faults.amount}
      >
        {(props) => (
          <MoneyInput
            {...props}
            className={styles.typed ?? ''}
            positive
            placeholder="0.00"
            value={amount}
            onChange={(next) => set({ amount: next })}
          />
        )}
      </Field>
      {withInvoice && (
        <Field id="fee-invoice_vat" label="发票增值税（元）" error={faults.invoice_vat}>
          {(props) => (
            <MoneyInput
              {...props}
              positive
              placeholder="0.00"
              value={invoice_vat}
              onChange={(next) => set({ invoice_vat: next })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
