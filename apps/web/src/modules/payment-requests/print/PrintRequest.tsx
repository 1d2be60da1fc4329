import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../../platform/session/session.ts'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { requestQuery } from '../api.ts'
import { RequestSheet } from './RequestSheet.tsx'

/** How old the request on paper may be; the query itself is never that fresh. */
const FRESH_MS = 10_000

/** 打印付款申请单. */
export default function PrintRequest({ code, onClose }: { code: string; onClose: () => void }) {
  const { company, current_project: project } = useProfile()
  const fresh = useFresh([useQuery({ ...requestQuery(code), staleTime: FRESH_MS })] as const, onClose)
  if (!fresh) return null
  return (
    <PrintJob title={`付款申请单 ${code}`} onDone={onClose}>
      <RequestSheet request={fresh[0]} company={company.name} project={project?.name ?? ''} />
    </PrintJob>
  )
}
