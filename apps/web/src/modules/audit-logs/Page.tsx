import { selectApi } from '@pianzhang/contract/api/views'
import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { AUDIT_RESOURCES } from '@pianzhang/contract/audit-logs'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { fixedOptions, useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { choiceFilter } from '../../ui/filters/choiceFilter.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { datesFilter, type Filter } from '../../ui/filters/filter.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { logs } from './api.ts'
import { Card, logColumns } from './columns.tsx'
import type { LogFilter } from './search.ts'
import { nameOf } from './words.ts'

const RESOURCES = fixedOptions(AUDIT_RESOURCES.map(({ value, label }) => ({ value, label })))

/** Filters by the record's name, person, resource and time. */
function useFilters(): FilterParts<LogFilter> {
  const people = useSelect(selectApi.logUsers, 'user')
  return useMemo(
    () => ({
      keywords: { label: '对象', placeholder: '对象名称或编号' },
      filters: [
        choiceFilter<LogFilter>('操作人', 'user_code', people),
        choiceFilter<LogFilter>('资源', 'resource', RESOURCES),
        datesFilter('时间', 'start_at', 'end_at') as Filter<LogFilter>,
      ],
    }),
    [people],
  )
}

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
