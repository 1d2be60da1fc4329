import { type Option, useSelect } from '../../platform/ledger/selects.ts'

/** Select options that only payments and petty cash have; options of all ledgers are in platform/ledger/selects.ts. */
export const usePayChannels = () => useSelect('cost_execution_pay_channels')
export const useVoucherCategories = () => useSelect('cost_execution_voucher_categories')
export const useTaxRates = () => useSelect('cost_execution_face_tax_rate', 'cost_execution', 'imprest')

/** Filter value for records without a voucher type. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }
