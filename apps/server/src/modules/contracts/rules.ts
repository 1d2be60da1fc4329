import { CONTRACT_CATEGORIES, contractDirection, labelOf } from '@pianzhang/contract/lists'
import { namesOf } from '../../platform/lists/naming.ts'

/** What names a contract: some numbers of payments and of petty cash, days and investors of receipts, and the contract it is linked with. */
export interface Uses {
  contract: string
  payments: readonly string[]
  imprests: readonly string[]
  receipts: readonly string[]
  partner: string | null
}

/** Why the contract is not deleted. */
export const keepsContract = ({ contract, payments, imprests, receipts, partner }: Uses): string => {
  const reasons = [
    ...(payments.length > 0 ? [`被付款 ${namesOf(payments)} 使用`] : []),
    ...(imprests.length > 0 ? [`被备用金 ${namesOf(imprests)} 使用`] : []),
    ...(receipts.length > 0 ? [`被收款 ${namesOf(receipts)} 使用`] : []),
    ...(partner === null ? [] : [`与合同 ${partner} 关联为补充协议`]),
  ]
  return `合同 ${contract} 已${reasons.join('，并')}，不能删除`
}

/**
 * Why a contract may not get this category, or null: payments and petty cash name contracts of expense, receipts those
 * of income. The message names what is booked on it.
 */
export function categoryConflict(category: string, { payments, imprests, receipts }: Uses): string | null {
  const incoming = contractDirection(category) === 'in'
  const [what, booked] = !incoming
    ? ['收款', receipts]
    : payments.length > 0
      ? ['付款', payments]
      : ['备用金', imprests]
  if (booked.length === 0) return null
  return `合同已被${what} ${namesOf(booked)} 使用，不能改为${labelOf(CONTRACT_CATEGORIES, category)}`
}
