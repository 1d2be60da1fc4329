import type { FeeFilters, TaxPeopleQuery } from '@pianzhang/contract/fees'
import { z } from 'zod'
import { addressFlag, addressList, addressOne, addressText } from '../../platform/address/address.ts'
import { listSearch, type SearchOf } from '../../platform/address/listSearch.ts'

/** Without it the current one. No filter: 重置 keeps it. */
const month = z
  .string()
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined)

const filters = {
  payee_code: addressText,
  keywords: addressText,
  kinds: addressList,
  paid: addressFlag,
  remitted: addressFlag,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof FeeFilters, 'month'>, z.ZodType>

/** URL parameters of 劳务计税. */
export const feeSearch = listSearch({ name: 'labor-tax', filters, kept: { month } })
export type FeeSearch = SearchOf<typeof feeSearch>

const tab = addressOne(['people', 'due'])
const peopleFilters = { keywords: addressText }
peopleFilters satisfies Record<Exclude<keyof TaxPeopleQuery, 'page' | 'per_page'>, z.ZodType>

/** URL parameters of 当月汇总. */
export const peopleSearch = listSearch({
  name: 'labor-tax-people',
  filters: peopleFilters,
  kept: { tab, month },
})
export type PeopleSearch = SearchOf<typeof peopleSearch>

/** URL parameters of 应缴税款. */
export const dueSearch = listSearch({ name: 'labor-tax-due', filters: {}, kept: { tab, month } })
export type DueSearch = SearchOf<typeof dueSearch>

/** URL parameters of the page. */
export const pageSearch = { parse: (raw: object) => z.object({ tab, month }).parse(raw) }
export type Tab = 'fees' | 'people' | 'due'
export const tabOf = (search: { tab?: z.output<typeof tab> }): Tab => search.tab ?? 'fees'
