import { useQuery } from '@tanstack/react-query'
import type { Query } from '../../../platform/api/api.ts'
import { itemsOf, RARELY } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'

/** Names that the field 投资方 suggests, as far as this person may read them: the overview matches budgets and receipts by name. */
interface Investors {
  /** Names in budgets, the largest budget first. */
  budgeted: readonly string[]
  /** Names in receipts, the largest sum first. */
  received: readonly string[]
}

const NONE: Investors = { budgeted: [], received: [] }

export function useInvestors(): Investors {
  const may = useCan()
  const budgets = may('investment_budget', 'read')
  const receipts = may('investment_execution', 'read')
  const { data = NONE } = useQuery({
    meta: { shows: ['investment_budget', 'investment_execution'] },
    queryKey: ['selects', 'investors', { budgets, receipts }],
    queryFn: async ({ signal }): Promise<Investors> => {
      const names = async (path: string, query: Query) =>
        (await itemsOf<{ investor: string }>(path, query, { signal, handled: true })).map(
          ({ investor }) => investor,
        )
      const [budgeted, received] = await Promise.all([
        budgets ? names('/api/manager/investment_budgets', { per_page: 1000, amount_order: 'desc' }) : [],
        receipts ? names('/api/manager/investment_executions/dashboard/investor', {}) : [],
      ])
      return { budgeted, received }
    },
    staleTime: RARELY,
  })
  return data
}
