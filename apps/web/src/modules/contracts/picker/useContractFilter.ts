import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { valueFilter } from '../../../ui/filters/filter.tsx'
import { useContract } from './selects.ts'

/** A contract, by its code; its tag shows the number for those who may read contracts. Without `field` it is set by links only. */
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
