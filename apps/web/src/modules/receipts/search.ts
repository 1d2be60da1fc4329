import type { ReceiptFilters } from '@pianzhang/contract/receipts'
import type { z } from 'zod'
import { addressDay, addressList, addressTab, addressText } from '../../platform/address/address.ts'
import { type FilterOf, listSearch } from '../../platform/address/listSearch.ts'
import { ledgerTabs } from '../../platform/ledger/ledgerTabs.ts'

const filters = {
  keywords: addressText,
  start_investment_at: addressDay,
  end_investment_at: addressDay,
  investors: addressList,
  categories: addressList,
  contract_code: addressText,
  import_code: addressText,
  codes: addressList,
}
filters satisfies Record<Exclude<keyof ReceiptFilters, 'amount'>, z.ZodType>

/** URL parameters of the receipts page. */
export const receiptSearch = listSearch({
  name: 'receipts',
  filters,
  orders: ['investment_at_order'],
  kept: { activeName: addressTab },
})
export const tabs = ledgerTabs(receiptSearch)

export type ReceiptFilter = FilterOf<typeof receiptSearch>
