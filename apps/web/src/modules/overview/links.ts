import { mayOpen, pageAt } from '../../platform/session/menu.ts'
import { useProfile } from '../../platform/session/session.ts'

/** A page of the project, with URL parameters that select the part meant. */
export interface Target {
  to: string
  search?: Record<string, string | readonly string[]>
}

export const COST_BUDGET: Target = { to: '/budget/cost', search: { activeName: 'first' } }
export const BUDGET_LINES: Target = { to: '/budget/cost', search: { activeName: 'second' } }
/** Where the first contract is added: an empty list offers it, if it has no filter. */
export const NEW_CONTRACT: Target = { to: '/contract/index' }
export const INVESTMENT_BUDGET: Target = { to: '/budget/investment' }
export const RECEIPTS: Target = { to: '/implement/investment', search: { activeName: 'first' } }
export const PAYMENTS: Target = { to: '/implement/cost', search: { activeName: 'first' } }
/** The details that are not written off. */
export const OPEN_CASH: Target = { to: '/implement/cash', search: { activeName: 'd', written_off: '0' } }
/** The contracts that cost money. */
export const CONTRACTS: Target = { to: '/contract/index', search: { categories: ['0', '1', '2'] } }

/** Whether this person may open a page. Without the right a link would only be redirected. */
export function useMayOpen(): (target: Target) => boolean {
  const profile = useProfile()
  return ({ to }) => {
    const page = pageAt(to)
    return page !== undefined && mayOpen(profile, page)
  }
}
