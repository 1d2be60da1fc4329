import type { LaborBasis } from '@pianzhang/contract/labor-tax'
import { contractFault } from '../contracts/find.ts'

export const ACTORS = 0
export const ACTOR_NET = '演员合同不得为税后收入合同'

/** Why a fee cannot be of a contract; undefined: it can. */
export const feeContractFault = (
  contract: { category: number } | undefined,
  basis: LaborBasis,
): string | undefined =>
  contractFault(contract, 'out') ?? (basis === 'net' && contract?.category === ACTORS ? ACTOR_NET : undefined)
