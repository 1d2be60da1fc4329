import { type Fen, formatYuan } from './money.ts'

/** From an amount on, up to the next band: of each step one of its people decides. Without steps a payment is booked at once. */
export interface Band<Step> {
  from: Fen
  steps: readonly Step[]
}

/** The band of a payment: the one with the highest `from` that its total reaches. A total below zero needs nobody, and has none. */
export const bandOf = <Step>(total: Fen, bands: readonly Band<Step>[]): Band<Step> | undefined =>
  total < 0n ? undefined : bands.findLast(({ from }) => from <= total)

/** Whether people have to approve a payment of this total before it is booked. */
export const needsApproval = (total: Fen, bands: readonly Band<unknown>[]): boolean =>
  (bandOf(total, bands)?.steps.length ?? 0) > 0

/** A step as people say it: 制片主任或王强. */
export const stepText = (names: readonly string[]): string => names.join('或')

/** The rules as sentences, one for each band: 满 5,000.00 元：制片主任，然后制片人. `steps`: the names of each step. */
export const ruleSentences = (bands: readonly Band<readonly string[]>[]): string[] =>
  bands.map(({ from, steps }, index) => {
    const next = bands[index + 1]?.from
    const range =
      next === undefined
        ? from === 0n
          ? '任何金额'
          : `满 ${formatYuan(from)} 元`
        : from === 0n
          ? `不满 ${formatYuan(next)} 元`
          : `满 ${formatYuan(from)} 元、不满 ${formatYuan(next)} 元`
    return `${range}：${steps.length === 0 ? '无需审批，提交后直接记账' : steps.map(stepText).join('，然后')}`
  })
