import { pettyCashApi } from '@pianzhang/contract/api/books'
import type { VoucherCategoryChart } from '@pianzhang/contract/dashboard'
import { isTicketed } from '@pianzhang/contract/lists'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { BARS, FigurePanel } from '../../../ui/chart/figures/FigurePanel.tsx'
import { sumsOf } from '../../../ui/chart/figures/figures.ts'
import { figuresOf } from '../../../ui/chart/figures/figuresOf.ts'
import styles from '../../../ui/chart/Statistics.module.css'
import { Statistics } from '../../../ui/chart/Statistics.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useFirstStep } from '../../../ui/list/useFirstStep.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { payerFigures, voucherFigures } from '../../booking/charts.ts'
import { Legend } from '../../booking/Legend.tsx'
import { useExpenseCharts } from '../../booking/useExpenseCharts.ts'
import { VoucherFilter } from '../../booking/VoucherFilter.tsx'
import { levelOf, subjectFigures } from '../../subjects/chart/levels.ts'
import { SubjectPanel } from '../../subjects/chart/SubjectPanel.tsx'
import { charts as calls, payerQuery, pettyCash, subjectQuery, totalsQuery, voucherQuery } from '../api.ts'
import { IMPORTS } from '../imports.ts'
import { pettyCashSearch, tabs as TABS } from '../search.ts'
import own from './Totals.module.css'
import { Totals } from './Totals.tsx'

const Form = lazyDialog(() => import('../dialogs/Dialog.tsx'))
const SetDialog = lazyDialog(() => import('./SetDialog.tsx'))
const LEDGER = {
  model: 'imprest',
  route: getRouteApi('/in-project/implement/cash'),
  list: pettyCashSearch,
  tabs: TABS,
  calls,
} as const
const BAR_PANEL = { pictures: [BARS], amounts: '付款金额（元）' } as const

/** 备用金 · 统计: how much was set, what is left, and where it went. */
export default function StatisticsTab({ tabs }: { tabs: ReactNode }) {
  const { charts, vouchers, show, openDetails, apply, exported, details } = useExpenseCharts(LEDGER)
  const may = useCan()
  const totals = useQuery(totalsQuery)
  const payers = useQuery({ ...payerQuery(vouchers), select: payerFigures })
  const kinds = useQuery({ ...voucherQuery(vouchers), select: voucherFigures })
  const ticketed = useQuery({ ...voucherQuery(vouchers), select: ticketedOf })
  const level = levelOf(charts)
  const subjects = useQuery({ ...subjectQuery(level, vouchers), select: subjectFigures })
  const { dialog, open, close } = useDialog()
  // Without a total that is what to set first; details may come before it.
  const unset = totals.data?.version === 0 && totals.data.can.write
  const { steps, dialogs } = useFirstStep(pettyCash, {
    add: '新增备用金明细',
    Form,
    imports: IMPORTS,
    onShow: (import_code) => openDetails({ import_code }),
    second: unset,
  })

  return (
    <>
      <Statistics title="备用金" tabs={tabs}>
        <Totals
          query={totals}
          set={
            // Its place is kept while the totals load.
            (totals.data?.can.write ?? may('imprest', 'write')) && (
              <>
                {unset && <span className={own.unset}>尚未设置备用金总额</span>}
                <Button
                  type={unset ? 'primary' : 'default'}
                  disabled={!totals.data}
                  onClick={() => totals.data && open(<SetDialog totals={totals.data} onClose={close} />)}
                >
                  设置备用金
                </Button>
              </>
            )
          }
        />
        <VoucherFilter vouchers={vouchers} onApply={apply} />
        <SubjectPanel
          title="科目支出"
          marker="chart_tips_imprest"
          path={charts}
          first={vouchers.length === 0 && steps}
          query={subjects}
          onShow={show}
          onDetails={(code) => openDetails({ subject_three_codes: [code] })}
          onExport={exported(pettyCashApi[level.chart], level.params)}
        />
        <div className={styles.bars}>
          <FigurePanel
            title="付款方支出"
            kind="付款方"
            empty="暂无付款方数据"
            {...BAR_PANEL}
            {...figuresOf(payers)}
            onPick={details((payer) => ({ payers: [payer] }))}
            onExport={exported(pettyCashApi.payer)}
          />
          <FigurePanel
            title="凭证类型支出"
            kind="凭证类型"
            empty="暂无凭证类型数据"
            {...BAR_PANEL}
            {...figuresOf(kinds)}
            onPick={details((code) => ({ voucher_categories: [code] }))}
            onExport={exported(pettyCashApi.voucher_category)}
            legend={<Legend amounts={ticketed.data} />}
          />
        </div>
      </Statistics>
      {dialogs}
      {dialog}
    </>
  )
}

/** Sums of the chart's items with an invoice and without. */
function ticketedOf({ items }: VoucherCategoryChart) {
  const sum = (wanted: boolean) =>
    sumsOf(items.filter((item) => isTicketed(item.voucher_category_code) === wanted)).net
  return { ticketed: sum(true), unticketed: sum(false) }
}
