import type { BudgetVersion } from '@pianzhang/contract/budget-versions'
import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { count } from '../../../ui/count.ts'
import type { FilterParts } from '../../../ui/filters/FilterBar.tsx'
import { closedFilter, datesFilter } from '../../../ui/filters/filter.tsx'
import { IconPlus } from '../../../ui/icons.tsx'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { versions } from '../api.ts'
import { LockState } from '../lock/LockState.tsx'
import type { VersionFilter } from '../search.ts'
import type { TabProps } from '../tabProps.ts'
import { stateOf, versionColumns, versionName } from './columns.tsx'

const LockDialog = lazyDialog(() => import('../lock/LockDialog.tsx'))
const UnlockDialog = lazyDialog<{ version: BudgetVersion; onClose: () => void }>(
  () => import('../lock/UnlockDialog.tsx'),
)
const FILTERS: FilterParts<VersionFilter> = {
  keywords: { label: '版本名称', placeholder: '版本名称、锁定人或解锁原因' },
  filters: [
    datesFilter('锁定时间', 'start_locked_at', 'end_locked_at'),
    closedFilter<'locked', '0' | '1'>('状态', 'locked', [
      { value: '1', label: '已锁定' },
      { value: '0', label: '已解锁' },
    ]),
  ],
}
const route = getRouteApi('/in-project/budget/version')

/** 预算版本: each time the budget was locked. */
export default function VersionsTab({ title, tabs }: TabProps) {
  const list = useFilteredList(route, versions)
  const { data, change } = list
  const mayExport = useCan()('budget_version', 'export')
  const { dialog: dialogs, open, close } = useDialog()
  const actionsOf = (row: BudgetVersion): RowAction[] => [
    {
      label: '对比',
      onClick: () => change(() => ({ tab: 'compare', a: row.code })),
    },
    ...(row.can.unlock
      ? [{ label: '解锁', onClick: () => open(<UnlockDialog version={row} onClose={close} />) }]
      : []),
  ]
  return (
    <RecordList
      of={{
        ...list,
        add: data?.can.write && !data.locked && (
          <Button
            type="primary"
            icon={<IconPlus size={14} />}
            onClick={() => open(<LockDialog onClose={close} />)}
          >
            锁定预算
          </Button>
        ),
        dialogs,
      }}
      title={title}
      label="预算版本"
      tabs={tabs}
      tab="versions"
      notice={<LockState list={data} />}
      filters={FILTERS}
      files={
        mayExport && (
          <ExportButton
            total={list.stale ? undefined : data?.listTotal}
            ask={() => versions.exported(list.search)}
          />
        )
      }
      columns={versionColumns(actionsOf)}
      rowLabel={versionName}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={versionName(row)}
          title={row.name}
          amount={row.amount_yuan}
          text={row.unlock_reason && `解锁原因：${row.unlock_reason}`}
          meta={[
            `第${row.no}版`,
            stateOf(row),
            formatMinute(row.locked_at),
            row.creator_name,
            `调剂 ${count(row.moves)} 笔`,
          ]}
          actions={actionsOf(row)}
        />
      )}
    />
  )
}
