import { overviewApi } from '@pianzhang/contract/api/views'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/session/session.ts'
import { ComparePanel } from '../../../ui/chart/compare/ComparePanel.tsx'
import { calls, investorsQuery } from '../api.ts'
import { INVESTMENT_BUDGET, RECEIPTS } from '../links.ts'
import { EXECUTED, panelOf } from '../words.ts'
import { FirstStep } from './FirstStep.tsx'
import styles from './panels.module.css'
import { RowLink } from './RowName.tsx'

/** Maximum rows of the chart. */
const MOST = 8

/** 投资对比: what each investor promised, and what came in. */
export function InvestmentPanel() {
  const may = useCan()
  const query = useQuery(investorsQuery)
  return (
    <ComparePanel
      title="投资对比"
      kind="投资方"
      words={EXECUTED}
      warns={false}
      {...panelOf(query)}
      rest={query.data?.rest ?? null}
      most={MOST}
      empty="暂无投资对比数据"
      first={<FirstStep label="前往新增投资预算" model="investment_budget" target={INVESTMENT_BUDGET} />}
      className={styles.investment}
      onExport={may('overview', 'export') ? () => calls.file(overviewApi.investment_compare) : undefined}
      nameOf={(row) => (
        <RowLink
          row={row}
          target={
            // An investor who has paid nothing is in the budget only.
            row.executed === '0.00'
              ? INVESTMENT_BUDGET
              : { ...RECEIPTS, search: { activeName: 'second', investors: [row.key] } }
          }
        />
      )}
    />
  )
}
