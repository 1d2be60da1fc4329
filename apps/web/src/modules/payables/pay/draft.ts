import type { PayableDrafts } from '@pianzhang/contract/payables'
import type { Beginning } from '../../payments/editor/draft.ts'

/** A payment of instalments as the editor begins with it. */
export const beginningOf = ({
  pay_at,
  payer,
  payee,
  summary,
  cost_execution_details,
}: PayableDrafts['items'][number]): Beginning => ({
  whole: {
    header: { pay_at, payer, summary },
    payee,
    lines: cost_execution_details.map((line) => ({
      subject_three_code: line.subject_three_code,
      pay_category_id: line.pay_category_id,
      contract_code: line.contract_code,
      instalment: { code: line.instalment_code, title: line.instalment_title },
      pay_amount: line.pay_amount,
      remark: line.remark,
    })),
  },
})
