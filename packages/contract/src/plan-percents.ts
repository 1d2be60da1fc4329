import { percentText, splitPercents } from './instalments.ts'
import { type Fen, formatYuan } from './money.ts'

/** An instalment that was typed as a percent, in hundredths of one percent; null: as an amount. */
interface Shared {
  title: string
  percent: bigint | null
  amount: Fen
}

const shared = (rows: readonly Shared[]) =>
  rows.flatMap(({ percent, ...row }) => (percent === null ? [] : [{ ...row, percent }]))

/**
 * Whether the percents of a plan still give its amounts: after a change of the contract's amount they do not, and are not answered, so that a save of
 * something else moves no amount.
 */
export function percentsFit(contract: Fen, rows: readonly Shared[]): boolean {
  const own = shared(rows)
  const shares = splitPercents(
    contract,
    own.map(({ percent }) => percent),
  )
  return own.every(({ amount }, index) => amount === shares[index])
}

/** So many instalments are named. */
const NAMED = 3

/** What a contract of this amount says of its plan; undefined: it fits. 付款计划各期金额不随合同总额变动：定金 30% 仍为 30,000.00 元，请核对付款计划 */
export function planNotice(name: string, contract: Fen, rows: readonly Shared[]): string | undefined {
  if (percentsFit(contract, rows)) return undefined
  const own = shared(rows)
  const parts = own
    .slice(0, NAMED)
    .map(({ title, percent, amount }) => `${title} ${percentText(percent)}% 仍为 ${formatYuan(amount)} 元`)
  return `${name}各期金额不随合同总额变动：${parts.join('、')}${own.length > NAMED ? ` 等 ${own.length} 期` : ''}，请核对${name}`
}
