import type { IssuedReportDetail } from '@pianzhang/contract/cost-report'
import { fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { isGone } from '../../../platform/ledger/list.ts'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog, lightPage } from '../../../ui/code/lazy.tsx'
import { count } from '../../../ui/count.ts'
import { IconChevronLeft } from '../../../ui/icons.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { PrintButton } from '../../../ui/page/print/PrintButton.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { issuedFile, issuedQuery } from '../api.ts'
import { amountWidth, looksOf, type ReportRow, reportColumns } from '../columns.tsx'
import { Figure } from '../Figure.tsx'
import { Panel } from '../report/Panel.tsx'
import type { PhoneProps } from '../report/Phone.tsx'
import styles from '../report.module.css'
import { footRow } from '../rows.ts'
import { TreeTable } from '../TreeTable.tsx'
import type { TabProps } from '../tabProps.ts'
import { orderOf, overrunsOf, shownRows, toggled } from '../tree.ts'
import { issuedName } from './columns.tsx'

const Phone = lightPage<PhoneProps>(() => import('../report/Phone.tsx'))
const PrintIssued = lazyDialog(() => import('../print/PrintIssued.tsx'))
const NONE: string[] = []
/** Subjects that a phone shows, as many as of the current report. */
const WORST = 10

/** An issued report as it was, and how far today's books differ from it. */
export default function FrozenReport({ tabs, search, change, code }: TabProps & { code: string }) {
  const query = useQuery(issuedQuery(code))
  const { data: known, error } = query
  const data = isGone(error) ? undefined : known
  const can = useCan()
  const { dialog, isOpen, open, close } = useDialog()
  const isPhone = useMedia(CARDS)
  const back = () => change((old) => ({ ...old, report: undefined }))
  return (
    <>
      <PageHead
        title="报表"
        tabs={tabs}
        actions={
          <>
            <Button icon={<IconChevronLeft size={14} />} onClick={back}>
              返回历次报告
            </Button>
            {data && !isPhone && (
              <PrintButton
                loading={isOpen}
                onPrint={() => open(<PrintIssued code={code} onClose={close} />)}
              />
            )}
            {data && can('cost_report', 'export') && (
              <ExportButton total={undefined} ask={() => issuedFile(code)} />
            )}
          </>
        }
      />
      <PageBody fill tab="reports">
        {data ? (
          isPhone ? (
            <FrozenPhone report={data} />
          ) : (
            <Frozen report={data} search={search} change={change} />
          )
        ) : isGone(error) ? (
          <Empty text="该期报告不存在或已被撤回" />
        ) : (
          <NotLoaded of={query} lines={12} />
        )}
      </PageBody>
      {dialog}
    </>
  )
}

const late = ({ now_yuan, spent_yuan }: Pick<ReportRow, 'now_yuan' | 'spent_yuan'>): string | null =>
  now_yuan === undefined ? null : yuan(fenOf(now_yuan) - fenOf(spent_yuan))

/** Today's books against those of the report. */
function laterText({ total }: IssuedReportDetail): string {
  const change_yuan = late(total) ?? '0.00'
  return change_yuan === '0.00'
    ? '与当前账面一致'
    : `当前账面截至同日的累计发生相差 ${formatYuan(change_yuan)} 元`
}

function FrozenPhone({ report }: { report: IssuedReportDetail }) {
  const overruns = useMemo(() => overrunsOf(report.items), [report.items])
  return (
    <Suspense>
      <div className={styles.issued}>
        <b className="num">{issuedName(report)}</b>
        <span>
          {report.issuer_name} 出具于 <span className="num">{formatMinute(report.issued_at)}</span>
        </span>
        <span>{laterText(report)}</span>
      </div>
      <Phone total={report.total} worst={overruns.slice(0, WORST)} over={overruns.length} />
    </Suspense>
  )
}

function Frozen({
  report,
  search,
  change,
}: { report: IssuedReportDetail } & Pick<TabProps, 'search' | 'change'>) {
  const [open, setOpen] = usePreference<string[]>('cost-report.open', NONE)
  const rows: readonly ReportRow[] = report.items
  const sorting = search.sort ?? 'variance'
  const order = useMemo(() => orderOf(report.items, sorting), [report.items, sorting])
  const isOpen = (row: ReportRow) => row.has_children && open.includes(row.out_code)
  const foot = [
    footRow('unallocated', '未分摊合同', report.unallocated),
    { ...footRow('total', '合计', report.total), now_yuan: report.total.now_yuan },
  ]
  const columns = reportColumns({
    looks: looksOf([...rows, ...foot]),
    compare: true,
    sortable: true,
    remark: ({ estimate }) => <span title={estimate?.remark}>{estimate?.remark}</span>,
  })
  const original = columns.find(({ key }) => key === 'original')
  if (original) original.beginsHidden = true
  // Beside the cost that it is compared with.
  columns.splice(columns.findIndex(({ key }) => key === 'spent') + 1, 0, {
    key: 'late',
    title: '与当前账面差额',
    width: Math.max(104, amountWidth([...rows, ...foot].map(late))),
    align: 'right',
    text: (row) => formatYuan(late(row) ?? '-'),
    render: (row) => <Figure amount={late(row)} auto={late(row) === '0.00'} />,
  })
  return (
    <>
      <Panel total={report.total} last={null} />
      <TreeTable
        name="cost-report-issued"
        label={issuedName(report)}
        columns={columns}
        rows={shownRows(rows, order, isOpen)}
        isOpen={isOpen}
        onToggle={(row) => setOpen(toggled(open, row.out_code))}
        foot={foot}
        note={
          <>
            <b className="num">{issuedName(report)}</b>
            <span className="num">
              {report.issuer_name} 出具于 {formatMinute(report.issued_at)}
            </span>
            <span className="num">共 {count(rows.filter(({ level }) => level === 0).length)} 个一级科目</span>
            <span className="num">{laterText(report)}</span>
          </>
        }
        sorted={{ column: 'variance', order: search.sort === 'number' ? undefined : 'desc' }}
        onSort={() =>
          change((old) => ({ ...old, sort: old.sort === 'number' ? undefined : 'number' }), {
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  )
}
