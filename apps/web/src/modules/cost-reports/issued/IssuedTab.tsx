import type { IssuedReport } from '@pianzhang/contract/cost-report'
import { DELETED } from '@pianzhang/contract/errors'
import { formatYuan } from '@pianzhang/contract/money'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog, lightPage } from '../../../ui/code/lazy.tsx'
import { downloadExport } from '../../../ui/files/download.ts'
import type { FilterParts } from '../../../ui/filters/FilterBar.tsx'
import { closedFilter, datesFilter } from '../../../ui/filters/filter.tsx'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { PageHead } from '../../../ui/page/Page.tsx'
import { confirmDelete } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Empty } from '../../../ui/states/States.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { issuedFile, issuedReports, reportChanged, withdraw } from '../api.ts'
import { isOver } from '../figures.ts'
import type { IssuedFilter } from '../search.ts'
import type { TabProps } from '../tabProps.ts'
import { issuedColumns, issuedName } from './columns.tsx'

const route = getRouteApi('/in-project/report/cost')
const Frozen = lightPage<TabProps & { code: string }>(() => import('./FrozenReport.tsx'))
const PrintIssued = lazyDialog(() => import('../print/PrintIssued.tsx'))

/** 历次报告: the issued ones, or one of them. */
export default function IssuedTab(props: TabProps) {
  const { report } = props.search
  return report === undefined ? (
    <IssuedList {...props} />
  ) : (
    <Suspense fallback={<PageHead title="报表" tabs={props.tabs} />}>
      <Frozen {...props} code={report} key={report} />
    </Suspense>
  )
}

/** Withdraws the last report, as if it had not been issued. */
const askWithdraw = (row: IssuedReport): Promise<boolean> =>
  confirmDelete(
    '确定撤回该期报告？',
    `${issuedName(row)}，预计总成本 ${formatYuan(row.efc_yuan)} 元`,
    async () => {
      await withdraw(row.code)
      await reportChanged()
      toast.success(DELETED)
    },
  )

const FILTERS: FilterParts<IssuedFilter> = {
  filters: [
    datesFilter('截至日', 'start_as_of', 'end_as_of'),
    closedFilter<'automatic', '0' | '1'>('出具方式', 'automatic', [
      { value: '0', label: '手动出具' },
      { value: '1', label: '每周一自动出具' },
    ]),
  ],
}
const HINT = '还没有出具过报告。在“成本报表”点击“出具报告”，或设置拍摄日后每周一自动出具。'

function IssuedList({ tabs }: TabProps) {
  const list = useFilteredList(route, issuedReports)
  const { data, filtered, change } = list
  const can = useCan()
  const { dialog: dialogs, open: openDialog, close } = useDialog()
  const mayExport = can('cost_report', 'export')
  const open = ({ code }: IssuedReport) => change((old) => ({ ...old, report: code }))
  const actionsOf = (row: IssuedReport): RowAction[] => [
    { label: '查看', onClick: () => open(row) },
    ...(mayExport
      ? [{ label: '导出', onClick: () => void downloadExport(() => issuedFile(row.code), '开始导出') }]
      : []),
    { label: '打印', onClick: () => openDialog(<PrintIssued code={row.code} onClose={close} />) },
    ...(row.can.delete ? [{ label: '撤回', danger: true, onClick: () => void askWithdraw(row) }] : []),
  ]
  return (
    <RecordList
      of={{
        ...list,
        // What to do first is on another tab, so the words say it, where others have a button.
        fallback: (add) => (data?.listTotal === 0 && !filtered ? <Empty text={HINT} /> : list.fallback(add)),
        dialogs,
      }}
      title="报表"
      label="历次报告"
      tabs={tabs}
      tab="reports"
      filters={FILTERS}
      files={
        mayExport && (
          <ExportButton
            total={list.stale ? undefined : data?.listTotal}
            ask={() => issuedReports.exported(list.search)}
          />
        )
      }
      columns={issuedColumns(open, actionsOf)}
      rowLabel={issuedName}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={issuedName(row)}
          title={`第${row.no}期`}
          amount={row.efc_yuan}
          amountNote="预计总成本"
          meta={[
            `截至 ${row.as_of}`,
            isOver(row)
              ? { warning: `超支 ${formatYuan(row.variance_yuan)}` }
              : `差异 ${formatYuan(row.variance_yuan)}`,
            `累计 ${formatYuan(row.spent_yuan)}`,
          ]}
          actions={actionsOf(row)}
          onOpen={() => open(row)}
        />
      )}
    />
  )
}
