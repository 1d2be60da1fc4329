import type { ReactNode } from 'react'
import { PageBody, PageHead } from '../Page.tsx'
import { CARDS, useMedia } from '../useMedia.ts'
import { CardList } from './CardList.tsx'
import { type DataColumn, DataTable, type Order } from './DataTable.tsx'
import { type LedgerFilterParts, LedgerFilters } from './LedgerFilters.tsx'
import styles from './LedgerList.module.css'
import { BatchDelete, SelectionBar } from './SelectionBar.tsx'
import type { Sum } from './SumRows.tsx'
import { sumOf } from './sums.ts'
import type { Ledger } from './useLedger.ts'

interface Props<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
> {
  title: string
  tabs: ReactNode
  /** What the table is, for readers of the screen. */
  label: string
  ledger: Ledger<S, F, R, L>
  filters: LedgerFilterParts<F>
  /** The primary action; undefined: not allowed. */
  add: ReactNode
  /** Export and import. */
  files: ReactNode
  /** What only a wide screen offers. */
  wide?: ReactNode
  columns: readonly DataColumn<R>[]
  /** For a thumb: an `li` with a key. */
  card: (row: R) => ReactNode
  rowLabel: (row: R) => string
  /** In yuan. */
  amountOf: (row: R) => string
  /** Of all that match, in yuan. */
  total: string | undefined
  sums: readonly Sum[]
  sorted: { column: string; order: Order }
  onSort: (order: Order) => void
  /** What else can be done with the selected. */
  batch?: ReactNode
  /** The record that a dialog edits. */
  current: string | undefined
}

/** 明细 of a ledger: filters, table or cards, sums, selection. Its dialogs are the module's own. */
export function LedgerList<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
>(props: Props<S, F, R, L>) {
  const { title, tabs, label, ledger, add, files, amountOf } = props
  const { data, rows, selectedRows, filterBy, removeMany } = ledger
  const cards = useMedia(CARDS)
  const clear = () => filterBy({})
  const list = {
    ...ledger.frame,
    label,
    instead: ledger.instead({ filtered: ledger.filtered, onClear: clear, add }),
  }
  return (
    <>
      <PageHead
        title={title}
        tabs={tabs}
        // For a thumb the primary one is in the bar at the bottom, and the others take no row of their own.
        aside={cards && <span className={styles.aside}>{files}</span>}
        actions={
          !cards && (
            <>
              {props.wide}
              {files}
              {add}
            </>
          )
        }
      />
      <PageBody fill tab="second">
        <LedgerFilters
          {...props.filters}
          cards={cards}
          filter={ledger.filter}
          onClear={clear}
          onApply={ledger.apply}
        />
        {cards ? (
          <CardList
            {...list}
            sum={{ label: '筛选合计', amount: props.total }}
            action={add}
            rows={rows}
            card={props.card}
          />
        ) : (
          <DataTable
            {...list}
            name={ledger.name}
            columns={props.columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={props.rowLabel}
            sorted={props.sorted}
            onSort={(_, order) => props.onSort(order)}
            selected={ledger.selected}
            onSelect={ledger.setSelected}
            selection={
              <SelectionBar
                count={selectedRows.length}
                amount={sumOf(selectedRows, amountOf)}
                onNone={ledger.selectNone}
                onDelete={data?.can.delete ? () => removeMany(selectedRows) : undefined}
              >
                {props.batch}
              </SelectionBar>
            }
            idle={data?.can.delete && <BatchDelete quiet onClick={() => removeMany([])} />}
            sums={props.sums}
            current={props.current}
          />
        )}
      </PageBody>
    </>
  )
}
