import type { ReminderList } from '@pianzhang/contract/contract-cautions'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { listIfGone, listLoader, listQuery } from '../../platform/ledger/list.ts'
import { type ReminderSearch, reminderSearch } from './search.ts'

export const BASE = '/api/manager/contract_cautions'
export const KEY = 'contract_cautions'
shows([KEY], 'contract_caution', 'contract')

export const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const reminderListQuery = (search: ReminderSearch, size: number) => {
  const params = reminderSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<ReminderList>(BASE, params, options)).data)
}

export const load = listLoader(reminderSearch, reminderListQuery)

export const removeReminder = (code: string) => api.delete(at(code)).catch(listIfGone(KEY))

/** After a write: the list, and the messages of the red strip. */
export const remindersChanged = (): Promise<void> => resourceChanged('contract_caution')
