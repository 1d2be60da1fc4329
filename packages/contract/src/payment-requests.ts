import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { amountOutput, type Fen, formatYuan } from './money.ts'
import { code, listedValues, listOf, many, orAbsent, pageQuery, queryText, version } from './page.ts'
import { payeeLink } from './payee-link.ts'
import { duplicates } from './payment-duplicates.ts'
import { paymentBody, paymentLineAnswer } from './payments.ts'
import { optionalName } from './text.ts'

export * from './request-rules.ts'

/** What everybody is told who books a payment that people have to approve first. */
export const NEEDS_APPROVAL = '该金额需要审批，请提交付款申请'
/** What is told who changes what was approved of a payment. */
export const APPROVED_FIELDS =
  '付款方、收款人和合同经过审批，不能修改；需要更换时，请删除该付款，重新提交付款申请'

/** What is told who enters a detail of petty cash that is too large. */
export const overPettyCashLimit = (limit: Fen): string =>
  `超过备用金单笔上限 ${formatYuan(limit)} 元，请提交付款申请`

export const REQUEST_STATES = [
  { code: 'draft', label: '草稿' },
  { code: 'pending', label: '审批中' },
  { code: 'approved', label: '已通过' },
  { code: 'rejected', label: '已驳回' },
  { code: 'withdrawn', label: '已撤回' },
] as const
export type RequestState = (typeof REQUEST_STATES)[number]['code']

export const REQUEST_ACTS = [
  { code: 'submit', label: '发起' },
  { code: 'approve', label: '同意' },
  { code: 'reject', label: '驳回' },
  { code: 'withdraw', label: '撤回' },
] as const
export type RequestAct = (typeof REQUEST_ACTS)[number]['code']

/** A request has the body of the payment that it becomes. `submit`: sent at once; else it stays a draft. */
export const paymentRequestBody = paymentBody.extend({
  submit: z
    .boolean('请选择是否提交')
    .optional()
    .transform((value) => value ?? false),
})
export type PaymentRequestBody = z.output<typeof paymentRequestBody>

/** The body of `submit`, `withdraw` and `approve`. */
export const requestAct = z.object({ version, reason: optionalName })
export type RequestActBody = z.output<typeof requestAct>
const REASON = '请输入驳回原因（2至200个字符）'
export const rejectBody = z.object({
  version,
  reason: z
    .string(REASON)
    .trim()
    .min(2, REASON)
    .max(200, REASON)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), '包含无法保存的字符'),
})
export type RejectBody = z.output<typeof rejectBody>

/** The most requests that are approved together. */
export const MAX_APPROVED = 100
export const approveBody = z.object({
  items: z
    .array(z.object({ code, version }, '格式不正确'), '请选择付款申请')
    .min(1, '请选择付款申请')
    .max(MAX_APPROVED, `一次最多审批${MAX_APPROVED}条`)
    .superRefine((items, ctx) => {
      for (const [index, { code: own }] of items.entries())
        if (items.findIndex((one) => one.code === own) < index)
          ctx.addIssue({ code: 'custom', path: [index, 'code'], message: '付款申请重复', input: own })
    }),
})
export type ApproveBody = z.output<typeof approveBody>

/** Which requests: those that wait for the caller, the caller's own, those that the caller has decided; without it all. */
const tab = orAbsent(z.enum(['waiting', 'mine', 'handled'], '须为 waiting、mine 或 handled'))

const filters = {
  tab,
  states: listedValues,
  keywords: queryText,
  start_at: orAbsent(dateInput),
  end_at: orAbsent(dateInput),
  payee_code: orAbsent(code),
  codes: many(code),
}
export const paymentRequestQuery = z.object({ ...pageQuery(), ...filters })
export type PaymentRequestQuery = z.output<typeof paymentRequestQuery>
export const paymentRequestExportQuery = z.object(filters)
export type PaymentRequestFilters = z.output<typeof paymentRequestExportQuery>

/** Why to look twice, in words, most urgent first. `account`: of the payee, changed lately; `contract`: more than it still owes. */
const warning = z.object({
  kind: z.enum(['over_budget', 'contract', 'account', 'same_day', 'duplicate', 'no_invoice', 'reference']),
  text: z.string(),
})
export type RequestWarning = z.output<typeof warning>

