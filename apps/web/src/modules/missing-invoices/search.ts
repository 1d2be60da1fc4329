import {
  AGES,
  type Age,
  FLAGS,
  type Flag,
  type MissingFilters,
  REASONS,
  type Reason,
} from '@pianzhang/contract/missing-invoices'
import { z } from 'zod'
import { addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

const codesOf = <C extends string>(list: readonly { code: C }[]): C[] => list.map(({ code }) => code)

const filters = {
  keywords: addressText,
  payer: addressText,
  reason: addressOne(codesOf<Reason>(REASONS)),
  age: addressOne(codesOf<Age>(AGES)),
  flag: addressOne(codesOf<Flag>(FLAGS)),
  codes: addressList,
}
filters satisfies Record<Exclude<keyof MissingFilters, 'line_codes'> | 'codes', z.ZodType>
const apiNames = { codes: 'line_codes' }
/** Without it 按付款方. */
const tab = addressOne(['ages'])

/** URL parameters of 按付款方. */
export const payerSearch = listSearch({
  name: 'missing-payers',
  filters,
  orders: ['amount_order'],
  kept: { tab },
  apiNames,
})
export type PayerSearch = SearchOf<typeof payerSearch>

/** URL parameters of 按账龄. */
export const ageSearch = listSearch({
  name: 'missing-ages',
  filters,
  orders: ['pay_at_order'],
  kept: { tab },
  apiNames,
})
export type AgeSearch = SearchOf<typeof ageSearch>
export type MissingFilter = FilterOf<typeof ageSearch>

/** URL parameters of the page: what its tabs share. */
export const pageSearch = { parse: (raw: object) => z.object({ tab, ...filters }).parse(raw) }
export type Tab = 'payers' | 'ages'
export const tabOf = (search: { tab?: z.output<typeof tab> }): Tab => search.tab ?? 'payers'
