import type { ContractFilters, ContractOrders } from '@pianzhang/contract/contracts'
import type { z } from 'zod'
import { addressList, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'
import { OUT } from '../contract-picker/selects.ts'

const filters = {
  keywords: addressText,
  categories: addressList,
  income_bankcard_username: addressText,
  income_bankcard_account: addressText,
  income_bank_name: addressText,
  import_code: addressText,
  codes: addressList,
  unallocated: addressText,
}
filters satisfies Record<Exclude<keyof ContractFilters, 'supplement_for' | 'customers' | 'amount'>, z.ZodType>

const orders = ['sign_at_order', 'amount_order', 'pay_amount_order', 'unpay_amount_order'] as const
orders satisfies readonly (keyof ContractOrders)[]

const list = listSearch({ name: 'contracts', filters, orders })

/** Whether the address presets the types of contracts that cost money, as links of other pages do: `?filter=1`. */
export const isPreset = (raw: object): boolean => 'filter' in raw && raw.filter !== ''

/** URL parameters of the list of contracts. */
export const contractSearch = {
  ...list,
  parse: (raw: object) => list.parse(isPreset(raw) ? { categories: OUT, ...raw } : raw),
}
export type ContractFilter = FilterOf<typeof contractSearch>
