import { useQueries } from '@tanstack/react-query'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { wholeQuery } from '../api.ts'
import { pendingOf, pendingText } from '../pending.ts'
import { Sheets } from './Sheets.tsx'

/** The report of today's books on paper. */
export default function PrintCurrent({ asOf, onClose }: { asOf: string | undefined; onClose: () => void }) {
  const fresh = useFresh(useQueries({ queries: [wholeQuery(asOf)] }), onClose)
  if (!fresh) return null
  const [report] = fresh
  const { as_of, items, unallocated, total, last } = report
  const pending = pendingOf(report)
  return (
    <Sheets
      title={`成本报表 截至 ${as_of}`}
      asOf={as_of}
      since={last ? `本期自 ${last.as_of} 的第${last.no}期报告起` : ''}
      rows={items}
      unallocated={unallocated}
      total={total}
      note={pending && pendingText(pending)}
      onClose={onClose}
    />
  )
}
