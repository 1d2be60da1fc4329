import { useQuery } from '@tanstack/react-query'
import { itemsOf, RARELY } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'

/**
 * Names to suggest for a field 投资方: of budgets, then of receipts, the largest first, as far as one may read them. The
 * overview compares the two by name.
 */
export function useInvestors(): string[] {
  const may = useCan()
  const sources = [
    ...(may('investment_budget', 'read')
      ? [['/api/manager/investment_budgets', { per_page: 1000, amount_order: 'desc' }] as const]
      : []),
    ...(may('investment_execution', 'read')
      ? [['/api/manager/investment_executions/dashboard/investor', {}] as const]
      : []),
  ]
  const { data = [] } = useQuery({
    meta: { shows: ['investment_budget', 'investment_execution'] },
    queryKey: ['selects', 'investors', sources],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        sources.map(([path, query]) => itemsOf<{ investor: string }>(path, query, { signal, handled: true })),
      )
      return [...new Set(lists.flat().map(({ investor }) => investor))]
    },
    staleTime: RARELY,
  })
  return data
}
