import { costReportApi } from '@pianzhang/contract/api/features'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { newKey } from '../../../platform/api/unanswered.ts'
import { sheetCalls } from '../../../platform/ledger/sheets.ts'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog, lightPage } from '../../../ui/code/lazy.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { PrintButton } from '../../../ui/page/print/PrintButton.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { ask } from '../../../ui/popup/confirm.tsx'
import { isLayerOpen } from '../../../ui/popup/layers.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { issue, reportChanged, reportFile } from '../api.ts'
import { pendingOf } from '../pending.ts'
import styles from '../report.module.css'
import type { TabProps } from '../tabProps.ts'
import { AsOf } from './AsOf.tsx'
import { EstimateNotices } from './EstimateNotices.tsx'
import { Panel } from './Panel.tsx'
import type { PhoneProps } from './Phone.tsx'
import { Report } from './Report.tsx'
import { useReport } from './useReport.ts'

const IMPORTED = {
  model: 'cost_report' as const,
  sheets: sheetCalls(`${costReportApi.base}/estimates`),
  changed: reportChanged,
}

/** Texts of 批量修改预计. */
const LABELS = {
  act: '批量修改',
  title: '批量修改预计',
  records: '科目（个）',
  amount: '预计金额合计（元）',
}

const Phone = lightPage<PhoneProps>(() => import('./Phone.tsx'))
const ImportDialog = lazyDialog(() => import('../../../ui/import/ImportDialog.tsx'))
const PrintReport = lazyDialog(() => import('../print/PrintCurrent.tsx'))
/** From here on 截至日 fits into the page's head. */
const WIDE = '(min-width: 1320px)'

/** 成本报表: where each subject will end. */
export default function ReportTab({ tabs, search, change }: TabProps) {
  const { as_of } = search
  const can = useCan()
  const report = useReport(as_of, search.sort ?? 'variance')
  const { query, data, total, estimates } = report
  const [compare, setCompare] = usePreference<boolean>('cost-report.compare', true)
  const imports = useDialog()
  const print = useDialog()
  const isPhone = useMedia(CARDS)
  const isWide = useMedia(WIDE)
  useUndoKey(estimates.undo, estimates.canUndo)

  const day = data?.as_of
  const field = day !== undefined && (
    <AsOf
      asOf={query.isPlaceholderData && as_of ? as_of : day}
      onChange={(next) => change((old) => ({ ...old, as_of: next }))}
      last={data?.last ?? null}
      compare={compare}
      onCompare={setCompare}
    />
  )
  return (
    <>
      <PageHead
        title="报表"
        tabs={tabs}
        actions={
          <>
            {isWide && field}
            {!isPhone && (
              <PrintButton
                loading={print.isOpen}
                onPrint={() => print.open(<PrintReport asOf={as_of} onClose={print.close} />)}
              />
            )}
            {day && can('cost_report', 'export') && (
              <ExportButton total={undefined} ask={() => reportFile(day)} />
            )}
            {day && can('cost_report', 'write') && (
              <Button type="primary" onClick={() => void askIssue(day)}>
                出具报告
              </Button>
            )}
          </>
        }
      />
      <PageBody fill tab="report">
        {!isWide && field && <div className={styles.below}>{field}</div>}
        {data && total ? (
          <Suspense>
            {isPhone ? (
              <Phone total={data.total} worst={data.worst} over={data.over} pending={pendingOf(data)} />
            ) : (
              <>
                <Panel total={total} last={compare ? data.last : null} pending={pendingOf(data)} />
                <EstimateNotices estimates={estimates} />
                <Report
                  report={report}
                  data={data}
                  total={total}
                  compare={compare}
                  search={search}
                  change={change}
                  onImport={() =>
                    imports.open(
                      <ImportDialog
                        of={IMPORTED}
                        labels={LABELS}
                        onClose={imports.close}
                        onShow={imports.close}
                      />,
                    )
                  }
                />
              </>
            )}
          </Suspense>
        ) : (
          <NotLoaded of={query} lines={12} />
        )}
      </PageBody>
      {imports.dialog}
      {print.dialog}
    </>
  )
}

/** Freezes the report as of this day. The key stays the same while the question is open, so that a repetition issues no second one. */
function askIssue(day: string): Promise<boolean> {
  const key = newKey()
  return ask(
    {
      title: '确定出具成本报告？',
      text: `截至 ${day} 的各科目数据将保存为一期报告，之后补录的付款计入下一期。`,
      ok: '出具报告',
    },
    async () => {
      const { data } = await issue(day, key)
      await reportChanged()
      toast.success(`已出具第${data.no}期成本报告`)
    },
  )
}

/** Ctrl+Z takes back the last estimate, where no text is being edited: a field takes back its own text. */
function useUndoKey(undo: () => void, canUndo: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
    if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || shiftKey || altKey || isLayerOpen()) return
    const field = target instanceof Element && target.closest('input, textarea')
    if (!canUndo || (field && !field.matches('[data-cell]'))) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
