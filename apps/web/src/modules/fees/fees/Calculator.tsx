import { type Fee, TAX_HINT } from '@pianzhang/contract/fees'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useCan, useFeature } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { enterGoesOn } from '../../../ui/fields/Field.tsx'
import { submitKey } from '../../../ui/form/again/submitKey.ts'
import { IconWarning } from '../../../ui/icons.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { bringsInvoice } from '../words.ts'
import styles from './calculator.module.css'
import { Fields } from './Fields.tsx'
import { type FeeForm, useFee } from './useFee.ts'
import { Result, Working } from './Working.tsx'

const SettingDialog = lazyDialog(() => import('../setting/SettingDialog.tsx'))
const FeePayDialog = lazyDialog(() => import('./FeePayDialog.tsx'))

export interface CalculatorProps {
  /** The record that is edited. */
  row: Fee | undefined
  /** The first day of a new fee. */
  day: string
  mayWrite: boolean
  onSaved: (fee: Fee) => void
  /** Ends the edit. */
  onCancel: () => void
  /** Asks before what is typed is lost. */
  leave: RefObject<() => Promise<boolean>>
}

/** 税前⇄税后: what is withheld of a fee, worked out line by line while one types, and its save. */
export default function Calculator({ row, day, mayWrite, onSaved, onCancel, leave }: CalculatorProps) {
  const fee = useFee({ row, day, onSaved })
  const mayPay = useCan()('cost_execution', 'write') && mayWrite && !row
  const [open, setOpen] = useState<'setting' | 'pay' | null>(null)
  useReturnFocus(open !== null)
  const { values, computed, stale, saving, guard } = fee
  leave.current = guard.mayLeave
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!row) return
    box.current?.scrollIntoView({ block: 'nearest' })
    document.getElementById('fee-amount')?.focus()
  }, [row])
  const saveButton = useRef<HTMLButtonElement>(null)
  const withPayees = useFeature('payee')
  const savable = mayWrite && withPayees

  return (
    <section
      ref={box}
      className={styles.panel}
      aria-label="税前税后计算"
      inert={saving}
      onKeyDownCapture={(event) => submitKey(event) && savable && fee.save()}
    >
      <header className={styles.head}>
        <h2>{row ? `编辑 ${row.payee.name} 的记录` : '税前⇄税后'}</h2>
        <span>{TAX_HINT}</span>
      </header>
      <div className={styles.scroll}>
        {fee.conflict.notice}
        <div {...enterGoesOn(() => saveButton.current?.focus())}>
          <Fields of={fee} mayWrite={savable} onSetting={() => setOpen('setting')} />
        </div>
        {fee.setting && bringsInvoice(fee.setting, { kind: values.kind, day: values.pay_at ?? '' }) && (
          <p className={styles.note}>
            增值税由收款人代开发票时缴纳：金额按不含增值税填写，发票上的税额填在“发票增值税”，与实发金额一并付款。
          </p>
        )}
        {computed ? (
          <Working computed={computed} stale={stale} />
        ) : (
          <Instead of={fee} onSetting={() => setOpen('setting')} />
        )}
        {!withPayees && mayWrite && (
          <p className={styles.note}>保存劳务记录需要收款人的证件资料，请先在功能设置中启用“收款人库”。</p>
        )}
      </div>
      {(computed || savable) && (
        <footer className={styles.foot}>
          {computed && <Result computed={computed} basis={values.basis} stale={stale} />}
          {savable && (
            // Drawn in the reverse order: Tab leads from the last field to 保存, and to what clears the form last.
            <div className={styles.buttons}>
              <Button ref={saveButton} type="primary" loading={saving} onClick={fee.save}>
                {fee.conflict.overwrites ? '覆盖保存' : '保存'}
              </Button>
              {mayPay && <Button onClick={() => fee.check() && setOpen('pay')}>计税并登记付款</Button>}
              <Button
                aria-label={row ? undefined : '重置计算'}
                onClick={row ? () => void guard.mayLeave().then((may) => may && onCancel()) : fee.reset}
              >
                {row ? '取消' : '重置'}
              </Button>
            </div>
          )}
        </footer>
      )}
      <Suspense>
        {open === 'setting' && <SettingDialog onClose={() => setOpen(null)} />}
        {open === 'pay' && (
          <FeePayDialog
            values={values}
            computed={computed}
            onPaid={(saved) => {
              setOpen(null)
              fee.done(saved)
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** In the place of the working: what is missing, or why the server refuses. */
function Instead({ of, onSetting }: { of: FeeForm; onSetting: () => void }) {
  const { setting, undecided, refusal } = of
  if (undecided)
    return (
      <div className={styles.ask} role="status">
        <IconWarning size={16} />
        <p>
          {setting?.asked_from[of.values.kind]}{' '}
          起向个人支付劳务费须代扣增值税，请先选择本公司的处理方式：代扣代缴，或由收款人代开发票。
          {!setting?.can.write && '请联系超级管理员设置。'}
        </p>
        {setting?.can.write && (
          <Button size="small" type="outlined" onClick={onSetting}>
            选择处理方式
          </Button>
        )}
      </div>
    )
  if (refusal)
    return (
      <div className={styles.ask} role="alert">
        <IconWarning size={16} />
        <p>{refusal.message}</p>
        {refusal.errors.length === 0 && (
          <Button size="small" loading={of.retrying} onClick={of.retry}>
            重试
          </Button>
        )}
      </div>
    )
  return <p className={styles.note}>填写金额后，在此逐行列出计算过程。金额可输入算式，如 =300*12。</p>
}
