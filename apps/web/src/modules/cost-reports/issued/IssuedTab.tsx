import type { IssuedReport } from '@pianzhang/contract/cost-report'
import { DELETED } from '@pianzhang/contract/errors'
import { formatYuan } from '@pianzhang/contract/money'
import { PAGE_SIZE } from '@pianzhang/contract/page'
import { hashKey, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog, lightPage } from '../../../ui/code/lazy.tsx'
import { downloadExport } from '../../../ui/files/download.ts'
import cards from '../../../ui/list/cards/CardList.module.css'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { confirmDelete } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { CardPager } from '../../../ui/table/pager/latePagers.tsx'
import { issuedFile, issuedListQuery, reportChanged, withdraw } from '../api.ts'
import { isOver } from '../figures.ts'
import type { TabProps } from '../tabProps.ts'
import { issuedColumns, issuedName } from './columns.tsx'

const Frozen = lightPage<TabProps & { code: string }>(() => import('./FrozenReport.tsx'))
const PrintIssued = lazyDialog(
  () => import('../print/PrintIssued.tsx'),
  ({ onDone }: { code: string; onDone: () => void }) => onDone(),
)

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

function IssuedList({ tabs, search, change }: TabProps) {
  const [remembered, remember] = usePreference<number>('cost-reports.size', PAGE_SIZE)
  const size = search.per_page ?? remembered
  const shown = issuedListQuery({ ...search, per_page: size as typeof search.per_page })
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(shown)
  const can = useCan()
  const isPhone = useMedia(CARDS)
  const [printing, setPrinting] = useState<string | null>(null)
  useReturnFocus(printing !== null)
  const open = ({ code }: IssuedReport) => change((old) => ({ ...old, report: code }))
  const actionsOf = (row: IssuedReport): RowAction[] => [
    { label: '查看', onClick: () => open(row) },
    ...(can('cost_report', 'export')
      ? [{ label: '导出', onClick: () => void downloadExport(() => issuedFile(row.code), '开始导出') }]
      : []),
    { label: '打印', onClick: () => setPrinting(row.code) },
    ...(row.can.delete ? [{ label: '撤回', danger: true, onClick: () => void askWithdraw(row) }] : []),
  ]
  const onPage = (page: number, nextSize: number) => {
    remember(nextSize)
    change((old) => ({
      ...old,
      page: page > 1 ? page : undefined,
      per_page: nextSize as typeof old.per_page,
    }))
  }
  const fallback =
    error && !data ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : data?.listTotal === 0 ? (
      <Empty text="还没有出具过报告。在“成本报表”点击“出具报告”，或设置拍摄日后每周一自动出具。" />
    ) : undefined
  return (
    <>
      <PageHead title="报表" tabs={tabs} />
      <PageBody fill tab="reports">
        {isPhone ? (
          (fallback ?? (
            <>
              <ul className={cards.list}>
                {data?.items.map((row) => (
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
                ))}
              </ul>
              {data && data.listTotal > size && (
                <CardPager
                  className={`${cards.pager} ${cards.pages}`}
                  page={search.page ?? 1}
                  size={size}
                  total={data.listTotal}
                  onPage={onPage}
                />
              )}
            </>
          ))
        ) : (
          <DataTable
            name="cost-reports"
            label="历次报告"
            columns={issuedColumns(open, actionsOf)}
            rows={data?.items}
            rowKey={({ code }) => code}
            rowLabel={issuedName}
            fallback={fallback}
            address={hashKey(shown.queryKey)}
            stale={isPlaceholderData}
            total={data?.listTotal}
            page={search.page ?? 1}
            size={size}
            onPage={onPage}
          />
        )}
      </PageBody>
      <Suspense>{printing && <PrintIssued code={printing} onDone={() => setPrinting(null)} />}</Suspense>
    </>
  )
}
