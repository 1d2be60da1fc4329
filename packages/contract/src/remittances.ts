import { z } from 'zod'
import { dateField } from './calendar.ts'
import { monthText } from './fees.ts'
import { payChannelInput } from './lists.ts'
import { amountOutput, positiveField } from './money.ts'
import { code, orNull } from './page.ts'
import { nameText } from './text.ts'

export const remittanceQuery = z.object({ month: monthText })
export type RemittanceQuery = z.output<typeof remittanceQuery>

/** What is due of a month as the body of a payment: a line for each subject and contract that the fees were booked on. */
export const remittance = z.object({
  month: z.string(),
  /** Whether the month is over; before that a remittance needs `early`. */
  ended: z.boolean(),
  due_at: z.string(),
  pay_at: z.string(),
  payer: z.string(),
  summary: z.string(),
  pay_amount_yuan: amountOutput,
  cost_execution_details: z.array(
    z.object({
      /** Null: of records without a payment. */
      subject_three_code: z.string().nullable(),
      subject: z.string(),
      pay_category_id: z.string().nullable(),
      contract_code: z.string().nullable(),
      contract_out_code: z.string(),
      pay_amount: amountOutput,
      remark: z.string(),
      count: z.number().int(),
    }),
  ),
  hint: z.string(),
})
export type Remittance = z.output<typeof remittance>

/**
 * Books what `remittance` drafted, or says with which saved payment it was done: `payment_code`, whose lines must be the drafted ones. `amount`: the
 * total as it was seen; another one now is 409.
 */
export const remitBody = z
  .object({
    month: monthText,
    amount: positiveField('税款'),
    payment_code: orNull(code),
    pay_at: orNull(dateField('付款日期')),
    /** That the month has not ended is known: after its remittance it takes no fee any more. */
    early: z
      .boolean('请确认是否提前缴税')
      .nullish()
      .transform((value) => value ?? false),
    payer: nameText('付款方').nullish(),
    pay_channel: payChannelInput.nullish(),
    pay_category_id: orNull(z.string('请选择付款类型').regex(/^\d{1,18}$/, '付款类型不存在')),
    /** Of records without a payment. */
    subject_three_code: orNull(code),
  })
  .superRefine(({ payment_code, pay_at, payer, pay_channel, pay_category_id }, ctx) => {
    if (payment_code !== null) return
    const wrong = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message, input: null })
    if (pay_at === null) wrong('pay_at', '请选择付款日期')
    if (payer === null || payer === undefined) wrong('payer', '请输入付款方')
    if (pay_channel === null || pay_channel === undefined) wrong('pay_channel', '请选择付款方式')
    if (pay_category_id === null) wrong('pay_category_id', '请选择付款类型')
  })
export type RemitBody = z.output<typeof remitBody>
export const remitted = z.object({
  payment_code: z.string(),
  pay_amount_yuan: amountOutput,
  records: z.number().int(),
})
export type Remitted = z.output<typeof remitted>
