import { stepText } from '@pianzhang/contract/approval-rules'
import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { formatMinute } from '../../../ui/time.ts'

export interface Signature {
  /** 发起, 第1步 */
  step: string
  /** Who signed; empty: a line to sign on. */
  who: string
  /** 同意, with the reason. */
  what: string
  at: string
}

/** Who signed the paper form, then a line for each step that nobody has taken yet. Only since the request was sent last: what came back is void. */
export function signaturesOf({ acts, steps }: Pick<PaymentRequest, 'acts' | 'steps'>): Signature[] {
  const last = acts.findLastIndex(({ act }) => act === 'submit')
  const signed = acts.slice(Math.max(0, last)).map(
    ({ act, act_i18n, step, user_name, for_name, reason, at }): Signature => ({
      step: act === 'approve' || act === 'reject' ? `第${step}步` : act_i18n,
      who: for_name ? `${user_name}（代${for_name}）` : user_name,
      what: [act_i18n, reason].filter(Boolean).join('：'),
      at: formatMinute(at),
    }),
  )
  const open = steps.flatMap(({ names, state }, index): Signature[] =>
    state === 'done' ? [] : [{ step: `第${index + 1}步（${stepText(names)}）`, who: '', what: '', at: '' }],
  )
  return [...signed, ...open]
}
