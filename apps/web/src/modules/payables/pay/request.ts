import type { PayableDrafts } from '@pianzhang/contract/payables'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { type Answer, ApiError } from '../../../platform/api/api.ts'
import type { Paying } from './paying.ts'

type Draft = PayableDrafts['items'][number]

/** The request that pays these instalments of one payee. What the plan does not say is refused by the schema, in words. */
export const requestOf = (
  { payer, payee, summary, cost_execution_details }: Draft,
  { pay_at, pay_channel }: Paying,
) => ({
  pay_at,
  payer,
  payee_code: payee?.code ?? null,
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

/** The request of one payee as it is sent. */
export interface Job {
  /** Codes of the instalments. */
  codes: readonly string[]
  payer: string
  /** In yuan. */
  amount: string
  body: ReturnType<typeof requestOf>
  /** The Idempotency-Key under which it was sent first. */
  key?: string
}

export const jobsOf = (drafts: readonly Draft[], paying: Paying): Job[] =>
  drafts.map((draft) => ({
    codes: draft.cost_execution_details.map(({ instalment_code }) => instalment_code),
    payer: draft.payer,
    amount: draft.pay_amount_yuan,
    body: requestOf(draft, paying),
  }))

export interface Outcome {
  job: Job
  /** Nobody had to approve it, so it is a payment already. */
  booked: boolean
  /** Why there is no request; null: there is one. */
  fault: string | null
  /** The answer is missing, so there may be one: only the same request under the same key is no second one. */
  lost: boolean
}

/** Makes these requests, one after the other. */
export async function requestEach(
  jobs: readonly Job[],
  send: (job: Job) => Promise<Answer<PaymentRequest>>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const job of jobs) {
    try {
      const { data } = await send(job)
      outcomes.push({ job, booked: data.payment !== null, fault: null, lost: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, errors, message } = error
      const lost = status === 0 || status >= 500
      outcomes.push({ job, booked: false, fault: errors[0]?.message ?? message, lost })
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
