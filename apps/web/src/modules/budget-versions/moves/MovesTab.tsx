import type { BudgetMove, BudgetMoveList } from '@pianzhang/contract/budget-versions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLoaded } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import type { FilterParts } from '../../../ui/filters/FilterBar.tsx'
import { datesFilter, listFilter, selectFilter } from '../../../ui/filters/filter.tsx'
import { laterField } from '../../../ui/filters/lateFields.tsx'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { useRecords } from '../../../ui/list/useRecords.tsx'
import { confirmDelete } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { amountSums } from '../../../ui/table/sums.ts'
import { useSubjects } from '../../subjects/picker/selects.ts'
import styles from '../../subjects/picker/subjectFilter.module.css'
import { labels } from '../../subjects/picker/subjects.ts'
import { everyVersionQuery, lockedQuery, moves, versionsChanged } from '../api.ts'
import { LockState } from '../lock/LockState.tsx'
import type { MoveFilter } from '../search.ts'
import type { TabProps } from '../tabProps.ts'
import { moveColumns, moveText } from './columns.tsx'

const SubjectFilter = laterField(
  async () => ({ default: (await import('../../subjects/picker/SubjectPicker.tsx')).SubjectFilter }),
  ({ 'aria-label': name }) => [{ placeholder: `请选择${name}`, name: String(name) }],
)

/** The filters of moves by the subjects that gave and by those that got, of any level. A code shows as it is until its name is loaded. */
function useSubjectFilters() {
  const tree = useSubjects()
  const subjects = labels(tree.items ?? [])
  const labelOf = (code: string) => {
    const subject = subjects.get(code)
    return subject && `${subject.number} ${subject.name}`
  }
  const by = <K extends string>(name: string, key: K) =>
    listFilter(name, key, labelOf, (codes, set) => (
      <SubjectFilter
        className={styles.subject ?? ''}
        aria-label={name}
        placeholder={`请选择${name}`}
        maxTagPlaceholder={(hidden) => `${name} ${hidden.length} 项`}
        tree={tree.items}
        state={tree.state}
        value={codes ?? []}
        onChange={(next) => set(next.length > 0 ? next : undefined)}
      />
    ))
  return [by('调出科目', 'from_codes'), by('调入科目', 'to_codes')] as const
}

/** Filters of moves. */
function useFilters(): FilterParts<MoveFilter> {
  const versions = useLoaded(
    useQuery({
      ...everyVersionQuery,
      select: ({ items }) => items.map(({ code, no, name }) => ({ value: code, label: `第${no}版 ${name}` })),
    }),
  )
  const [from, to] = useSubjectFilters()
  return {
    keywords: { label: '调剂原因', placeholder: '调剂原因或编号' },
    filters: [datesFilter('调剂日期', 'start_moved_at', 'end_moved_at'), from, to],
    folded: [selectFilter('预算版本', 'version_codes', versions)],
  }
}

const MoveDialog = lazyDialog(() => import('./MoveDialog.tsx'))
const route = getRouteApi('/in-project/budget/version')
const SUMS = amountSums<BudgetMove, BudgetMoveList>(
  'amount',
  ({ amount_yuan }) => amount_yuan,
  (list) => list.total_amount_yuan,
)

const askRemove = (row: BudgetMove): Promise<boolean> =>
  confirmDelete('确定删除该笔调剂？', `${moveText(row)}。两个科目的预算将恢复。`, async () => {
    const { msg } = await moves.removeOne(row.code)
    await versionsChanged()
    toast.success(msg)
  })

/** 预算调剂: what was moved between subjects while the budget was locked. */
export default function MovesTab({ title, tabs }: TabProps) {
  const list = useFilteredList(route, moves)
  const mayDelete = useCan()(moves.model, 'delete')
  const locked = useQuery(lockedQuery).data
  const view = useRecords({ ...list, removeOne: (row: BudgetMove) => void askRemove(row) }, moves, {
    add: '预算调剂',
    Form: MoveDialog,
    // A move needs a budget that is locked.
    locked: !locked?.locked,
  })
  const actionsOf = (row: BudgetMove): RowAction[] => {
    if (!mayDelete) return []
    // Names of versions are unique.
    const isOpen = locked?.locked?.name === row.version_name
    const refused = isOpen ? '只能删除最后一笔调剂' : '该版本已解锁，调剂不能删除'
    return [
      {
        label: '删除',
        danger: true,
        onClick: () => view.on.onDelete(row),
        ...(!row.can.delete && { refused }),
      },
    ]
  }
  return (
    <RecordList
      of={view}
      title={title}
      label="预算调剂"
      tabs={tabs}
      tab="moves"
      notice={<LockState list={locked} />}
      filters={useFilters()}
      files={view.files}
      columns={moveColumns(mayDelete ? actionsOf : undefined)}
      rowLabel={({ number }) => number}
      sums={SUMS}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={row.number}
          title={`${row.from.name} → ${row.to.name}`}
          amount={row.amount_yuan}
          text={row.reason}
          meta={[
            row.number,
            row.moved_at,
            `${row.from.out_code} → ${row.to.out_code}`,
            row.creator_name,
            { shrinking: row.version_name },
          ]}
          actions={actionsOf(row)}
        />
      )}
    />
  )
}
