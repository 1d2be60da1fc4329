import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import { RING } from '../../../ui/chart/FigurePanel.tsx'
import styles from '../../../ui/chart/Ring.module.css'
import { Crumbs } from '../../../ui/page/Crumbs.tsx'
import { useSubjects } from '../../subjects/picker/selects.ts'
import { labels } from '../../subjects/picker/subjects.ts'
import { charts as calls, exportPayments } from '../api.ts'
import type { ChartSearch, PaymentFilter } from '../search.ts'
import { levelOf, subjectQuery } from './api.ts'
import { Booked } from './Booked.tsx'
import { SubjectFigures } from './SubjectFigures.tsx'

const TITLE = '科目支出占比'
const ROOT = '全部科目'

interface Props {
  charts: ChartSearch
  vouchers: readonly string[]
  onShow: (part: ChartSearch) => void
  onDetails: (filter: PaymentFilter) => void
}

/** Spending by subject, level by level, down to the payments of one level-three subject. */
export function SubjectPanel({ charts, vouchers, onShow, onDetails }: Props) {
  const may = useCan()
  const [view, setView] = useState(RING.key)
  const { items: tree } = useSubjects()
  const { subject_one_code: one, subject_two_code: two, subject_three_code: three } = charts
  const level = levelOf(charts)
  const query = useQuery({ ...subjectQuery(level, vouchers), enabled: three === undefined })

  const names = labels(tree ?? [])
  const nameOf = (code: string) => names.get(code)?.name ?? (tree ? '未知科目' : '…')
  const crumb = (code: string | undefined, below: ChartSearch) =>
    code === undefined
      ? []
      : [
          {
            key: code,
            text: `${names.get(code)?.number ?? ''} ${nameOf(code)}`.trim(),
            onClick: () => onShow(below),
          },
        ]
  const up = { subject_two_code: undefined, subject_three_code: undefined }
  const path = [
    { key: 'all', text: ROOT, onClick: () => onShow({ ...up, subject_one_code: undefined }) },
    ...crumb(one, up),
    ...crumb(two, { subject_three_code: undefined }),
    ...crumb(three, {}),
  ]
  const deepest = three ?? two ?? one
  const caption = deepest === undefined ? ROOT : nameOf(deepest)

  const down = (code: string) =>
    onShow(
      two !== undefined
        ? { subject_three_code: code }
        : one !== undefined
          ? { subject_two_code: code }
          : { subject_one_code: code },
    )
  const detailsOf = (code: string) => onDetails({ subject_three_codes: [code] })
  const exportIt = () =>
    three === undefined
      ? calls.file(level.chart, { ...level.params, voucher_categories: vouchers })
      : exportPayments({ subject_three_codes: [three], voucher_categories: [...vouchers] })

  return (
    <ChartPanel
      title={TITLE}
      path={<Crumbs label="科目层级" crumbs={path} />}
      view={view}
      onView={setView}
      pictures={[RING]}
      onExport={may('cost_execution', 'export') ? exportIt : undefined}
      filled={three !== undefined || (query.data?.figures.length ?? 0) > 0}
      className={styles.panel}
    >
      {three === undefined ? (
        <SubjectFigures
          title={TITLE}
          caption={caption}
          query={query}
          view={view}
          onView={setView}
          onDown={down}
          onDetails={detailsOf}
        />
      ) : (
        <Booked
          title={TITLE}
          subject={three}
          caption={caption}
          vouchers={vouchers}
          view={view}
          onAll={() => detailsOf(three)}
          onOne={(keywords) => onDetails({ keywords, voucher_categories: undefined })}
        />
      )}
    </ChartPanel>
  )
}
