import { useQuery } from '@tanstack/react-query'
import type { Query } from '../../../platform/api/api.ts'
import { itemsOf, RARELY } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'

/** Names to suggest for a field 投资方, as far as one may read them: the overview compares the two ledgers by name. */
interface Investors {
  /** Of budgets, the largest first. */
  budgeted: readonly string[]
  /** Of receipts, the largest first. */
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
