import { selectApi } from '@pianzhang/contract/api/views'
import type { Receipt, ReceiptList } from '@pianzhang/contract/receipts'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { codesFilter, datesFilter, importFilter, listFilter, selectFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { listDetail } from '../../ui/page/record/listDetail.tsx'
import { amountSums } from '../../ui/table/sums.ts'
import { useContractFilter } from '../contract-picker/useContractFilter.ts'
import { receipts } from './api.ts'
import { amountOf, Card, FIELD_COLUMNS, nameOf, REMOVAL, receiptColumns } from './columns.tsx'
import { IMPORTS } from './imports.ts'
import type { ReceiptFilter } from './search.ts'

/** Filters of receipts. */
function useFilters({ contract_code }: ReceiptFilter): FilterParts<ReceiptFilter> {
  return {
    keywords: { label: '投资方/说明', placeholder: '投资方、说明或合同编号' },
    filters: [
      datesFilter('收款时间', 'start_investment_at', 'end_investment_at'),
      selectFilter('投资类型', 'categories', useSelect(selectApi.investmentTypes, 'investment_category')),
      listFilter('投资方', 'investors', (investor) => investor),
      useContractFilter(contract_code),
      importFilter,
      codesFilter,
    ],
  }
}

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Detail = listDetail('收款详情', FIELD_COLUMNS)
const Change = lazyDialog(() => import('./Change.tsx'))
const route = getRouteApi('/in-project/implement/investment')
const SUMS = amountSums<Receipt, ReceiptList>('amount', amountOf, (list) => list.total_amount_yuan)

/** 收款 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const ledger = useLedger(route, receipts, REMOVAL)
  const view = useRecords(ledger, receipts, {
    add: '新增收款',
    Form,
    Detail,
    copies: true,
    imports: IMPORTS,
    Change,
  })
  return (
    <RecordList
      of={view}
      title="收款"
      label="收款明细"
      tabs={tabs}
      filters={useFilters(view.filter)}
      files={view.files}
      columns={receiptColumns(view.on)}
      card={(row) => <Card key={row.code} row={row} on={view.on} />}
      rowLabel={nameOf}
      sums={SUMS}
    />
  )
}
