import type { CostBudget, CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { codesFilter, importFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { editDelete } from '../../ui/table/columns/columns.tsx'
import { amountSums } from '../../ui/table/sums.ts'
import { useSubjectFilter } from '../subjects/picker/useSubjectFilter.tsx'
import { budgets, readAll } from './api.ts'
import { Card } from './Card.tsx'
import { budgetColumns } from './columns.tsx'
import { GroupTools } from './GroupTools.tsx'
import { IMPORTS } from './imports.ts'
import { useLock } from './lock.tsx'
import { amountOf, nameOf, REMOVAL } from './removal.ts'
import { useGroups } from './useGroups.ts'

const Form = lazyDialog(() => import('./dialog/Dialog.tsx'))
const Detail = lazyDialog(() => import('./dialog/Detail.tsx'))
const Change = lazyDialog(() => import('./dialog/Change.tsx'))
const route = getRouteApi('/in-project/budget/cost')
const KEYWORDS = { label: '科目/备注', placeholder: '科目编号、名称、拼音或备注' }
const SUMS = amountSums<CostBudget, CostBudgetList>('amount', amountOf, (list) => list.total_amount_yuan)

/** 费用预算 · 明细. */
export default function DetailTab({ tabs }: { tabs: ReactNode }) {
  const list = useLedger(route, budgets, REMOVAL)
  const { refused, isUnknown, line } = useLock(true, list.data?.can)
  const ledger = useReadOnly(list, refused !== undefined || isUnknown)
  const view = useRecords(ledger, budgets, {
    add: '新增费用预算',
    Form,
    Detail,
    copies: true,
    imports: IMPORTS,
    Change,
    locked: isUnknown,
    refused,
  })
  const { groups, depth, onDepth } = useGroups(view)
  const grouped = view.search.subject_order !== undefined
  const { on } = view
  const { write, delete: remove } = view.granted
  const actionsOf = useMemo(() => {
    if (refused === undefined) return (row: CostBudget) => editDelete(row, on)
    // The actions stay in place and say why they cannot be used.
    const all = { ...on, onCopy: write ? on.onEdit : undefined }
    return (row: CostBudget) =>
      editDelete({ ...row, can: { write, delete: remove } }, all).map((action) => ({ ...action, refused }))
  }, [refused, on, write, remove])
  return (
    <RecordList
      of={{ ...view, read: readAll(view.search) }}
      title="费用预算"
      label="费用预算明细"
      tabs={tabs}
      notice={line}
      filters={{ keywords: KEYWORDS, filters: [useSubjectFilter(), importFilter, codesFilter] }}
      tools={
        <GroupTools
          grouped={grouped}
          depth={depth}
          onDepth={onDepth}
          onGroup={() => view.onSort('subject', 'asc')}
        />
      }
      groups={grouped && view.data?.groups.length ? groups : undefined}
      files={view.files}
      columns={budgetColumns(write || remove ? actionsOf : undefined)}
      card={(row) => <Card key={row.code} row={row} actionsOf={actionsOf} onOpen={on.onDetail} />}
      rowLabel={nameOf}
      sums={SUMS}
    />
  )
}

const NO_RIGHTS = { write: false, delete: false }
/** The list; while the budget is locked none of its rows is edited, deleted or selected, as there is nothing to do with selected ones. */
function useReadOnly<T extends ReturnType<typeof useLedger<object, object, CostBudgetList>>>(
  ledger: T,
  locked: boolean,
): Omit<T, 'selection'> & Partial<Pick<T, 'selection'>> {
  const rows = useMemo(
    () => (locked ? ledger.rows?.map((row) => ({ ...row, can: NO_RIGHTS })) : ledger.rows),
    [ledger.rows, locked],
  )
  if (!locked) return ledger
  const { selection: _, ...rest } = ledger
  return { ...rest, rows }
}
