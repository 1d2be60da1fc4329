import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { useCan } from '../../../platform/session.ts'
import { BarPanel } from '../../../ui/chart/BarPanel.tsx'
import { loadECharts } from '../../../ui/chart/Chart.tsx'
import type { Figure } from '../../../ui/chart/figures.ts'
import { loadCode } from '../../../ui/code.ts'
import { PageBody, PageHead } from '../../../ui/Page.tsx'
import { Failed } from '../../../ui/States.tsx'
import type { PaymentFilter } from '../search.ts'
import { exportChart, payCategoryQuery, payerQuery, totalQuery, voucherCategoryQuery } from './api.ts'
import { Legend } from './Legend.tsx'
import styles from './StatisticsTab.module.css'
import { SubjectPanel } from './SubjectPanel.tsx'
import { Total } from './Total.tsx'
import { useCharts } from './useCharts.ts'
import { VoucherFilter } from './VoucherFilter.tsx'

// The code of the charts comes while the figures are asked for.
loadCode(loadECharts).catch(() => {
  // Each chart asks for it again, and says so where it stands.
})

/** 付款 · 统计: how much, and where did it go. */
export function StatisticsTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const { charts, vouchers, show, openDetails } = useCharts()
  const total = useQuery(totalQuery(vouchers))
  const payers = useQuery(payerQuery(vouchers))
  const categories = useQuery(payCategoryQuery(vouchers))
  const kinds = useQuery(voucherCategoryQuery(vouchers))

  const apply = (chosen: string[]) => {
    // The same again asks for what is there now.
    if (chosen.join() === vouchers.join())
      void queryClient.invalidateQueries({ queryKey: ['cost_executions', 'dashboard'] })
    show({ chart_vouchers: chosen.length > 0 ? chosen : undefined })
  }
  const exported = (chart: string) =>
    may('cost_execution', 'export') ? () => exportChart(chart, { voucher_categories: vouchers }) : undefined
  const barsOf = (query: {
    data: readonly Figure[] | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }) => ({
    figures: query.data,
    stale: query.isPlaceholderData,
    error: query.error,
    retrying: query.isFetching,
    onRetry: () => void query.refetch(),
  })
  const details = (filter: (key: string) => PaymentFilter) => (figure: Figure) =>
    openDetails(filter(figure.key))

  return (
    <>
      <PageHead title="付款" tabs={tabs} />
      <PageBody tab="first">
        <div className={styles.body}>
          <div className={styles.top}>
            {total.error && total.data === undefined ? (
              <Failed error={total.error} onRetry={() => void total.refetch()} retrying={total.isFetching} />
            ) : (
              <Total amount={total.data} stale={total.isPlaceholderData} />
            )}
            <VoucherFilter vouchers={vouchers} onApply={apply} />
          </div>
          <SubjectPanel charts={charts} vouchers={vouchers} onShow={show} onDetails={openDetails} />
          <div className={styles.bars}>
            <BarPanel
              title="付款方支出"
              kind="付款方"
              empty="暂无支付方数据"
              {...barsOf({ ...payers, data: payers.data?.figures })}
              others={payers.data?.rest}
              onPick={details((payer) => ({ payers: [payer] }))}
              onExport={exported('payer')}
            />
            <BarPanel
              title="付款类型支出"
              kind="付款类型"
              empty="暂无付款类型数据"
              {...barsOf(categories)}
              onPick={details((id) => ({ pay_categories: [id] }))}
              onExport={exported('pay_category')}
            />
            <BarPanel
              title="凭证类型支出"
              kind="凭证类型"
              empty="暂无凭证类型数据"
              {...barsOf(kinds)}
              onPick={details((code) => ({ voucher_categories: [code] }))}
              onExport={exported('voucher_category')}
              legend={<Legend />}
            />
          </div>
        </div>
      </PageBody>
    </>
  )
}
