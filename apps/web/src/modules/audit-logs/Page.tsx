import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { logs } from './api.ts'
import { Card } from './Card.tsx'
import { logColumns } from './columns.tsx'
import { useFilters } from './useFilters.ts'
import { nameOf } from './words.ts'

const Detail = lazyDialog(() => import('./Detail.tsx'))
const route = getRouteApi('/manage/log')

/** 操作日志. */
export default function LogPage() {
  const mayExport = useCan()('audit_log', 'export')
  const list = useFilteredList(route, logs)
  const [opened, setOpened] = useState<AuditLog | null>(null)
  useReturnFocus(opened !== null)

  return (
    <>
      <RecordList
        of={{ ...list, current: opened?.id }}
        title="操作日志"
        filters={useFilters()}
        files={
          mayExport && (
            <ExportButton
              total={list.stale ? undefined : list.data?.listTotal}
              ask={() => logs.exported(list.search)}
            />
          )
        }
        columns={logColumns(setOpened)}
        card={(row) => <Card key={row.id} row={row} onOpen={setOpened} />}
        rowLabel={nameOf}
      />
      <Suspense>{opened && <Detail entry={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
