import type { CostReport, CostReportSums } from '@pianzhang/contract/cost-report'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { count } from '../../../ui/count.ts'
import { downloadExport } from '../../../ui/files/download.ts'
import { IconDownload, IconUndo, IconUpload } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/states/States.tsx'
import { BarSwitch } from '../../../ui/table/BarSwitch.tsx'
import { estimatesFile } from '../api.ts'
import { type Looks, looksOf, type ReportRow, reportColumns } from '../columns.tsx'
import { movedText } from '../moved.ts'
import { pendingOf, withPending } from '../pending.ts'
import styles from '../report.module.css'
import { footRow } from '../rows.ts'
import { TreeTable } from '../TreeTable.tsx'
import type { TabProps } from '../tabProps.ts'
import { EstimateCell } from './EstimateCell.tsx'
import type { EstimateCells } from './useEstimates.ts'
import type { useReport } from './useReport.ts'

/** 说明 of a subject of level three: what was typed, and whether it may be out of date. */
function RemarkCell({ row, estimates }: { row: ReportRow; estimates: EstimateCells | null }) {
  const moved = movedText(row)
  const remark = row.estimate?.remark ?? ''
  if (!estimates)
    return (
      <span className={styles.remark} title={[remark, moved].filter(Boolean).join('；')}>
        {[remark, moved].filter(Boolean).join('；')}
      </span>
    )
  return (
    <span className={styles.remarkCell} title={[remark, moved].filter(Boolean).join('；')}>
      <EstimateCell row={row} field="remark" estimates={estimates} placeholder={remark ? '' : moved} />
      {moved && remark && <span className={styles.moved}>{moved}</span>}
    </span>
  )
}

/** The contracts that have an unallocated rest. */
const UnallocatedLink = ({ contracts }: { contracts: number }) =>
  contracts > 0 && (
    <Link to="/contract/index" search={{ unallocated: '1' } as never}>
      {count(contracts)} 份合同
    </Link>
  )

const Chart = lightPage<{ rows: readonly ReportRow[] }>(() => import('./Chart.tsx'))
const VIEWS = [
  { key: 'table', text: '表格' },
  { key: 'chart', text: '图表' },
] as const

const UNALLOCATED = 'unallocated'
interface Props extends Pick<TabProps, 'search' | 'change'> {
  report: ReturnType<typeof useReport>
  data: CostReport
  total: CostReportSums
  compare: boolean
  onImport: () => void
}

/** The tree of subjects, or its first level as a chart. */
export function Report({ report, data, total, compare, search, change, onImport }: Props) {
  const { query, estimates, isOpen, onToggle } = report
  const pending = pendingOf(data)
  const rows = withPending(report.rows ?? [], pending)
  const can = useCan()
  const mayExport = can('cost_report', 'export')
  const foot = [
    footRow(UNALLOCATED, '未分摊合同', data.unallocated),
    { ...footRow('total', '合计', total), ...(pending && { pending_yuan: pending.total_yuan }) },
  ]
  const mayWrite = data.can.write
  const { cells } = estimates
  const contracts = data.unallocated_contracts
  const isCompared = compare && data.last !== null
  // By its text, so that the columns stay the same while amounts are typed that they have room for: new ones would render all rows anew.
  const looks = JSON.stringify(looksOf([...rows, ...foot]))
  const columns = useMemo(
    () =>
      reportColumns({
        looks: JSON.parse(looks) as Looks,
        compare: isCompared,
        sortable: true,
        cell: (row, field) =>
          mayWrite && row.level === 2 ? (
            <EstimateCell row={row} field={field} estimates={cells} />
          ) : undefined,
        remark: (row) => {
          if (row.code === UNALLOCATED) return <UnallocatedLink contracts={contracts} />
          if (row.level === 2) return <RemarkCell row={row} estimates={mayWrite ? cells : null} />
          return null
        },
      }),
    [looks, isCompared, mayWrite, cells, contracts],
  )
  const view = search.view ?? 'table'
  const tools = (
    <>
      {mayWrite && view === 'table' && (
        <>
          <Button
            type="text"
            size="small"
            icon={<IconUndo size={14} />}
            disabled={!estimates.canUndo}
            title="撤销上一次录入（Ctrl+Z）"
            onClick={estimates.undo}
          >
            撤销
          </Button>
          {mayExport && <ExportEstimates />}
          <Button type="text" size="small" icon={<IconUpload size={14} />} onClick={onImport}>
            批量修改预计
          </Button>
        </>
      )}
      <BarSwitch
        label="显示方式"
        options={VIEWS}
        value={view}
        onChange={(key) =>
          change((old) => ({ ...old, view: key === 'chart' ? key : undefined }), {
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  )
  const tops = rows.filter(({ level }) => level === 0)
  return (
    <TreeTable
      name="cost-report"
      label="成本报表"
      columns={columns}
      rows={rows}
      isOpen={isOpen}
      onToggle={onToggle}
      foot={foot}
      note={
        <>
          <span className="num">共 {count(tops.length)} 个一级科目</span>
          <span>金额单位：元</span>
          {view === 'table' && <span>三级科目的预计尚需：灰色为自动，黑色为手工录入</span>}
        </>
      }
      tools={tools}
      sorted={{ column: 'variance', order: search.sort === 'number' ? undefined : 'desc' }}
      onSort={() =>
        change((old) => ({ ...old, sort: old.sort === 'number' ? undefined : 'number' }), {
          replace: true,
          resetScroll: false,
        })
      }
      stale={query.isPlaceholderData}
      fallback={
        rows.length === 0 && data.unallocated_contracts === 0 ? (
          <Empty text="还没有预算、付款或合同" />
        ) : undefined
      }
      picture={view === 'chart' && <Chart rows={tops} />}
    />
  )
}

/** The file to edit and to import again. */
function ExportEstimates() {
  const [asking, setAsking] = useState(false)
  const run = async () => {
    setAsking(true)
    await downloadExport(estimatesFile, '开始导出')
    setAsking(false)
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<IconDownload size={14} />}
      loading={asking}
      onClick={() => void run()}
    >
      导出预计
    </Button>
  )
}
