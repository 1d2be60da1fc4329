import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { currentDay } from '../../../platform/currentDay.ts'
import { useCan } from '../../../platform/session/session.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { RecordCard } from '../../../ui/list/cards/RecordCard.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { RecordsLink } from '../../../ui/list/RecordsLink.tsx'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, openColumn } from '../../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { currentMonth, draftRemittance, type MonthRow, months } from '../api.ts'
import styles from '../fees.module.css'
import { pageSearch } from '../search.ts'
import { taxSums } from '../sums.ts'

const RemitDialog = lazyDialog(() => import('./RemitDialog.tsx'))
const route = getRouteApi('/in-project/tax/labor')
const nameOf = ({ month }: MonthRow): string => month
const useMonths = () => useFilteredList(route, months)
const SUMS = taxSums<MonthRow, NonNullable<ReturnType<typeof useMonths>['data']>>(
  { name: 'due', text: '待缴' },
  '个月',
)
const isLate = ({ due_yuan, due_at }: MonthRow): boolean => due_yuan !== '0.00' && due_at < currentDay()

/** 应缴税款: what was withheld, remitted and is due, by month. */
export default function DueTab({ tabs }: { tabs: ReactNode }) {
  const view = useMonths()
  const { change } = useAddress(route, pageSearch)
  const can = useCan()
  const seesPayments = can('cost_execution', 'read')
  const { dialog: dialogs, open: openDialog, close } = useDialog()
  const [busy, setBusy] = useState(false)
  const mayPay = view.data?.can.pay
  const open = ({ month }: MonthRow) =>
    change(() => ({ tab: 'people', month: month === currentMonth() ? undefined : month }))
  const remit = async ({ month }: MonthRow) => {
    if (busy) return
    setBusy(true)
    // A refusal, as where a colleague has remitted it meanwhile, is reported by the call.
    const draft = await draftRemittance(month).catch(() => null)
    setBusy(false)
    if (draft) openDialog(<RemitDialog draft={draft} onClose={close} />)
  }
  const actionsOf = (row: MonthRow): RowAction[] => [
    { label: '汇总', onClick: () => open(row) },
    ...(mayPay && row.due_yuan !== '0.00' ? [{ label: '缴税', onClick: () => void remit(row) }] : []),
  ]
  const money = (
    key: 'gross' | 'vat' | 'surcharge' | 'tax' | 'withheld' | 'remitted' | 'due',
    title: string,
    more: { beginsHidden?: true; essential?: true } = {},
  ) => moneyColumn<MonthRow>(key, title, (row) => row[`${key}_yuan`], { width: 112, ...more })
  const columns: DataColumn<MonthRow>[] = [
    openColumn<MonthRow>('month', '月份', nameOf, open, { width: 88, fixed: 'start' }),
    numberColumn<MonthRow>('count', '笔数', ({ count }) => String(count), { width: 68, align: 'right' }),
    money('gross', '税前收入', { beginsHidden: true }),
    money('tax', '预扣个税'),
    money('vat', '代扣增值税'),
    money('surcharge', '附加税费'),
    money('withheld', '应缴合计'),
    money('remitted', '已缴'),
    money('due', '待缴', { essential: true }),
    {
      key: 'due_at',
      title: '缴款期限',
      width: 108,
      text: ({ due_at }) => due_at,
      unbroken: true,
      render: (row) => (
        <span className={`num ${isLate(row) ? 'red' : ''}`} title={isLate(row) ? '已过缴款期限' : ''}>
          {row.due_at}
        </span>
      ),
    },
    {
      key: 'payments',
      title: '缴税付款',
      least: 128,
      text: ({ payments }) => payments.join('、'),
      render: ({ payments }) =>
        payments.length === 0 ? (
          '-'
        ) : seesPayments ? (
          <span className="num">
            <RecordsLink of="cost_execution" search={{ activeName: 'second', codes: payments }}>
              {payments.join('、')}
            </RecordsLink>
          </span>
        ) : (
          <span className="num">{payments.join('、')}</span>
        ),
    },
    actionsColumn<MonthRow>(96, nameOf, actionsOf),
  ]
  return (
    <RecordList
      of={{ ...view, dialogs }}
      title="劳务个税"
      label="应缴税款"
      paper="劳务个税应缴税款"
      tabs={tabs}
      tab="due"
      files={
        can('labor_tax', 'export') && (
          <ExportButton total={view.stale ? undefined : view.data?.listTotal} ask={months.exported} />
        )
      }
      tools={<span className={styles.hint}>{view.data?.hint}</span>}
      columns={columns}
      card={(row) => (
        <RecordCard
          key={row.code}
          rowKey={row.code}
          of={row.month}
          title={row.month}
          amount={row.due_yuan}
          amountNote="待缴"
          meta={[
            isLate(row) ? { warning: `期限 ${row.due_at}，已过期` } : `期限 ${row.due_at}`,
            `${row.count} 笔`,
            { label: '应缴', amount: row.withheld_yuan },
            { label: '已缴', amount: row.remitted_yuan },
          ]}
          actions={actionsOf(row)}
          onOpen={() => open(row)}
        />
      )}
      rowLabel={nameOf}
      sums={SUMS}
      empty="还没有代扣的税款。在“劳务计税”保存记录后，这里按月列出应缴税款。"
    />
  )
}
