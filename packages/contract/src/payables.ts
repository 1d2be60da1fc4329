import { z } from 'zod'
import { dateField, dateInput } from './calendar.ts'
import { planned } from './instalments.ts'
import { payChannelInput } from './lists.ts'
import { amountField, amountOutput } from './money.ts'
import { code, flagQuery, listOf, many, orAbsent, pageQuery, queryText, version } from './page.ts'
import { payeeLink } from './payee-link.ts'

export * from './instalments.ts'

/** Most instalments that are paid at once. */
export const MAX_PAID = 200

const payableFilters = {
  /** Part of the contract party or its payee, of the contract's number, or of the title. */
  keywords: queryText,
  /** Exactly this contract party. */
  payee: queryText,
  /** The contract's payee; ignored without the feature `payee`. */
  payee_code: orAbsent(code),
  /** Money to pay, or to receive. */
  direction: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(['out', 'in'], '须为 out 或 in').default('out'),
    )
    .default('out'),
  start_at: orAbsent(dateInput),
  end_at: orAbsent(dateInput),
  bucket: orAbsent(z.enum(['overdue', 'today', 'week', 'month', 'later', 'waiting'], '分组不存在')),
  /** By due day, or by payee (by contract party where there is none) and then by due day. */
  order: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(['due', 'payee'], '须为 due 或 payee').default('due'),
    )
    .default('due'),
  codes: many(code),
}
/** `folded`: buckets of which no page has rows; their sums are in the answer. In the order by payee nothing is folded. */
export const payableQuery = z.object({
  ...pageQuery(),
  ...payableFilters,
  folded: many(z.enum(['overdue', 'today', 'week', 'month', 'later', 'waiting'], '分组不存在')),
})
export type PayableQuery = z.output<typeof payableQuery>
export const payableExportQuery = z.object(payableFilters)
export type PayableFilters = z.output<typeof payableExportQuery>

/** An instalment that is not paid up. */
export const payable = z.object({
  ...planned,
  bucket: z.enum(['overdue', 'today', 'week', 'month', 'later', 'waiting']),
  /** The name of the contract's payee, or its party where it names none. */
  payee: z.string(),
  /** The contract's party. */
  customer: z.string(),
  payee_link: payeeLink.nullable(),
  contract: z.object({ code: z.string(), out_code: z.string() }),
  /** The numbers of pending payment requests that would pay it. Empty for who may not read them. */
  requests: z.array(z.string()),
})
export type Payable = z.output<typeof payable>

/**
 * `shownTotal`: how many the pages have, without those of folded buckets. `buckets`: all six, of what the other filters match. `groups`: of each payee on the page, or party of contracts without one, what all filters match. `unscheduled`:
 * what contracts with a plan have still to pay outside of it; of all contracts, whatever the filters.
 */
export const payableList = z.object({
  ...listOf(payable),
  shownTotal: z.number().int(),
  total_yuan: amountOutput,
  today: z.string(),
  buckets: z.array(
    z.object({ bucket: payable.shape.bucket, count: z.number().int(), rest_yuan: amountOutput }),
  ),
  groups: z.array(
    z.object({
      payee: z.string(),
      /** Null for contracts that name no payee, which are grouped by their party's text. */
      payee_code: z.string().nullable(),
      count: z.number().int(),
      rest_yuan: amountOutput,
    }),
  ),
  unscheduled_yuan: amountOutput,
  /** `pay`: may make payments of them. */
  can: z.object({ write: z.boolean(), pay: z.boolean() }),
})
export type PayableList = z.output<typeof payableList>

export const draftQuery = z.object({
  codes: many(code).refine((codes) => codes.length > 0 && codes.length <= MAX_PAID, `请选择1至${MAX_PAID}期`),
})
export type DraftQuery = z.output<typeof draftQuery>

/** Bodies of `POST /cost_executions` for the editor, one for each payee, or party of contracts without one. What the plan does not say is null. */
export const payableDrafts = z.object({
  items: z.array(
    z.object({
      pay_at: z.string(),
      payer: z.string(),
      payee: payeeLink.nullable(),
      summary: z.string(),
      pay_amount_yuan: amountOutput,
      cost_execution_details: z.array(
        z.object({
          subject_three_code: z.string().nullable(),
          pay_category_id: z.string().nullable(),
          contract_code: z.string(),
          contract_out_code: z.string(),
          instalment_code: z.string(),
          instalment_title: z.string(),
          pay_amount: amountOutput,
          remark: z.string(),
        }),
      ),
    }),
  ),
})
export type PayableDrafts = z.output<typeof payableDrafts>

/** `rest`: what the person saw as left to pay; another one now is 409. Without it only what is paid up is. */
export const payItem = z.object({ code, version, rest: amountField('待付金额').nullish() }, '格式不正确')

export const payBody = z.object({
  items: z
    .array(payItem, '请选择要付款的期次')
    .min(1, '请选择要付款的期次')
    .max(MAX_PAID, `一次最多付款${MAX_PAID}期`)
    .superRefine((items, ctx) => {
      for (const [index, { code }] of items.entries())
        if (items.findIndex((one) => one.code === code) < index)
          ctx.addIssue({ code: 'custom', path: [index, 'code'], message: '期次重复', input: code })
    }),
  pay_at: dateField('付款时间'),
  pay_channel: payChannelInput,
})
export type PayBody = z.output<typeof payBody>

/** The payments that were made, one for each payee, or party of contracts without one. */
export const payAnswer = z.object({
  items: z.array(z.object({ code: z.string(), payer: z.string(), pay_amount_yuan: amountOutput })),
})
export type PayAnswer = z.output<typeof payAnswer>

const WEEKS = '周数须为1至104的整数'
export const forecastQuery = z.object({
  weeks: z.coerce.number(WEEKS).int(WEEKS).min(1, WEEKS).max(104, WEEKS).default(12),
  /** `1`: overdue receivables count as money of the first week; otherwise they count nowhere, as nobody knows when they come. */
  overdue_in: flagQuery,
})
export type ForecastQuery = z.output<typeof forecastQuery>

/** A week from Monday to Sunday. The first is this one, with what is overdue; overdue receivables only with `overdue_in`. */
const week = z.object({
  start_at: z.string(),
  end_at: z.string(),
  in_yuan: amountOutput,
  out_yuan: amountOutput,
  balance_yuan: amountOutput,
})
/**
 * `balance`: receipts less payments, except those that write-offs of petty cash posted, less the total set of petty cash. `gap`: the first
 * week that ends below zero. `lowest`: the lowest balance at the end of a week, without today's; below zero it is what has to come in besides
 * the plan. `overdue_…`: due before today, counted in the weeks or not. `later_…`: due after the last week. `waiting_…`: milestones not reached.
 */
export const forecast = z.object({
  today: z.string(),
  balance_yuan: amountOutput,
  received_yuan: amountOutput,
  paid_yuan: amountOutput,
  imprest_yuan: amountOutput,
  items: z.array(week),
  gap: week.nullable(),
  lowest_yuan: amountOutput,
  overdue_in_yuan: amountOutput,
  overdue_out_yuan: amountOutput,
  later_in_yuan: amountOutput,
  later_out_yuan: amountOutput,
  waiting_in_yuan: amountOutput,
  waiting_out_yuan: amountOutput,
})
export type Forecast = z.output<typeof forecast>
