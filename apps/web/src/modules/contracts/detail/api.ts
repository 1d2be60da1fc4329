import type { Contract, ContractRelated } from '@pianzhang/contract/contracts'
import type { ReminderList } from '@pianzhang/contract/reminders'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { addressPage, addressText } from '../../../platform/address/address.ts'
import { api, type Query } from '../../../platform/api/api.ts'
import { shows } from '../../../platform/changes/refresh.ts'
import { historyOf } from '../../../platform/ledger/history.ts'
import { queryClient } from '../../../platform/query.ts'
import { BASE, KEY } from '../../contract-picker/selects.ts'

const RELATED = 'contract_related'
shows([RELATED], 'contract', 'cost_execution', 'investment_execution', 'imprest')
const REMINDERS = 'contract_reminders'
shows([REMINDERS], 'contract_caution')

const search = z.object({
  code: addressText,
  /** The page of 修改记录. */
  history_page: addressPage,
})
/** URL parameters of a contract's page. */
export const contractAddress = { parse: (raw: object) => search.parse(raw) }

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

const partQuery = <T>(queryKey: readonly unknown[], path: string, query: Query = {}) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      // A first load's failure is shown in place of the content; a failed reload keeps it, so it is reported as a toast.
      const handled = queryClient.getQueryData(queryKey) === undefined || []
      return (await api.get<T>(path, query, { signal, handled })).data
    },
  })

export const contractQuery = (code: string) => partQuery<Contract>([KEY, 'detail', code], at(code))

/** The last payments or receipts, and open petty cash. */
export const relatedQuery = (code: string) =>
  partQuery<ContractRelated>([RELATED, code], `${at(code)}/related`)

export const remindersQuery = (code: string) =>
  partQuery<ReminderList>([REMINDERS, code], '/api/manager/contract_cautions', {
    contract_code: code,
    per_page: 5,
  })

export const historyQuery = historyOf({ at, key: KEY }, 'contract')

export function load(raw: object): void {
  const { code, history_page } = contractAddress.parse(raw)
  if (code === undefined) return
  void queryClient.prefetchQuery(contractQuery(code))
  void queryClient.prefetchQuery(relatedQuery(code))
  if (history_page) void queryClient.prefetchQuery(historyQuery(code, history_page))
}
