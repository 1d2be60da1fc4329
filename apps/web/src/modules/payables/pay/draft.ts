import { paymentFields } from '@pianzhang/contract/cost-executions'
import type { PayableDrafts } from '@pianzhang/contract/payables'
import { blankLine, type Draft } from '../../cost-executions/editor/draft.ts'

/** A payment of instalments as the editor begins with it. */
export function draftOfPayable({
  pay_at,
  payer,
  summary,
  cost_execution_details,
}: PayableDrafts['items'][number]): Draft {
  const lines = cost_execution_details.map((line) => ({
    ...blankLine(),
    subject_three_code: line.subject_three_code,
    pay_category_id: line.pay_category_id,
    contract_code: line.contract_code,
    instalment: { code: line.instalment_code, title: line.instalment_title },
    pay_amount: line.pay_amount,
    remark: line.remark,
  }))
  return {
    header: { ...paymentFields(() => ''), pay_at, payer, summary },
    lines,
    active: lines[0]?.key ?? '',
    headerErrors: {},
    lineErrors: {},
  }
}
