import { type Fen, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { type ContractOption, isIncome } from './selects.ts'

/** What the figures of a contract and its supplement together are called. */
export const TOGETHER = '总包'

type Amounts = Pick<ContractOption, 'category' | 'amount_yuan' | 'pay_amount_yuan' | 'unpay_amount_yuan'>

/** The amounts of a contract with their names. `own`: a part of the paid amount that is left out, since a form is about to replace it. */
export const amountsOf = (
  contract: Amounts,
  own: Fen = 0n,
): readonly (readonly [name: string, amount: string])[] => [
  ['总额', contract.amount_yuan],
  [isIncome(contract) ? '已收' : '已付', yuan(fenOf(contract.pay_amount_yuan) - own)],
  [isIncome(contract) ? '未收' : '未付', yuan(fenOf(contract.unpay_amount_yuan) + own)],
]

/**
 * The warning where a record would overpay the contract; undefined if it does not. `typed`: what the record books on the contract; `own`: what it
 * already has there as stored, which is part of the paid amount. A refund never overpays.
 */
export function overpaid(
  contract: Pick<ContractOption, 'category' | 'unpay_amount_yuan' | 'with_supplement'>,
  typed: Fen,
  own: Fen,
): string | undefined {
  const over = typed - (fenOf(contract.unpay_amount_yuan) + own)
  if (typed <= 0n || over <= 0n) return undefined
  const [done, too] = isIncome(contract) ? ['收款', '超收'] : ['付款', '超付']
  const together = contract.with_supplement
  const fits = together && typed <= fenOf(together.unpay_amount_yuan) + own
  return `本次${done}后，该合同将${too} ${formatYuan(over)} 元${fits ? '（与补充协议合计未超）' : ''}`
}
