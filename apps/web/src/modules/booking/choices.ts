import { selectApi } from '@pianzhang/contract/api/views'
import { useMemo } from 'react'
import { type Loaded, type Option, useSelect } from '../../platform/ledger/selects.ts'

/** Select options that only payments and petty cash have; options of all ledgers are in platform/ledger/selects.ts. */
export const usePayChannels = () => useSelect(selectApi.payChannels)
export const useVoucherCategories = () => useSelect(selectApi.voucherCategories)
/** The payment types that a form offers: `imprest` is set only by petty cash write-offs. */
export function usePaymentTypes(): Loaded<Option[]> {
  const { items, state } = useSelect(selectApi.paymentTypes, 'pay_category')
  return useMemo(() => ({ items: items?.filter(({ value }) => value !== 'imprest'), state }), [items, state])
}
export const useTaxRates = () => useSelect(selectApi.faceTaxRates, 'cost_execution', 'imprest')

/** Filter value for records without a voucher type. */
export const NO_VOUCHER: Option = { label: '未填写', value: '0' }
