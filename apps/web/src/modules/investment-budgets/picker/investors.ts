import { investmentBudgetApi, receiptApi } from '@pianzhang/contract/api/books'
import { useQuery } from '@tanstack/react-query'
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
      const options = { signal, handled: true } as const
      const namesOf = (items: readonly { investor: string }[]) => items.map(({ investor }) => investor)
      const [budgeted, received] = await Promise.all([
        budgets
          ? itemsOf(investmentBudgetApi.list, {
              query: { per_page: 1000, amount_order: 'desc' },
              ...options,
            }).then(namesOf)
          : [],
        receipts ? itemsOf(receiptApi.investor, options).then(namesOf) : [],
      ])
      return { budgeted, received }
    },
    staleTime: RARELY,
  })
  return data
}
