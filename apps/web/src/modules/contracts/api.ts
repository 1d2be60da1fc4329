import { contractApi } from '@pianzhang/contract/api/base'
import { recordsOf } from '../../platform/ledger/records.ts'
import { KEY, SHOWS } from '../contract-picker/selects.ts'
import { contractSearch } from './search.ts'

export const contracts = recordsOf(contractApi, {
  key: KEY,
  model: 'contract',
  list: contractSearch,
  shows: SHOWS,
})
export const { load } = contracts
