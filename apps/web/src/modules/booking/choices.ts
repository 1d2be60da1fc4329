import { selectApi } from '@pianzhang/contract/api/views'
import { type Option, useSelect } from '../../platform/ledger/selects.ts'

/** Select options that only payments and petty cash have; options of all ledgers are in platform/ledger/selects.ts. */
export const usePayChannels = () => useSelect(selectApi.payChannels)
export const useVoucherCategories = () => useSelect(selectApi.voucherCategories)
export const useTaxRates = () => useSelect(selectApi.faceTaxRates, 'cost_execution', 'imprest')

/** Filter value for records without a voucher type. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }
