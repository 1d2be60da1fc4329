import type { Contract, ContractList } from '@pianzhang/contract/contracts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { BASE, KEY, SHOWS } from '../contract-picker/selects.ts'
import { contractSearch } from './search.ts'

export const contracts = recordsOf<Contract, ContractList>()({
  base: BASE,
  key: KEY,
  model: 'contract',
  list: contractSearch,
  shows: SHOWS,
})
export const { load } = contracts
