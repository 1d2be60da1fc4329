import type { BudgetComparison } from '@pianzhang/contract/budget-versions'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { hashKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { useCan } from '../../../platform/session/session.ts'
import { CardList } from '../../../ui/list/cards/CardList.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { PrintListButton } from '../../../ui/list/print/PrintListButton.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { Empty, Failed } from '../../../ui/states/States.tsx'
import { BarSwitch } from '../../../ui/table/BarSwitch.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { comparisonFile, comparisonQuery } from '../api.ts'
import type { TabProps } from '../tabProps.ts'
import { Card, compareColumns, nameOf } from './columns.tsx'
import { type CompareRow, everyRow, openAtFirst, shownRows, treeOf } from './tree.ts'

const NAME = 'budget_comparison'
const TITLE = '预算版本对比'
const SHOWN = [
  { key: 'all', text: '全部科目' },
  { key: 'changed', text: '有差异' },
] as const
/** A comparison has one page. */
const SIZES = [MAX_PAGE_SIZE]
const keyOf = ({ code }: CompareRow): string => code

const sumsOf = ({ total }: Pick<BudgetComparison, 'total'>) => [
  {
    of: 'all' as const,
    label: '合计',
    note: '',
    amounts: { a: total.a_yuan, b: total.b_yuan, difference: total.difference_yuan },
  },
]

interface Props extends TabProps {
  a: string
  b: string
  /** Whether only subjects that differ are shown. */
  changed: boolean
  onChanged: (changed: boolean) => void
  sides: ReactNode
}

/** Two versions as a tree of subjects. */
export function Comparison({ title, tabs, a, b, changed, onChanged, sides }: Props) {
  const shown = comparisonQuery(a, b)
  const { data, error, isPlaceholderData: stale, isFetching, refetch } = useQuery(shown)
  const isPhone = useMedia(CARDS)
  const mayExport = useCan()('budget_version', 'export')
  /** Until the person opens or closes one, what differs is open. */
  const [opened, setOpened] = useState<ReadonlySet<string>>()
  const open = opened ?? openAtFirst(data?.items ?? [])
  const rows = data && treeOf(data.items, changed)
  const columns = compareColumns(data?.a.name ?? '', data?.b.name ?? '')
  const toggle = (code: string) => {
    const next = new Set(open)
    if (!next.delete(code)) next.add(code)
    setOpened(next)
  }
  const fallback =
    error && (!data || stale) ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : rows?.length === 0 ? (
      <Empty text={changed ? '两个版本没有差异' : '两个版本都没有预算'} />
    ) : undefined
  const readAll = async () => {
    const fresh = await queryClient.fetchQuery({ ...comparisonQuery(a, b), staleTime: 0 })
    const items = treeOf(fresh.items, changed)
    return { items, listTotal: items.length, total: fresh.total }
  }
  const choice = (
    <BarSwitch
      label="显示科目"
      options={SHOWN}
      value={changed ? 'changed' : 'all'}
      onChange={(key) => onChanged(key === 'changed')}
    />
  )
  return (
    <>
      <PageHead
        title={title}
        tabs={tabs}
        actions={
          <>
            <PrintListButton<CompareRow, Awaited<ReturnType<typeof readAll>>>
              list={{
                name: NAME,
                title: TITLE,
                columns,
                keyOf,
                read: readAll,
                rowsOf: ({ items }) => everyRow(items),
                sums: sumsOf,
                filters: changed ? [{ name: '显示科目', value: '有差异' }] : [],
                exports: mayExport,
              }}
            />
            {mayExport && <ExportButton total={data?.items.length} ask={() => comparisonFile(a, b)} />}
          </>
        }
      />
      <PageBody fill tab="compare">
        {sides}
        {isPhone ? (
          <CardList<CompareRow>
            label={TITLE}
            fallback={fallback}
            address={hashKey(shown.queryKey)}
            stale={stale}
            total={rows?.length}
            page={1}
            size={MAX_PAGE_SIZE}
            sizes={SIZES}
            onPage={() => {}}
            print={choice}
            action={null}
            rows={rows && shownRows(rows, open)}
            card={(row) => (
              <Card key={row.code} row={row} open={open.has(row.code)} onToggle={() => toggle(row.code)} />
            )}
            sums={[{ name: '差异合计', amount: data?.total.difference_yuan }]}
          />
        ) : (
          <DataTable<CompareRow>
            name={NAME}
            label={TITLE}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            rowLabel={nameOf}
            fallback={fallback}
            address={hashKey(shown.queryKey)}
            stale={stale}
            total={rows && everyRow(rows).length}
            paged={rows?.length}
            page={1}
            size={MAX_PAGE_SIZE}
            sizes={SIZES}
            onPage={() => {}}
            expanded={open}
            onExpand={setOpened}
            tools={choice}
            sums={data ? sumsOf(data) : []}
          />
        )}
      </PageBody>
    </>
  )
}
