import type { Contract } from '@pianzhang/contract/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { IN } from './picker/selects.ts'

/** Whether the contract brings money in. */
export const isIncome = ({ category }: Pick<Contract, 'category'>): boolean =>
  (IN as readonly string[]).includes(category.category_code)

/** Whether this person may see the payments (`out`) and the receipts (`in`) of contracts. */
export interface Readable {
  out: boolean
  in: boolean
}
export function useReadable(): Readable {
  const may = useCan()
  return { out: may('cost_execution', 'read'), in: may('investment_execution', 'read') }
}

interface Props {
  contract: Pick<Contract, 'code' | 'category'>
  readable: Readable
  /** More filters of the list. */
  search?: Record<string, string>
  children: ReactNode
}

/** A link to the payments with lines that name the contract, or to its receipts; only the children without the right to read them. */
export function MoneyLink({ contract, readable, search, children }: Props) {
  const income = isIncome(contract)
  if (!readable[income ? 'in' : 'out']) return children
  return (
    <Link
      to={income ? '/implement/investment' : '/implement/cost'}
      search={{ activeName: 'second', contract_code: contract.code, ...search }}
    >
      {children}
    </Link>
  )
}
