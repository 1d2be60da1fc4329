import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { valueFilter } from '../../ui/filters/filter.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { ExportButton, ImportButton } from '../../ui/list/FileButtons.tsx'
import { LedgerList } from '../../ui/list/LedgerList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecordDialogs } from '../../ui/list/useRecordDialogs.tsx'
import { ledgerSums } from '../../ui/table/sums.ts'
import { useSubjectFilter } from '../subjects/picker/useSubjectFilter.tsx'
import { budgets } from './api.ts'
import { Card } from './Card.tsx'
import { budgetColumns } from './columns.tsx'
import { amountOf, nameOf, REMOVAL } from './removal.ts'
import { type BudgetFilter, budgetSearch } from './search.ts'

const Form = lazyDialog(() => import('./dialog/Dialog.tsx'))
const Detail = lazyDialog(() => import('./dialog/Detail.tsx'))
const Import = lazyDialog(() => import('./dialog/Import.tsx'))
const route = getRouteApi('/in-project/budget/cost')

/** 费用预算 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const ledger = useLedger({ route, list: budgetSearch, query: budgets.query, removal: REMOVAL })
  const { search, data } = ledger
  const { on, onAdd, onImport, current, dialogs } = useRecordDialogs({ Form, Detail, Import }, ledger)

  const filters: FilterParts<BudgetFilter> = {
    filters: [
      useSubjectFilter(),
      // A code means nothing to a reader, so the tag shows a fixed text.
      valueFilter('批量新增', 'import_code', () => '同一次导入'),
    ],
  }
  const columns = useMemo(() => budgetColumns(on), [on])
  const mayWrite = may('cost_budget', 'write')

  return (
    <>
      <LedgerList
        title="费用预算"
        tabs={tabs}
        label="费用预算明细"
        ledger={ledger}
        filters={filters}
        add={
          mayWrite && (
            <Button type="primary" icon={<IconPlus size={14} />} onClick={onAdd}>
              新增费用预算
            </Button>
          )
        }
        files={
          <>
            {may('cost_budget', 'export') && (
              <ExportButton
                total={ledger.stale ? undefined : data?.listTotal}
                ask={() => budgets.exported(search)}
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
        current={current}
      />
      {dialogs}
    </>
  )
}
