import { paymentApi } from '@pianzhang/contract/api/books'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BARS, FigurePanel } from '../../../ui/chart/figures/FigurePanel.tsx'
import { figuresOf } from '../../../ui/chart/figures/figuresOf.ts'
import styles from '../../../ui/chart/Statistics.module.css'
import { Statistics } from '../../../ui/chart/Statistics.tsx'
import { Total } from '../../../ui/chart/Total.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useFirstStep } from '../../../ui/list/useFirstStep.tsx'
import { Legend } from '../../booking/Legend.tsx'
import { useExpenseCharts } from '../../booking/useExpenseCharts.ts'
import { VoucherFilter } from '../../booking/VoucherFilter.tsx'
import { charts as calls, payments } from '../api.ts'
import { IMPORTS } from '../imports.ts'
import { paymentSearch, tabs as TABS } from '../search.ts'
import { payerQuery, paymentTypeQuery, voucherCategoryQuery } from './api.ts'
import { SubjectSpending } from './SubjectSpending.tsx'

const Form = lazyDialog(() => import('../editor/Editor.tsx'))
const LEDGER = {
  model: 'cost_execution',
  route: getRouteApi('/in-project/implement/cost'),
  list: paymentSearch,
  tabs: TABS,
  calls,
} as const
const BAR_PANEL = { pictures: [BARS], amounts: '付款金额（元）' } as const

/** 付款 · 统计: totals and charts by subject. */
export function StatisticsTab({ tabs }: { tabs: ReactNode }) {
  const { charts, vouchers, show, openDetails, apply, exported, details } = useExpenseCharts(LEDGER)
  const total = useQuery(calls.total(paymentApi.total_amount, { voucher_categories: vouchers }))
  const payers = useQuery(payerQuery(vouchers))
  const categories = useQuery(paymentTypeQuery(vouchers))
  const kinds = useQuery(voucherCategoryQuery(vouchers))
  const { steps, dialogs } = useFirstStep(payments, {
    add: '新增付款明细',
    Form,
    imports: IMPORTS,
    onShow: (import_code) => openDetails({ import_code }),
  })

  return (
    <Statistics title="付款" tabs={tabs}>
      <div className={styles.top}>
        <Total name="总支出金额" query={total} />
        <VoucherFilter vouchers={vouchers} onApply={apply} />
      </div>
      <SubjectSpending
        charts={charts}
        vouchers={vouchers}
        onShow={show}
        onDetails={openDetails}
        first={vouchers.length === 0 && steps}
      />
      <div className={styles.bars}>
        <FigurePanel
          title="付款方支出"
          kind="付款方"
          empty="暂无支付方数据"
          {...BAR_PANEL}
          {...figuresOf(payers)}
          onPick={details((payer) => ({ payers: [payer] }))}
          onExport={exported(paymentApi.payer)}
        />
        <FigurePanel
          title="付款类型支出"
          kind="付款类型"
          empty="暂无付款类型数据"
          {...BAR_PANEL}
          {...figuresOf(categories)}
          onPick={details((id) => ({ pay_categories: [id] }))}
          onExport={exported(paymentApi.pay_category)}
        />
        <FigurePanel
          title="凭证类型支出"
          kind="凭证类型"
          empty="暂无凭证类型数据"
          {...BAR_PANEL}
          {...figuresOf(kinds)}
          onPick={details((code) => ({ voucher_categories: [code] }))}
          onExport={exported(paymentApi.voucher_category)}
          legend={<Legend />}
        />
      </div>
      {dialogs}
    </Statistics>
  )
}
