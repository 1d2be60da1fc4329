import { contractApi } from '@pianzhang/contract/api/base'
import type { Contract } from '@pianzhang/contract/contracts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../platform/api/api.ts'
import { shows } from '../../platform/changes/refresh.ts'
import { itemsOf, RARELY, useLoaded } from '../../platform/ledger/selects.ts'

export type ContractOption = Pick<
  Contract,
  | 'code'
  | 'out_code'
  | 'customer'
  | 'category'
  | 'amount_yuan'
  | 'pay_amount_yuan'
  | 'unpay_amount_yuan'
  | 'with_supplement'
>
/** First part of the query keys of contracts. */
export const KEY = 'contracts'
// A contract contains the sums of its payments and receipts, so changes of those reload it.
export const SHOWS = ['contract', 'cost_execution', 'investment_execution'] as const
shows([KEY], ...SHOWS)

/** Contracts that cost money: 演员, 职员, 制作. */
export const OUT = ['0', '1', '2'] as const
/** Contracts on which money comes in. */
export const IN = ['3', '4'] as const
/** Whether the contract brings money in. */
export const isIncome = ({ category }: Pick<Contract, 'category'>): boolean =>
  (IN as readonly string[]).includes(category.category_code)
type Categories = readonly string[]

/** A filter's remote search: the first 30. */
export const contractSearch = (categories: Categories) => (keywords: string) => ({
  queryKey: [KEY, 'search', categories, keywords],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    itemsOf(contractApi.list, { query: { keywords, categories, per_page: 30 }, signal }),
  staleTime: RARELY,
})

/** All contracts that a form offers. */
export const useContracts = (categories: Categories, enabled: boolean) =>
  useLoaded(
    useQuery({
      enabled,
      queryKey: [KEY, 'options', categories],
      queryFn: () => itemsOf(contractApi.list, { query: { categories, per_page: 999 } }),
      staleTime: RARELY,
    }),
  )

/** The contract whose code is in the URL, so that the filter can show its number. */
export const useContract = (code: string | undefined, allowed: boolean) =>
  useQuery({
    queryKey: [KEY, 'one', code],
    queryFn: ({ signal }) => read(contractApi.show, { params: { code: code ?? '' }, signal, handled: true }),
    staleTime: RARELY,
    enabled: allowed && code !== undefined,
  }).data
