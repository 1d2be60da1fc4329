import type { Contract } from '@pianzhang/contract/contracts'
import { fenOf } from '@pianzhang/contract/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { isIncome } from '../contract-picker/selects.ts'

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
  /** The paid amount, if that is what the link shows. */
  amount?: string
  children: ReactNode
}

/**
 * A link to the payments with lines that name the contract, or to its receipts; only the children without the right to read them, and for a paid
 * amount of 0.00, behind which there is nothing.
 */
export function MoneyLink({ contract, readable, search, amount, children }: Props) {
  const income = isIncome(contract)
  if (!readable[income ? 'in' : 'out'] || (amount !== undefined && fenOf(amount) === 0n)) return children
  return (
    <Link
      to={income ? '/implement/investment' : '/implement/cost'}
      search={{ activeName: 'second', contract_code: contract.code, ...search }}
    >
      {children}
    </Link>
  )
}
