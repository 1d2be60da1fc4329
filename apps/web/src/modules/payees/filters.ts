import { PAYEE_KINDS } from '@pianzhang/contract/payees'
import { fixedOptions } from '../../platform/ledger/selects.ts'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, selectFilter } from '../../ui/filters/filter.tsx'
import type { PayeeFilter } from './search.ts'

const KINDS = fixedOptions(PAYEE_KINDS.map(({ code, label }) => ({ value: code, label })))
const CHANGED = fixedOptions([
  { value: '1', label: '7天内修改过' },
  { value: '0', label: '未修改' },
])
const WITHOUT = fixedOptions([
  { value: '1', label: '未填写' },
  { value: '0', label: '已填写' },
])

export const FILTERS: FilterParts<PayeeFilter> = {
  keywords: { label: '名称/账号', placeholder: '名称、拼音首字母或完整账号' },
  filters: [
    selectFilter('类型', 'kinds', KINDS),
    choiceFilter<PayeeFilter>('账号修改', 'account_changed', CHANGED),
    choiceFilter<PayeeFilter>('收款账号', 'without_account', WITHOUT),
    codesFilter,
  ],
}
