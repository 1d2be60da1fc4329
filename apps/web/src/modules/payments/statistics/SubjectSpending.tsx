import { paymentApi } from '@pianzhang/contract/api/books'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { levelOf } from '../../subjects/chart/levels.ts'
import { SubjectPanel } from '../../subjects/chart/SubjectPanel.tsx'
import { charts as calls, payments } from '../api.ts'
import type { ChartSearch, PaymentFilter } from '../search.ts'
import { subjectQuery } from './api.ts'
import { Booked } from './Booked.tsx'

const TITLE = '科目支出占比'

interface Props {
  charts: ChartSearch
  vouchers: readonly string[]
  onShow: (part: ChartSearch) => void
  onDetails: (filter: PaymentFilter) => void
  /** The first step, where nothing was paid. */
  first: ReactNode
}

/** Spending by subject, down to the payments of one level-three subject. */
export function SubjectSpending({ charts, vouchers, onShow, onDetails, first }: Props) {
  const may = useCan()
  const { subject_three_code: three } = charts
  const level = levelOf(charts)
  const query = useQuery({ ...subjectQuery(level, vouchers), enabled: three === undefined })
  const detailsOf = (code: string) => onDetails({ subject_three_codes: [code] })
  const exportIt = () =>
    three === undefined
      ? calls.file(paymentApi[level.chart], { ...level.params, voucher_categories: vouchers })
      : payments.exportedBy({ subject_three_codes: [three], voucher_categories: [...vouchers] })

  return (
    <SubjectPanel
      title={TITLE}
      marker="chart_tips_cost"
      path={charts}
      query={query}
      onShow={onShow}
      onDetails={detailsOf}
      onExport={may('cost_execution', 'export') ? exportIt : undefined}
      first={first}
      deepest={({ subject, caption, view }) => (
        <Booked
          title={TITLE}
          subject={subject}
          caption={caption}
          vouchers={vouchers}
          view={view}
          onAll={() => detailsOf(subject)}
          onOne={(keywords) => onDetails({ keywords, voucher_categories: undefined })}
        />
      )}
    />
  )
}
