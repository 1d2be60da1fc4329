import type { ContractList } from '@pianzhang/contract/contracts'
import { api } from '../../platform/api/api.ts'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import { BASE, KEY } from './picker/selects.ts'
import { type ContractSearch, contractSearch } from './search.ts'

export const contractListQuery = (search: ContractSearch, size: number) => {
  const params = contractSearch.listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<ContractList>(BASE, params, options)).data)
}

export const load = listLoader(contractSearch, contractListQuery)

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)

/** After a write: the list, and what shows a contract's number. */
export const contractsChanged = (): Promise<void> => resourceChanged('contract')
