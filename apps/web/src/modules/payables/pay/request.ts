import type { PayableDrafts } from '@pianzhang/contract/payables'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { type Answer, ApiError } from '../../../platform/api/api.ts'
import { newKey } from '../../../platform/api/unanswered.ts'
import type { Paying } from './paying.ts'

type Draft = PayableDrafts['items'][number]

/** The request that pays these instalments of one payee. What the plan does not say is refused by the schema, in words. */
export const requestOf = (
  { payer, payee, summary, cost_execution_details }: Draft,
  { pay_at, pay_channel }: Paying,
) => ({
  pay_at,
  payer,
  ...(payee !== undefined && { payee_code: payee?.code ?? null }),
  post: '',
  summary,
  cost_execution_details: cost_execution_details.map((line) => ({
    subject_three_code: line.subject_three_code ?? undefined,
    pay_channel,
    pay_category_id: line.pay_category_id ?? undefined,
    contract_code: line.contract_code,
    instalment_code: line.instalment_code,
    pay_amount: line.pay_amount,
    remark: line.remark,
  })),
})

export interface Outcome {
  /** Codes of the instalments. */
  codes: readonly string[]
  payer: string
  /** In yuan. */
  amount: string
  /** Nobody had to approve it, so it is a payment already. */
  booked: boolean
  /** Why there is no request; null: there is one. */
  fault: string | null
}

/** Makes a request for each payee, one after the other. `keyOf`: the Idempotency-Key of this content, so that a repetition makes none twice. */
export async function requestEach(
  drafts: readonly Draft[],
  paying: Paying,
  keyOf: (content: string) => string,
  send: (body: ReturnType<typeof requestOf>, key: string) => Promise<Answer<PaymentRequest>>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const draft of drafts) {
    const body = requestOf(draft, paying)
    const made = {
      codes: draft.cost_execution_details.map(({ instalment_code }) => instalment_code),
      payer: draft.payer,
      amount: draft.pay_amount_yuan,
    }
    try {
      const { data } = await send(body, keyOf(JSON.stringify(body)))
      outcomes.push({ ...made, booked: data.payment !== null, fault: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      outcomes.push({ ...made, booked: false, fault: error.errors[0]?.message ?? error.message })
    }
  }
  return outcomes
}

/** 已提交 2 笔付款申请，1 笔无需审批，已记账 */
export function outcomesText(outcomes: readonly Outcome[]): string {
  const made = outcomes.filter(({ fault }) => fault === null)
  const booked = made.filter((one) => one.booked).length
  const asked = made.length - booked
  return [
    ...(asked > 0 ? [`已提交 ${asked} 笔付款申请`] : []),
    ...(booked > 0 ? [`${booked} 笔无需审批，已记账`] : []),
  ].join('，')
}

/** Keys by content, kept while the dialog is open. */
export function keysByContent(): (content: string) => string {
  const keys = new Map<string, string>()
  return (content) => {
    const key = keys.get(content) ?? newKey()
    keys.set(content, key)
    return key
  }
}
