import { capitals, formatYuan } from '@pianzhang/contract/money'
import { changedAccountMark, changedAccountText } from '@pianzhang/contract/payee-link'
import type {
  ApprovedAnswer,
  ApprovedRequest,
  PaymentRequestItem,
  RequestState,
  RequestWarning,
} from '@pianzhang/contract/payment-requests'
import { SAME_DAY } from '@pianzhang/contract/same-day'
import { count } from '../../ui/count.ts'
import { sumOf } from '../../ui/table/sums.ts'
import type { Verb } from './api.ts'

type Row = PaymentRequestItem

/** The time of a request, to the minute: when it was sent, or begun. */
export const timeOf = ({ submitted_at, created_at }: Pick<Row, 'submitted_at' | 'created_at'>): string =>
  (submitted_at ?? created_at).slice(0, 16).replace('T', ' ')
/** Whom the money goes to. */
export const payeeOf = ({ payee, payer }: Pick<Row, 'payee' | 'payer'>): string => payee?.name ?? payer
export const amountOf = ({ pay_amount_yuan }: Pick<Row, 'pay_amount_yuan'>): string => pay_amount_yuan
/** What a request is called in questions and for screen readers. */
export const nameOf = ({ code }: Pick<Row, 'code'>): string => `付款申请 ${code}`

/** 审批中 · 待制片人 */
export const stateText = ({
  state,
  state_i18n,
  waits_for,
}: Pick<Row, 'state' | 'state_i18n' | 'waits_for'>): string =>
  state === 'pending' && waits_for ? `${state_i18n} · 待${waits_for}` : state_i18n

/** Whether it can be sent: a draft, or what came back. */
export const isSendable = (state: RequestState): boolean => state !== 'pending' && state !== 'approved'

const TAGS: Readonly<Record<RequestWarning['kind'], string>> = {
  over_budget: '付款后超预算',
  contract: '超过合同未付',
  account: '收款账号有修改',
  same_day: SAME_DAY,
  duplicate: '疑似重复付款',
  no_invoice: '缺发票',
  reference: '引用已删除',
}
const MILD: readonly RequestWarning['kind'][] = ['same_day', 'duplicate', 'no_invoice']
export const isMild = ({ kind }: RequestWarning): boolean => MILD.includes(kind)

export interface Tag {
  text: string
  /** The warning in full. */
  whole: string
  mild: boolean
}
/** The warnings of a request, short enough for a list. */
export const tagsOf = ({ warnings, payee }: Pick<Row, 'warnings' | 'payee'>): Tag[] =>
  warnings.map((warning) => ({
    text:
      warning.kind === 'account' && payee?.account_change
        ? changedAccountMark(payee.account_change)
        : TAGS[warning.kind],
    whole: warningText(warning, { payee }),
    mild: isMild(warning),
  }))

/** A warning in full: for an account also who changed it, and what to do. */
export const warningText = ({ kind, text }: RequestWarning, { payee }: Pick<Row, 'payee'>): string =>
  kind === 'account' && payee?.account_change ? changedAccountText(payee.account_change) : text

const DONE: Readonly<Record<Verb, string>> = {
  submit: '已提交',
  withdraw: '已撤回',
  approve: '已同意',
  reject: '已驳回',
}
/** What an act has led to: 已同意，已生成付款 FK…. */
export function doneText(verb: Verb, { payment, state, waits_for }: ApprovedRequest): string {
  if (payment && state === 'approved') return `${DONE[verb]}，已生成付款 ${payment.code}`
  if (state === 'pending' && waits_for) return `${DONE[verb]}，待${waits_for}审批`
  return DONE[verb]
}

/** The question before several are approved: how many, their sum, also in capitals, and how many have warnings. */
export function approvalText(rows: readonly Row[]): string {
  const sum = sumOf(rows, amountOf)
  const warned = rows.filter(({ warnings }) => warnings.length > 0).length
  return [
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sum)} 元（${capitals(sum)}）。`,
    ...(warned > 0 ? [`其中 ${count(warned)} 条有提醒，请先逐条查看。`] : []),
  ].join('')
}

/** What has become of requests that were approved together. */
export function approvedText({ items }: ApprovedAnswer): string {
  const booked = items.filter(({ payment_code }) => payment_code !== null).length
  return [
    `已同意 ${count(items.length)} 条`,
    ...(booked > 0 ? [`已生成付款 ${count(booked)} 笔`] : []),
    ...(items.length > booked ? [`${count(items.length - booked)} 条待下一步审批`] : []),
  ].join('，')
}

/** Why several were not approved, each reason once with its request: `items[2].version` is a field of the third. */
export const refusedTexts = (
  rows: readonly Row[],
  errors: readonly { field: string; message: string }[],
): string[] => {
  const texts = errors.map(({ field, message }) => {
    const row = rows[Number(/^items\[(\d+)\]/.exec(field)?.[1])]
    return row ? `${row.code}（${payeeOf(row)}）：${message}` : message
  })
  return [...new Set(texts)]
}
