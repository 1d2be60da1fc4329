import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { valueFilter } from '../../ui/filters/filter.tsx'
import { useContract } from './selects.ts'

/** Filters by the code of a contract. The tag shows its number to people who may read contracts. Without `field` only links set it. */
export function useContractFilter(
  code: string | undefined,
  field?: (code: string | undefined, set: (code: string | undefined) => void) => ReactNode,
) {
  const mayRead = useCan()('contract', 'read')
  const contract = useContract(code, mayRead)
  return valueFilter(
    '合同',
    'contract_code',
    (code) => contract?.out_code ?? code,
    mayRead ? field : undefined,
  )
}
