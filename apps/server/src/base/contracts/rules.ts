import { CONTRACT_CATEGORIES, contractDirection, labelOf } from '@pianzhang/contract/lists'
import { namesOf } from '../../platform/lists/naming.ts'

/** The records that keep a contract from being deleted, and the contract that it is linked with. */
export interface Uses {
  contract: string
  /** The ledgers with records booked on the contract: their noun, the direction that they need, and the names of these records. */
  booked: readonly { noun: string; direction: 'in' | 'out'; names: readonly string[] }[]
  partner: string | null
}

/** Why the contract cannot be deleted. */
export const keepsContract = ({ contract, booked, partner }: Uses): string => {
  const reasons = [
    ...booked.map(({ noun, names }) => `被${noun} ${namesOf(names)} 使用`),
    ...(partner === null ? [] : [`与合同 ${partner} 关联为补充协议`]),
  ]
  return `合同 ${contract} 已${reasons.join('，并')}，不能删除`
}

/** Why a contract may not get this category, or null. The message names the records that need a contract of the other direction. */
export function categoryConflict(category: string, { booked }: Uses): string | null {
  const other = booked.find(({ direction }) => direction !== contractDirection(category))
  if (!other) return null
  return `合同已被${other.noun} ${namesOf(other.names)} 使用，不能改为${labelOf(CONTRACT_CATEGORIES, category)}`
}
