import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { FilterBar, filterTags } from '../../ui/filters/FilterBar.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import { PrintListButton } from '../../ui/list/print/PrintListButton.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.ts'
import { PageBody, PageHead } from '../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { logs } from './api.ts'
import { Card } from './Card.tsx'
import { logColumns } from './columns.tsx'
import { logSearch } from './search.ts'
import { useFilters } from './useFilters.ts'
import { nameOf } from './words.ts'

const Detail = lazyDialog(() => import('./Detail.tsx'))
const route = getRouteApi('/manage/log')

/** 操作日志. */
export default function LogPage() {
  const cards = useMedia(CARDS)
  const may = useCan()
  const { search, filter, onApply, onClear, data, stale, frame, without, read } = useFilteredList(
    route,
    logSearch,
    logs.query,
  )
  const [opened, setOpened] = useState<AuditLog | null>(null)
  useReturnFocus(opened !== null)
  const onOpen = useCallback((row: AuditLog) => setOpened(row), [])
  const columns = useMemo(() => logColumns(onOpen), [onOpen])

  const parts = useFilters()
  const list = { ...frame, label: '操作日志', rows: data?.items, fallback: without(null) }
  const exportButton = may('audit_log', 'export') && (
    <ExportButton total={stale ? undefined : data?.listTotal} ask={() => logs.exported(search)} />
  )

  const print = (
    <PrintListButton
      list={{
        name: logSearch.name,
        title: '操作日志',
        columns,
        keyOf: (row) => row.id,
        read,
        filters: filterTags(parts, filter, () => {}),
        exports: may('audit_log', 'export'),
      }}
    />
  )

  return (
    <>
      <PageHead
        title="操作日志"
        actions={
          <>
            {print}
            {exportButton}
          </>
        }
      />
      <PageBody fill>
        <FilterBar {...parts} cards={cards} filter={filter} onClear={onClear} onApply={onApply} />
        {cards ? (
          <CardList {...list} action={null} card={(row) => <Card key={row.id} row={row} onOpen={onOpen} />} />
        ) : (
          <DataTable
            {...list}
            name={logSearch.name}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={nameOf}
            current={opened?.id}
          />
        )}
      </PageBody>
      <Suspense>{opened && <Detail entry={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