const requestHeader = {
  code: z.string(),
  version: z.number().int(),
  state: z.enum(REQUEST_STATES.map((state) => state.code)),
  state_i18n: z.string(),
  /** Which step it waits for, from 1; 0 where it waits for none. */
  step: z.number().int(),
  step_count: z.number().int(),
  /** For whom it waits: 制片主任或王强. Empty where it waits for nobody. */
  waits_for: z.string(),
  /** Why it waits for the super administrator instead; null where it does not. */
  escalation: z.string().nullable(),
  pay_at: z.string(),
  payer: z.string(),
  post: z.string(),
  summary: z.string(),
  pay_amount_yuan: amountOutput,
  line_count: z.number().int(),
  payee: payeeLink.nullable(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  submitted_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** The payment that it became. `deleted`: it was deleted since. */
  payment: z.object({ code: z.string(), deleted: z.boolean() }).nullable(),
  warnings: z.array(warning),
  /** `write`: edit and submit; `decide`: approve or reject, now. */
  can: z.object({ write: z.boolean(), delete: z.boolean(), withdraw: z.boolean(), decide: z.boolean() }),
}
const paymentRequestItem = z.object(requestHeader)
export type PaymentRequestItem = z.output<typeof paymentRequestItem>

export const paymentRequestList = z.object({
  ...listOf(paymentRequestItem),
  total_amount_yuan: amountOutput,
  can: z.object({ write: z.boolean(), approve: z.boolean() }),
})
export type PaymentRequestList = z.output<typeof paymentRequestList>

/** A subject before and after: budget, cost to date, commitments; in yuan. */
const subjectLook = z.object({
  code: z.string(),
  out_code: z.string(),
  name: z.string(),
  budget_yuan: amountOutput,
  spent_yuan: amountOutput,
  committed_yuan: amountOutput,
  spent_after_yuan: amountOutput,
  committed_after_yuan: amountOutput,
})
export type SubjectLook = z.output<typeof subjectLook>

/** A contract: its amount with supplements, what was paid, what this request pays. */
const contractLook = z.object({
  code: z.string(),
  out_code: z.string(),
  customer: z.string(),
  amount_yuan: amountOutput,
  paid_yuan: amountOutput,
  now_yuan: amountOutput,
})
export type ContractLook = z.output<typeof contractLook>

export const paymentRequest = z.object({
  ...requestHeader,
  /** As those of a payment; codes are empty. Names of records that were deleted since are empty. */
  cost_execution_details: z.array(paymentLineAnswer),
  steps: z.array(
    z.object({
      names: z.array(z.string()),
      state: z.enum(['done', 'current', 'next']),
    }),
  ),
  acts: z.array(
    z.object({
      step: z.number().int(),
      act: z.enum(REQUEST_ACTS.map((act) => act.code)),
      act_i18n: z.string(),
      user_name: z.string(),
      /** The person who was away, for whom the deputy acted. */
      for_name: z.string().nullable(),
      /** The author approved the own request, alone or as a deputy: 本人发起并审批. */
      own: z.boolean(),
      reason: z.string(),
      at: z.string(),
      /** The last digits of the payee's account as it was approved; null: none, or of another act. */
      account: z.string().nullable(),
    }),
  ),
  /** What is another since the request was last sent back or withdrawn, in words. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** Masked; null without the feature, a payee, or an account. */
  account: z.object({ bank_name: z.string(), account_name: z.string(), account: z.string() }).nullable(),
  /** Null for whom budgets are not for. */
  subjects: z.array(subjectLook).nullable(),
  /** Empty for who reads no contracts and decides on nothing. */
  contracts: z.array(contractLook),
  /** The same of payments. */
  duplicates,
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** What has become of a request that was approved; the rest of it is as it was. */
export const approvedRequest = paymentRequestItem.pick({
  code: true,
  version: true,
  state: true,
  state_i18n: true,
  step: true,
  step_count: true,
  waits_for: true,
  escalation: true,
  updated_at: true,
  submitted_at: true,
  decided_at: true,
  payment: true,
  can: true,
})
export type ApprovedRequest = z.output<typeof approvedRequest>

export const approvedAnswer = z.object({
  items: z.array(
    z.object({
      code: z.string(),
      state: paymentRequestItem.shape.state,
      payment_code: z.string().nullable(),
    }),
  ),
})
export type ApprovedAnswer = z.output<typeof approvedAnswer>

/** `waiting`: for the caller; `returned`: the caller's own that were rejected. */
export const requestCounts = z.object({ waiting: z.number().int(), returned: z.number().int() })
export type RequestCounts = z.output<typeof requestCounts>

/** The reasons for which the caller rejected last, the newest first. */
export const rejectReasons = z.object({ items: z.array(z.string()) })
