import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { stringifySearch } from '../../platform/search.ts'
import { useCan } from '../../platform/session.ts'
import { Button } from '../../ui/Button.tsx'
import { IconPlus, IconPrint } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { CardList } from '../../ui/list/CardList.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { BatchDelete, SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { useList } from '../../ui/list/useList.tsx'
import { useListAddress } from '../../ui/list/useListAddress.ts'
import { useRemoval } from '../../ui/list/useRemoval.ts'
import { useSelection } from '../../ui/list/useSelection.ts'
import { PageBody, PageHead } from '../../ui/Page.tsx'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { paymentListQuery } from './api.ts'
import { Card } from './Card.tsx'
import { paymentColumns } from './columns.tsx'
import { ExportButton, ImportButton, PrintButton } from './FileButtons.tsx'
import { Filters } from './Filters.tsx'
import styles from './Page.module.css'
import { REMOVAL } from './removal.ts'
import { filterOf, isFiltered, paymentSearch } from './search.ts'
import { sumsOf } from './sums.ts'

const Editor = lazyDialog(async () => ({ default: (await import('./editor/Editor.tsx')).Editor }))
const Detail = lazyDialog(async () => ({ default: (await import('./Detail.tsx')).Detail }))
const PrintVouchers = lazyDialog(() => import('./print/PrintVouchers.tsx'))
const Import = lazyDialog(async () => ({ default: (await import('./Import.tsx')).Import }))

/** The one dialog that is open. */
type Dialog =
  | { kind: 'add' | 'import' }
  | { kind: 'edit' | 'detail'; code: string }
  | { kind: 'vouchers'; payments: PaymentListItem[] }
  | null

const route = getRouteApi('/in-project/implement/cost')

/** 付款 · 明细. */
export function DetailTab({ tabs }: { tabs: ReactNode }) {
  const cards = useMedia(CARDS)
  const may = useCan()
  const address = useListAddress(route, paymentSearch)
  const { search, goTo, filterBy } = address
  const { data, stale, reload, frame, instead } = useList(paymentListQuery(search, address.size), address)
  const [dialog, setDialog] = useState<Dialog>(null)
  useReturnFocus(dialog !== null)
  const filter = filterOf(search)
  const filterKey = stringifySearch(filter)
  const [selected, setSelected] = useSelection<PaymentListItem>(filterKey)
  const selectNone = () => setSelected(new Map())
  const { removeOne, removeMany } = useRemoval(REMOVAL, setSelected)

  const rows = data?.items
  const actions = useMemo(
    () => ({
      onDetail: (row: PaymentListItem) => setDialog({ kind: 'detail', code: row.code }),
      onEdit: (row: PaymentListItem) => setDialog({ kind: 'edit', code: row.code }),
      onDelete: removeOne,
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
  const close = () => setDialog(null)
  const addButton = mayWrite && (
    <Button type="primary" icon={<IconPlus size={14} />} onClick={() => setDialog({ kind: 'add' })}>
      新增付款明细
    </Button>
  )
  const fileButtons = (
    <>
      {may('cost_execution', 'export') && (
        <ExportButton search={search} total={stale ? undefined : data?.listTotal} />
      )}
      {mayWrite && <ImportButton onClick={() => setDialog({ kind: 'import' })} />}
    </>
  )
  const list = {
    ...frame,
    label: '付款明细',
    instead: instead({ filtered: isFiltered(search), onClear: () => filterBy({}), add: addButton }),
  }

  return (
    <>
      <PageHead
        title="付款"
        tabs={tabs}
        // For a thumb the primary one is in the bar at the bottom, and the others take no row of their own.
        aside={cards && <span className={styles.aside}>{fileButtons}</span>}
        actions={
          !cards && (
            <>
              <PrintButton search={search} />
              {fileButtons}
              {addButton}
            </>
          )
        }
      />
      <PageBody fill tab="second">
        <Filters
          cards={cards}
          filter={filter}
          onClear={() => filterBy({})}
          onApply={(next) => {
            // The same again asks for what is there now.
            if (stringifySearch(next) !== filterKey) return filterBy(next)
            selectNone()
            reload()
          }}
        />
        {cards ? (
          <CardList
            {...list}
            sum={{ label: '筛选合计', amount: data?.total_amount_yuan }}
            action={addButton}
            rows={rows}
            card={(row) => <Card key={row.code} row={row} on={actions} />}
          />
        ) : (
          <DataTable
            {...list}
            name={paymentSearch.name}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={(row) => row.code}
            sorted={{ column: 'pay_at', order: search.pay_at_order }}
            onSort={(_, pay_at_order) => goTo({ pay_at_order, page: undefined })}
            selected={selected}
            onSelect={setSelected}
            selection={
              <SelectionBar
                count={chosen.length}
                amount={yuan(sum(chosen.map((row) => fenOf(row.pay_amount_yuan))))}
                onNone={selectNone}
                onDelete={data?.can.delete ? () => removeMany(chosen) : undefined}
              >
                <Button
                  size="small"
                  icon={<IconPrint size={14} />}
                  onClick={() => setDialog({ kind: 'vouchers', payments: chosen })}
                >
                  打印付款单
                </Button>
              </SelectionBar>
            }
            idle={data?.can.delete && <BatchDelete quiet onClick={() => removeMany([])} />}
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
        {dialog?.kind === 'vouchers' && <PrintVouchers payments={dialog.payments} onClose={close} />}
        {dialog?.kind === 'import' && (
          <Import
            onClose={close}
            onShow={(import_code) => {
              close()
              filterBy({ import_code })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
