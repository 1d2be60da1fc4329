import { Check } from '../../ui/fields/Tick.tsx'
import list from '../../ui/filters/FilterRow.module.css'
import {
  codesFilter,
  datesFilter,
  importFilter,
  listFilter,
  selectFilter,
  valueFilter,
} from '../../ui/filters/filter.tsx'
import { laterField, MultiSelect } from '../../ui/filters/lateFields.tsx'
import { useContractFilter } from '../contract-picker/useContractFilter.ts'
import { useSubjectFilter } from '../subjects/picker/useSubjectFilter.tsx'
import { NO_VOUCHER, usePayChannels, useTaxRates, useVoucherCategories } from './choices.ts'
import styles from './filters.module.css'

const ContractChoice = laterField(
  async () => ({ default: (await import('./ContractChoice.tsx')).ContractChoice }),
  () => [{ placeholder: '请选择合同', name: '合同' }],
)

/** Filters that payments and petty cash have in common, by name. A value shows as it is until its label is loaded. */
export function useBookingFilters(contractCode: string | undefined) {
  const vouchers = useVoucherCategories()

  return {
    dates: datesFilter('付款时间', 'start_pay_at', 'end_pay_at'),
    channels: selectFilter('付款方式', 'pay_channels', usePayChannels()),
    subjects: useSubjectFilter(),
    contract: useContractFilter(contractCode, (code, set) => (
      <ContractChoice className={styles.contract} value={code} onChange={set} />
    )),
    vouchers: selectFilter('凭证类型', 'voucher_categories', {
      ...vouchers,
      items: vouchers.items && [NO_VOUCHER, ...vouchers.items],
    }),
    rates: listFilter(
      '票面税率',
      'face_tax_rates',
      (rate) => rate,
      (rates, set) => <TaxRates value={rates} onChange={set} />,
    ),
    payers: listFilter('付款方', 'payers', (payer) => payer),
    related: valueFilter<'related', '1'>(
      '合同关联',
      'related',
      () => '已关联系统合同',
      (related, set) => (
        <Check checked={related === '1'} onChange={({ target }) => set(target.checked ? '1' : undefined)}>
          已关联系统合同
        </Check>
      ),
    ),
    imported: importFilter,
    named: codesFilter,
  }
}

/** A component of its own, so that the rates load only where the field is shown. */
const TaxRates = (props: {
  value: readonly string[] | undefined
  onChange: (rates: string[] | undefined) => void
}) => <MultiSelect className={list.field} name="票面税率" options={useTaxRates()} {...props} />
