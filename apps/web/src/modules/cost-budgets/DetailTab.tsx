import type { CostBudget, CostBudgetList } from '@pianzhang/contract/cost-budgets'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { codesFilter, importFilter } from '../../ui/filters/filter.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useLedger } from '../../ui/list/useLedger.ts'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { listDetail } from '../../ui/page/record/listDetail.tsx'
import { BarSwitch } from '../../ui/table/BarSwitch.tsx'
import { editDelete } from '../../ui/table/columns/columns.tsx'
import { groupHeads } from '../../ui/table/GroupHead.tsx'
import type { Groups } from '../../ui/table/groups.ts'
import { amountSums } from '../../ui/table/sums.ts'
import { useSubjectFilter } from '../subjects/picker/useSubjectFilter.tsx'
import { budgets, FOLDED, readAll } from './api.ts'
import { amountOf, budgetColumns, Card, FIELD_COLUMNS, nameOf, REMOVAL } from './columns.tsx'
import type { Depth } from './groups.ts'
import { depthOf, foldedAt, pageOf, wholeWithHeads, withHeads } from './groups.ts'
import { IMPORTS } from './imports.ts'
import { useLock } from './lock.tsx'

interface List {
  data: CostBudgetList | undefined
  paging: { page: number; size: number }
  /** `replace`: without an entry of its own in the history. */
  goTo: (part: { page: number }, replace: boolean) => void
}

/** The groups of the list in its order by subject. What is folded is remembered for the person, by number, in all projects. */
function useGroups({ data, paging: { page, size }, goTo }: List) {
  const [numbers, setNumbers] = usePreference<string[] | null>(FOLDED, null)
  const folded = useMemo(() => new Set(numbers), [numbers])
  const groups = data?.groups ?? []
  const fold = (next: string[], seen: string | undefined) => {
    setNumbers(next)
    // The head that was pressed stays in sight, though its page may be another now.
    const to = seen === undefined ? 1 : pageOf(groups, new Set(next), size, seen)
    if (to !== page) goTo({ page: to }, true)
  }
  const onToggle = (number: string) =>
    fold(folded.has(number) ? [...folded].filter((one) => one !== number) : [...folded, number], number)
  const shape: Groups<CostBudget, CostBudgetList> = {
    ofPage: (rows) => withHeads(groups, rows, { folded, from: (page - 1) * size, size, onToggle }),
    ofAll: (list) => wholeWithHeads(list, folded),
    ...groupHeads,
  }
  return {
    groups: shape,
    depth: depthOf(groups, folded),
    onDepth: (depth: Depth) => fold(foldedAt(groups, folded, depth), undefined),
  }
}

const DEPTHS = [
  { key: 'one', text: '一级' },
  { key: 'two', text: '二级' },
  { key: 'all', text: '明细' },
] as const

interface Props {
  /** Whether the list is in the order by subject. */
  grouped: boolean
  depth: Depth | undefined
  onDepth: (depth: Depth) => void
  onGroup: () => void
}

/** In the table's bar: how far the groups are open, or what puts the list in the order by subject. */
const GroupTools = ({ grouped, depth, onDepth, onGroup }: Props) =>
  grouped ? (
    <BarSwitch label="展开到" options={DEPTHS} value={depth} onChange={onDepth} />
  ) : (
    <Button type="text" size="small" onClick={onGroup}>
      按科目小计
    </Button>
  )

const Form = lazyDialog(() => import('./dialog/Dialog.tsx'))
const Detail = listDetail('费用预算详情', FIELD_COLUMNS)
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
