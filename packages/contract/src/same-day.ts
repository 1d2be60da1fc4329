import { z } from 'zod'
import { amountOutput, formatYuan } from './money.ts'

/** That payments to one payee on one day together reach a band of the approval rules that each of them stays below. */
export const sameDay = z.object({
  /** How many they are, and what they come to. */
  count: z.number().int(),
  total_yuan: amountOutput,
  /** Where the band begins. */
  from_yuan: amountOutput,
})
export type SameDay = z.output<typeof sameDay>

/** The mark in a list. */
export const SAME_DAY = '同日合计超审批额'

/** 同日合计超审批额：当日付给同一收款人 3 笔共 14,999.97 元，达到须审批的 5,000.00 元 */
export const sameDayText = ({ count, total_yuan, from_yuan }: SameDay): string =>
  `${SAME_DAY}：当日付给同一收款人 ${count} 笔共 ${formatYuan(total_yuan)} 元，达到须审批的 ${formatYuan(from_yuan)} 元`
