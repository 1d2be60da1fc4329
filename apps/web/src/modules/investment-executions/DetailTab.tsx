import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { datesFilter, listFilter, selectFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton, ImportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecordDialogs } from '../../ui/list/useRecordDialogs.tsx'
import { ledgerSums } from '../../ui/table/sums.ts'
import { useContract } from '../contracts/picker/selects.ts'
import { receipts } from './api.ts'
import { Card } from './Card.tsx'
import { receiptColumns } from './columns.tsx'
import { amountOf, nameOf, REMOVAL } from './removal.ts'
import { type ReceiptFilter, receiptSearch } from './search.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Detail = lazyDialog(() => import('./Detail.tsx'))
const Import = lazyDialog(() => import('./Import.tsx'))
const route = getRouteApi('/in-project/implement/investment')

/** 收款 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const ledger = useLedger({ route, list: receiptSearch, query: receipts.query, removal: REMOVAL })
  const { search, filter, data, goTo } = ledger
  const contract = useContract(filter.contract_code, may('contract', 'read'))
  const { on, onAdd, onImport, current, dialogs } = useRecordDialogs({ Form, Detail, Import }, ledger)

  const filters: FilterParts<ReceiptFilter> = {
    keywords: { label: '投资方/说明', placeholder: '投资方、说明或合同编号' },
    filters: [
      datesFilter('收款时间', 'start_investment_at', 'end_investment_at'),
      selectFilter('投资类型', 'categories', useSelect('investment_categories', 'investment_category')),
      listFilter('投资方', 'investors', (investor) => investor),
      valueFilter('合同', 'contract_code', (code) => contract?.out_code ?? code),
      // A code means nothing to a reader, so the tag shows a fixed text.
      valueFilter('批量新增', 'import_code', () => '同一次导入'),
    ],
  }
  const columns = useMemo(() => receiptColumns(on), [on])
  const mayWrite = may('investment_execution', 'write')

  return (
    <>
      <LedgerList
        title="收款"
        tabs={tabs}
        label="收款明细"
        ledger={ledger}
        filters={filters}
        add={
          mayWrite && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={onAdd}>
              新增收款
            </Button>
          )
        }
        files={
          <>
            {may('investment_execution', 'export') && (
              <ExportButton
                total={ledger.stale ? undefined : data?.listTotal}
                ask={() => receipts.exported(search)}
              />
            )}
            {mayWrite && <ImportButton onClick={onImport} />}
          </>
        }
        columns={columns}
        card={(row) => <Card key={row.code} row={row} on={on} />}
        rowLabel={nameOf}
        amountOf={amountOf}
        total={data?.total_amount_yuan}
        sums={(list) =>
          ledgerSums({
            column: 'amount',
            rows: list.items,
            amountOf,
            total: { count: list.listTotal, amount: list.total_amount_yuan },
          })
        }
        sorted={{ column: 'investment_at', order: search.investment_at_order }}
        onSort={(_, investment_at_order) => goTo({ investment_at_order, page: undefined })}
        current={current}
      />
      {dialogs}
    </>
  )
}
