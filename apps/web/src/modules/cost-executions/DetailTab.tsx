import type { Payment } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan, sum } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { stringifySearch } from '../../app/search.ts'
import { useCan } from '../../app/session.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.tsx'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { Empty, Failed, NothingMatches } from '../../ui/States.tsx'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { paymentListQuery } from './api.ts'
import { Cards } from './Cards.tsx'
import { paymentColumns } from './columns.tsx'
import { ExportButton, ImportButton } from './FileButtons.tsx'
import { Filters } from './Filters.tsx'
import styles from './Page.module.css'
import { filterOf, isFiltered } from './search.ts'
import { sumsOf } from './sums.ts'
import { useAddress } from './useAddress.ts'
import { useRemoval } from './useRemoval.ts'

const Editor = lazy(async () => ({ default: (await import('./Editor.tsx')).Editor }))
const Detail = lazy(async () => ({ default: (await import('./Detail.tsx')).Detail }))
const Import = lazy(async () => ({ default: (await import('./Import.tsx')).Import }))

/** The one dialog that is open. */
type Dialog = { kind: 'add' } | { kind: 'edit' | 'detail'; code: string } | { kind: 'import' } | null

/** Targets of 40 px. */
const FOR_THUMBS = { token: { controlHeight: 40 } }

/** 付款 · 明细. */
export function DetailTab({ tabs }: { tabs: ReactNode }) {
  const cards = useMedia(CARDS)
  const may = useCan()
  const { search, size, goTo, filterBy, clear } = useAddress()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(paymentListQuery(search, size))
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const [selected, setSelected] = useState<ReadonlyMap<string, Payment>>(new Map())
  const { removeOne, removeMany } = useRemoval((codes) =>
    setSelected((old) => new Map([...old].filter(([code]) => !codes.includes(code)))),
  )

  const page = search.page ?? 1
  const rows = data?.items
  // Rows were deleted and this page is not there any more: the last one is.
  const pages = data ? Math.max(1, Math.ceil(data.listTotal / size)) : page
  useEffect(() => {
    if (!isPlaceholderData && page > pages) goTo({ page: pages }, true)
  }, [isPlaceholderData, page, pages, goTo])

  const actions = useMemo(
    () => ({
      onDetail: (row: Payment) => setDialog({ kind: 'detail', code: row.code }),
      onEdit: (row: Payment) => setDialog({ kind: 'edit', code: row.code }),
      onDelete: (row: Payment) => removeOne(row),
    }),
    [removeOne],
  )
  const columns = useMemo(() => paymentColumns(actions), [actions])
  // What a colleague changed meanwhile counts as it is now.
  const chosen = useMemo(
    () => [...selected].map(([code, row]) => rows?.find((one) => one.code === code) ?? row),
    [selected, rows],
  )

  const mayWrite = may('cost_execution', 'write')
  const add = mayWrite ? () => setDialog({ kind: 'add' }) : undefined
  const close = () => setDialog(null)
  const addButton = add && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={add}>
      新增付款明细
    </Button>
  )
  const fileButtons = (
    <>
      {may('cost_execution', 'export') && <ExportButton search={search} total={data?.listTotal} />}
      {mayWrite && <ImportButton onClick={() => setDialog({ kind: 'import' })} />}
    </>
  )
  const clearAll = () => {
    setSelected(new Map())
    clear()
  }
  const instead =
    error && !data ? (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : data?.listTotal === 0 ? (
      isFiltered(search) ? (
        <NothingMatches onClear={clearAll} />
      ) : (
        <Empty>{addButton}</Empty>
      )
    ) : undefined

  return (
    <ConfigProvider theme={cards ? FOR_THUMBS : {}}>
      <PageHead
        title="付款"
        tabs={tabs}
        // For a thumb the primary one is in the bar at the bottom, and the others take no row of their own.
        aside={cards && <span className={styles.aside}>{fileButtons}</span>}
        actions={
          !cards && (
            <>
              {fileButtons}
              {addButton}
            </>
          )
        }
      />
      <PageBody fill tab="second" className={styles.body ?? ''}>
        <Filters
          cards={cards}
          filter={filterOf(search)}
          onClear={clearAll}
          onApply={(filter) => {
            // What is selected must be in sight of what is filtered: a batch delete names a number and a sum, not each record.
            setSelected(new Map())
            // The same again asks for what is there now.
            if (stringifySearch(filter) === stringifySearch(filterOf(search))) void refetch()
            else filterBy(filter)
          }}
        />
        {cards ? (
          <Cards
            {...actions}
            rows={rows}
            instead={instead}
            total={data?.listTotal}
            amount={data?.total_amount_yuan}
            page={page}
            size={size}
            onPage={(next) => goTo({ page: next })}
            onAdd={add}
          />
        ) : (
          <DataTable
            name="payments"
            label="付款明细"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={(row) => row.code}
            instead={instead}
            stale={isPlaceholderData}
            total={data?.listTotal}
            page={page}
            size={size}
            onPage={(next, nextSize) => goTo({ page: next, per_page: nextSize })}
            sorted={{ column: 'pay_at', order: search.pay_at_order }}
            onSort={(_, pay_at_order) => goTo({ pay_at_order, page: undefined })}
            selected={selected}
            onSelect={setSelected}
            selection={
              <>
                <span className="num">
                  已选 <b>{chosen.length}</b> 条，合计{' '}
                  <b>{formatYuan(sum(chosen.map((row) => fenOf(row.pay_amount_yuan))))}</b> 元
                </span>
                {data?.can.delete && (
                  <>
                    <i className={styles.separator} />
                    <Button size="small" icon={<IconTrash size={14} />} onClick={() => removeMany(chosen)}>
                      批量删除
                    </Button>
                  </>
                )}
              </>
            }
            sums={data && rows ? sumsOf(data) : []}
            sumColumn="pay_amount"
            current={dialog?.kind === 'edit' ? dialog.code : undefined}
          />
        )}
      </PageBody>
      <Suspense>
        {dialog?.kind === 'add' && <Editor code={null} onClose={close} />}
        {dialog?.kind === 'edit' && <Editor code={dialog.code} onClose={close} />}
        {dialog?.kind === 'detail' && (
          <Detail code={dialog.code} onClose={close} onEdit={(code) => setDialog({ kind: 'edit', code })} />
        )}
        {dialog?.kind === 'import' && (
          <Import
            onClose={close}
            onShow={(import_code) => {
              close()
              setSelected(new Map())
              filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    </ConfigProvider>
  )
}
