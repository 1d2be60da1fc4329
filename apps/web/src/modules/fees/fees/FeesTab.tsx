import { FEE_KINDS, type Fee } from '@pianzhang/contract/fees'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { currentDay } from '../../../platform/currentDay.ts'
import { fixedOptions, optionsOf } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog, lazyPage } from '../../../ui/code/lazy.tsx'
import { closedFilter, codesFilter, selectFilter } from '../../../ui/filters/filter.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useLedger } from '../../../ui/list/useLedger.ts'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { usePayeeFilter } from '../../payees/picker/usePayeeFilter.tsx'
import { currentMonth, fees } from '../api.ts'
import { Card, feeColumns, REMOVAL } from '../columns.tsx'
import { Month, monthFilter } from '../monthFilter.tsx'
import { taxSums } from '../sums.ts'
import { feeName, lastDayOf, undeletable } from '../words.ts'
import type { CalculatorProps } from './Calculator.tsx'
import styles from './calculator.module.css'

const Calculator = lazyPage<CalculatorProps>(() => import('./Calculator.tsx'))
const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx'))
const route = getRouteApi('/in-project/tax/labor')
/** As calculator.module.css has it: the calculator is above the list. */
const STACKED = '(max-width: 1279px)'
const KEYWORDS = { label: '收款人', placeholder: '收款人名称或拼音首字母' }
const FOLDED = [
  selectFilter('所得项目', 'kinds', fixedOptions(optionsOf(FEE_KINDS))),
  closedFilter('付款', 'paid', [
    { value: '1', label: '已登记付款' },
    { value: '0', label: '未登记付款' },
  ]),
  closedFilter('税款', 'remitted', [
    { value: '1', label: '已缴' },
    { value: '0', label: '未缴' },
  ]),
]
const SUMS = taxSums<Fee, NonNullable<ReturnType<typeof useFees>['data']>>(
  { name: 'gross', text: '税前收入' },
  '条',
)
const useFees = () => useLedger(route, fees, REMOVAL)

/** A day of the shown month: today, or its last one. */
const dayIn = (month: string): string => {
  const now = currentDay()
  return month === now.slice(0, 7) ? now : lastDayOf(month)
}

/** 劳务计税: the calculator, and the fees of a month. */
export default function FeesTab({ tabs }: { tabs: ReactNode }) {
  const view = useFees()
  const can = useCan()
  const cards = useMedia(CARDS)
  const stacked = useMedia(STACKED)
  const [edited, setEdited] = useState<Fee>()
  const { dialog: dialogs, open, close } = useDialog()
  const [saved, setSaved] = useState<string>()
  const leave = useRef(async () => true)
  const { search, goTo, removeOne } = view
  const month = search.month ?? currentMonth()
  const payeeFilter = usePayeeFilter(search.payee_code)
  const mayDelete = can('labor_tax', 'delete')
  const onMonth = (next: string | undefined) => goTo({ month: next, page: undefined })
  const ofMonth = { month: search.month, onChange: onMonth }
  const mayWrite = can('labor_tax', 'write')

  const edit = async (row: Fee) => {
    if (row.code !== edited?.code && (await leave.current())) setEdited(row)
  }
  const actionsOf = (row: Fee): RowAction[] => [
    ...(row.can.link
      ? [
          { label: '编辑', more: true, refused: row.locked || undefined, onClick: () => void edit(row) },
          { label: '付款与备注', more: true, onClick: () => open(<LinkDialog row={row} onClose={close} />) },
        ]
      : []),
    ...(mayDelete
      ? [
          {
            label: '删除',
            danger: true,
            more: true,
            refused: undeletable(row),
            onClick: () => removeOne(row),
          },
        ]
      : []),
  ]
  const onSaved = (fee: Fee) => {
    setEdited(undefined)
    setSaved(fee.code)
    if (fee.month !== month) onMonth(fee.month === currentMonth() ? undefined : fee.month)
  }
  const calculator = (
    <Suspense fallback={<TextSkeleton lines={12} />}>
      <Calculator
        key={edited?.code}
        row={edited}
        day={dayIn(month)}
        mayWrite={mayWrite}
        onSaved={onSaved}
        onCancel={() => setEdited(undefined)}
        leave={leave}
      />
    </Suspense>
  )
  return (
    <RecordList
      of={{
        ...view,
        current: edited?.code ?? saved,
        dialogs,
        // Seven columns beside the calculator leave no room for one of checkboxes.
        selection: undefined,
      }}
      title="劳务个税"
      label="当月劳务"
      paper={`${month} 劳务计税表`}
      tabs={tabs}
      tab="fees"
      notice={cards && calculator}
      above={<div className={styles.side}>{calculator}</div>}
      filters={{
        keywords: KEYWORDS,
        filters: [...(cards ? [] : [monthFilter(ofMonth)]), codesFilter],
        folded: [...(payeeFilter ? [payeeFilter] : []), ...FOLDED],
      }}
      head={cards && <Month {...ofMonth} />}
      files={
        can('labor_tax', 'export') && (
          <ExportButton
            total={view.stale ? undefined : view.data?.listTotal}
            ask={() => fees.exported(search)}
          />
        )
      }
      columns={feeColumns(mayWrite || mayDelete ? actionsOf : undefined)}
      card={(row) => <Card key={row.code} row={row} actionsOf={actionsOf} />}
      rowLabel={feeName}
      sums={SUMS}
      empty={`${month} 还没有劳务记录。${mayWrite ? `在${stacked ? '上方' : '左侧'}填写收款人和金额，保存后列在这里。` : ''}`}
    />
  )
}
