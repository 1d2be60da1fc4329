import { costBudgetApi } from '@pianzhang/contract/api/books'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { Statistics } from '../../../ui/chart/Statistics.tsx'
import { Total } from '../../../ui/chart/Total.tsx'
import { useCharts } from '../../../ui/chart/useCharts.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useFirstStep } from '../../../ui/list/useFirstStep.tsx'
import { LEVEL_BARS } from '../../subjects/chart/levelPictures.tsx'
import { levelOf, subjectFigures } from '../../subjects/chart/levels.ts'
import { SubjectPanel } from '../../subjects/chart/SubjectPanel.tsx'
import { budgets, charts, subjectQuery, totalQuery } from '../api.ts'
import { IMPORTS } from '../imports.ts'
import { useLock } from '../lock.tsx'
import { budgetSearch, tabs as TABS } from '../search.ts'
import { Booked } from './Booked.tsx'
import figures from './Episodes.module.css'
import { Episodes } from './Episodes.tsx'

const Form = lazyDialog(() => import('../dialog/Dialog.tsx'))
const route = getRouteApi('/in-project/budget/cost')

/** 费用预算 · 统计: how much may be spent, on one episode, and on what. */
export default function StatisticsTab({ tabs }: { tabs: ReactNode }) {
  const may = useCan()
  const { charts: path, show, openDetails } = useCharts(route, budgetSearch, TABS)
  const three = path.subject_three_code
  const level = levelOf(path)
  const query = useQuery({
    ...subjectQuery(level),
    select: subjectFigures,
    enabled: three === undefined,
  })
  const total = useQuery(totalQuery)
  const { line } = useLock(false)
  const details = (code: string) => openDetails({ subject_three_codes: [code] })
  const { steps, dialogs } = useFirstStep(budgets, {
    add: '新增费用预算',
    Form,
    imports: IMPORTS,
    onShow: (import_code) => openDetails({ import_code }),
  })
  const exportIt = () =>
    three === undefined
      ? charts.file(costBudgetApi[level.chart], level.params)
      : budgets.exportedBy({ subject_three_codes: [three] })

  return (
    <Statistics title="费用预算" tabs={tabs}>
      {line}
      <div className={figures.top}>
        <Total name="预算总额" query={total} />
        <Episodes total={total.data} />
      </div>
      <SubjectPanel
        title="科目预算"
        picture={LEVEL_BARS}
        amounts="预算金额（元）"
        marker="chart_tips_budget"
        path={path}
        query={query}
        onShow={show}
        onDetails={details}
        onExport={may('cost_budget', 'export') ? exportIt : undefined}
        first={steps}
        deepest={({ subject, caption, view }) => (
          <Booked subject={subject} caption={caption} view={view} onAll={() => details(subject)} />
        )}
      />
      {dialogs}
    </Statistics>
  )
}
