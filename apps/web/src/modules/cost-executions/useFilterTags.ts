import { type Option, useSelect } from '../../platform/selects.ts'
import { can, useProfile } from '../../platform/session.ts'
import type { FilterTag } from '../../ui/list/FilterTags.tsx'
import { useSubjects } from '../subjects/picker/selects.ts'
import { labels } from '../subjects/picker/subjects.ts'
import { NO_VOUCHER, useContract, usePayChannels, useVoucherCategories } from './choices.ts'
import type { PaymentFilter } from './search.ts'

type ListKey = {
  [K in keyof PaymentFilter]-?: string[] extends PaymentFilter[K] ? K : never
}[keyof PaymentFilter]

/** 2026-11-01 – 2026-11-21, or what is there of it. */
const period = (start: string | undefined, end: string | undefined): string =>
  start && end ? (start === end ? start : `${start} – ${end}`) : start ? `${start} 起` : `至 ${end}`

/** What the address filters by, a tag for each value. A value whose name is not known (yet) shows as it is. */
export function useFilterTags(filter: PaymentFilter, onApply: (filter: PaymentFilter) => void): FilterTag[] {
  const contract = useContract(filter.contract_code, can(useProfile(), 'contract', 'read'))
  const subjects = labels(useSubjects().items ?? [])
  const channels = usePayChannels().items
  const categories = useSelect('pay_categories', 'pay_category').items
  const vouchers = useVoucherCategories().items

  const one = (key: keyof PaymentFilter, name: string, value: string | undefined): FilterTag[] =>
    value === undefined
      ? []
      : [{ key, name, value, onRemove: () => onApply({ ...filter, [key]: undefined }) }]
  const many = (key: ListKey, name: string, label: (value: string) => string | undefined): FilterTag[] =>
    (filter[key] ?? []).map((value) => ({
      key: `${key}:${value}`,
      name,
      value: label(value) ?? value,
      onRemove: () => {
        const rest = filter[key]?.filter((other) => other !== value)
        onApply({ ...filter, [key]: rest?.length ? rest : undefined })
      },
    }))
  const from = (options: readonly Option[] | undefined) => (value: string) =>
    options?.find((option) => option.value === value)?.label

  const { start_pay_at: start, end_pay_at: end } = filter
  return [
    ...one('keywords', '关键词', filter.keywords),
    ...(start || end
      ? [
          {
            key: 'pay_at',
            name: '付款时间',
            value: period(start, end),
            onRemove: () => onApply({ ...filter, start_pay_at: undefined, end_pay_at: undefined }),
          },
        ]
      : []),
    ...many('pay_channels', '付款方式', from(channels)),
    ...many('subject_three_codes', '科目', (code) => {
      const subject = subjects.get(code)
      return subject && `${subject.number} ${subject.name}`
    }),
    ...one('contract_code', '合同', filter.contract_code && (contract?.out_code ?? filter.contract_code)),
    ...many('pay_categories', '付款类型', from(categories)),
    ...many('voucher_categories', '凭证类型', from([NO_VOUCHER, ...(vouchers ?? [])])),
    ...many('face_tax_rates', '票面税率', (rate) => rate),
    ...many('payers', '付款方', (payer) => payer),
    ...one('related', '合同', filter.related && '已关联系统合同'),
    // Its code says nothing to anybody.
    ...one('import_code', '批量新增', filter.import_code && '同一次导入'),
  ]
}
