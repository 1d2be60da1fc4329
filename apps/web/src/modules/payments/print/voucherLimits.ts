import type { Payment } from '@pianzhang/contract/payments'
import { count } from '../../../ui/count.ts'

/** Print limits: the browser lays out all sheets in one blocking step, which takes seconds at these counts. */
const MOST_SHEETS = 200
const MOST_LINES = 5_000
/** Each picture may have up to 10 MB. */
const MOST_PICTURES = 200

export interface Counted {
  code: string
  line_count: number
}

/** Why these payments exceed the print limits; undefined if they do not. */
export function tooManySheets(payments: readonly Counted[]): string | undefined {
  if (payments.length > MOST_SHEETS)
    return `一次最多打印 ${count(MOST_SHEETS)} 张付款单，已选 ${count(payments.length)} 张，请分批打印`
  const lines = payments.reduce((all, payment) => all + payment.line_count, 0)
  if (lines > MOST_LINES)
    return `一次最多打印 ${count(MOST_LINES)} 条明细，所选付款共有 ${count(lines)} 条，请分批打印`
  return undefined
}

export const picturesOf = (payments: readonly Payment[]): number =>
  payments.reduce(
    (all, { cost_execution_details: lines }) =>
      all + lines.reduce((sum, line) => sum + line.voucher_attachments.length, 0),
    0,
  )

/** Why the pictures exceed the limit. A single payment cannot be split, so only leaving pictures out is suggested. */
export function tooManyPictures(pictures: number, payments: number): string | undefined {
  if (pictures <= MOST_PICTURES) return undefined
  const [whose, way] = payments === 1 ? ['这笔付款', '请'] : ['所选付款', '请分批打印，或']
  return `一次最多打印 ${count(MOST_PICTURES)} 张凭证图片，${whose}共有 ${count(pictures)} 张，${way}取消“附凭证图片”`
}
