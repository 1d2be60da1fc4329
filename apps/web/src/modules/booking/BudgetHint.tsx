import { type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { Form } from 'antd'
import { FieldHint } from '../../ui/fields/FieldHint.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { leftOf } from './budgetLeft.ts'
import type { BudgetLeft } from './useBudgetsLeft.ts'

interface Props {
  /** The chosen subject's; undefined: it has neither budget nor costs. */
  of: BudgetLeft | undefined
  /** What the record books on the subject, and what it already has there as stored. */
  typed: Fen
  own: Fen
}

/** Beside a field: what is left of the chosen subject's budget, red when the record exceeds it. */
export function BudgetHint({ of, typed, own }: Props) {
  const { left, over } = leftOf(of, typed, own)
  return (
    <FieldHint>
      {left === null ? (
        '该科目无预算'
      ) : (
        <>
          预算剩余 <MoneyText amount={yuan(left)} tip={false} />
          {own !== 0n && '（不含本笔）'}
          {over > 0n && (
            <span className="red">
              ，本次将超出 <MoneyText amount={yuan(over)} tip={false} /> 元
            </span>
          )}
        </>
      )}
    </FieldHint>
  )
}

interface ExtraProps {
  left: ReadonlyMap<string, BudgetLeft> | undefined
  /** Names of the form's fields. `amount`: what the record takes from the budget of `subject`; null: it takes nothing. */
  subject?: string
  amount?: string | null
  /** The record as stored. */
  stored?: { subject: string; amount: string } | undefined
}

/** `BudgetHint` for the fields of an antd form; the `extra` of the subject's. */
export function BudgetExtra({
  left,
  subject = 'subject_three_code',
  amount = 'pay_amount',
  stored,
}: ExtraProps) {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<string | null>(subject, form)
  const typed = Form.useWatch<string>(amount ?? '', form)
  if (!left || !chosen) return null
  return (
    <BudgetHint
      of={left.get(chosen)}
      typed={amount === null ? 0n : (parseField(typed ?? '').fen ?? 0n)}
      own={stored?.subject === chosen ? fenOf(stored.amount) : 0n}
    />
  )
}
