import { type Band, bandOf, needsApproval, ruleSentences } from '@pianzhang/contract/approval-rules'
import { type Fen, fenOf } from '@pianzhang/contract/money'
import type { ApprovalRules, PaymentRequest } from '@pianzhang/contract/payment-requests'

/** What the rules say, in words. Pure functions. */

export type Rules = Pick<ApprovalRules, 'on' | 'bands'>

export const NOBODY = '超级管理员'
export const NO_RIGHT = '该金额需要审批。您没有提交付款申请的权限，请由有权限的同事提交，或请管理员开通'

/** The names of each step; whom nobody is left of, the super administrator decides. */
export const namedBands = ({ bands }: Rules): Band<readonly string[]>[] =>
  bands.map(({ from_yuan, steps }) => ({
    from: fenOf(from_yuan),
    steps: steps.map((step) => {
      const names = step.map(({ name }) => name).filter((name) => name !== '')
      return names.length > 0 ? names : [NOBODY]
    }),
  }))

export const asks = (total: Fen, rules: Rules): boolean => rules.on && needsApproval(total, namedBands(rules))

/** Who decides on a payment of this total: 满 5,000.00 元：制片主任，然后制片人. Null: nobody has to. */
export function decidesText(total: Fen, rules: Rules): string | null {
  const bands = namedBands(rules)
  const band = rules.on ? bandOf(total, bands) : undefined
  return band && band.steps.length > 0
    ? (ruleSentences(bands)[bands.findIndex(({ from }) => from === band.from)] ?? null)
    : null
}

/** What became of a request that was saved. */
export function answerText({ code, state, waits_for, payment }: PaymentRequest): string {
  if (state === 'draft') return `已存为草稿 ${code}，可在付款审批的“我发起的”中提交`
  if (payment) return `无需审批，已记账 ${payment.code}`
  if (state === 'pending') return `已提交 ${code}${waits_for ? `，等待${waits_for}审批` : ''}`
  return `已保存 ${code}`
}

/** The Idempotency-Key of a save. 存为草稿 and 提交申请 of one form have different keys: with the same one the server would take the second for a repetition. */
export const actKey = (key: string, submit: boolean): string => `${key}-${submit ? 'submit' : 'draft'}`
