import { contractApi } from '@pianzhang/contract/api/base'
import { reminderApi } from '@pianzhang/contract/api/features'
import { z } from 'zod'
import { addressPage, addressText } from '../../../platform/address/address.ts'
import { shownQuery } from '../../../platform/api/shownQuery.ts'
import { shows } from '../../../platform/changes/refresh.ts'
import { historyOf } from '../../../platform/ledger/history.ts'
import { queryClient } from '../../../platform/query.ts'
import { KEY } from '../../contract-picker/selects.ts'

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

export const contractQuery = (code: string) =>
  shownQuery([KEY, 'detail', code], contractApi.show, { params: { code } })

/** The last payments or receipts, and open petty cash. */
export const relatedQuery = (code: string) =>
  shownQuery([RELATED, code], contractApi.related, { params: { code } })

export const remindersQuery = (code: string) =>
  shownQuery([REMINDERS, code], reminderApi.list, { query: { contract_code: code, per_page: 5 } })

export const historyQuery = historyOf({ base: contractApi.base, key: KEY }, 'contract')

export function load(raw: object): void {
  const { code, history_page } = contractAddress.parse(raw)
  if (code === undefined) return
  void queryClient.prefetchQuery(contractQuery(code))
  void queryClient.prefetchQuery(relatedQuery(code))
  if (history_page) void queryClient.prefetchQuery(historyQuery(code, history_page))
}
