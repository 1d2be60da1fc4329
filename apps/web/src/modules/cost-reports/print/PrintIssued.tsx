import { useQueries } from '@tanstack/react-query'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { formatMinute } from '../../../ui/time.ts'
import { issuedQuery } from '../api.ts'
import { rowsAtIssue } from './rowsAtIssue.ts'
import { Sheets } from './Sheets.tsx'

/** An issued report on paper, as it was. */
export default function PrintIssued({ code, onClose }: { code: string; onClose: () => void }) {
  const fresh = useFresh(useQueries({ queries: [issuedQuery(code)] }), onClose)
  if (!fresh) return null
  const [{ no, as_of, issuer_name, issued_at, items, unallocated, total }] = fresh
  return (
    <Sheets
      title={`成本报表 第${no}期 截至 ${as_of}`}
      asOf={as_of}
      since={`第${no}期，${issuer_name} 出具于 ${formatMinute(issued_at)}`}
      rows={rowsAtIssue(items)}
      unallocated={unallocated}
      total={total}
      onClose={onClose}
    />
  )
}
