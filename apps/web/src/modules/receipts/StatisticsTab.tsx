import { receiptApi } from '@pianzhang/contract/api/books'
import type { Endpoint } from '@pianzhang/contract/endpoint'
import type { InvestmentTypeChart, InvestorChart } from '@pianzhang/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { BARS, FigurePanel, RING } from '../../ui/chart/figures/FigurePanel.tsx'
import { shownOf } from '../../ui/chart/figures/figures.ts'
import { figuresOf } from '../../ui/chart/figures/figuresOf.ts'
import { Statistics } from '../../ui/chart/Statistics.tsx'
import { Total } from '../../ui/chart/Total.tsx'
import { useCharts } from '../../ui/chart/useCharts.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { useFirstStep } from '../../ui/list/useFirstStep.tsx'
import { categoryQuery, charts, investorQuery, receipts, totalQuery } from './api.ts'
import { IMPORTS } from './imports.ts'
import { receiptSearch, tabs as TABS } from './search.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const route = getRouteApi('/in-project/implement/investment')

const investors = ({ items, others }: InvestorChart) =>
  shownOf(items, ({ investor }) => ({ key: investor, name: investor }), others)
const categories = ({ items }: InvestmentTypeChart) =>
  shownOf(items, (item) => ({ key: item.investment_category_id, name: item.category }))

/** 收款 · 统计: how much came in, from whom and as what. */
export default function StatisticsTab({ tabs }: { tabs: ReactNode }) {
  const mayExport = useCan()('investment_execution', 'export')
  const { openDetails } = useCharts(route, receiptSearch, TABS)
  const { steps, dialogs } = useFirstStep(receipts, {
    add: '新增收款',
    Form,
    imports: IMPORTS,
    onShow: (import_code) => openDetails({ import_code }),
  })
  const panel = (chart: Endpoint) => ({
    amounts: '收款金额（元）',
    onExport: mayExport ? () => charts.file(chart) : undefined,
  })

  return (
    <Statistics title="收款" tabs={tabs}>
      <Total name="收款总额" query={useQuery(totalQuery)} />
      <FigurePanel
        {...panel(receiptApi.investor)}
        title="投资方收款"
        kind="投资方"
        empty="暂无投资方数据"
        first={steps}
        pictures={[RING, BARS]}
        {...figuresOf(useQuery({ ...investorQuery, select: investors }))}
        onPick={({ key }) => openDetails({ investors: [key] })}
      />
      <FigurePanel
        {...panel(receiptApi.investment_category)}
        title="投资类型收款"
        kind="投资类型"
        empty="暂无投资类型数据"
        pictures={[BARS]}
        {...figuresOf(useQuery({ ...categoryQuery, select: categories }))}
        onPick={({ key }) => openDetails({ categories: [key] })}
      />
      {dialogs}
    </Statistics>
  )
}
