import type { ReactNode } from 'react'
import { type LedgerFilterParts, LedgerFilters } from '../filters/LedgerFilters.tsx'
import { PageBody, PageHead } from '../page/Page.tsx'
import { CARDS, useMedia } from '../page/useMedia.ts'
import { type DataColumn, DataTable, type Order } from '../table/DataTable.tsx'
import type { Sum } from '../table/SumRows.tsx'
import { FILTER_TOTAL, sumOf } from '../table/sums.ts'
import { CardList } from './CardList.tsx'
import styles from './LedgerList.module.css'
import type { NamedSum } from './namedSum.ts'
import { BatchDelete, SelectionBar } from './SelectionBar.tsx'
import type { Ledger } from './useLedger.ts'

interface Props<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
> {
  title: string
  /** Of a ledger with statistics. */
  tabs?: ReactNode
  /** Accessible name of the table. */
  label: string
  ledger: Ledger<S, F, R, L>
  /** Undefined: the list has none. */
  filters?: LedgerFilterParts<F>
  /** On a wide screen between the head and the table, such as a total. */
  above?: ReactNode
  /** The primary action; undefined: not allowed. */
  add: ReactNode
  /** Export and import. */
  files: ReactNode
  /** What only a wide screen offers. */
  wide?: ReactNode
  /** Of the table: in its bar. */
  tools?: ReactNode
  columns: readonly DataColumn<R>[]
  /** Card of a row on phones: an `li` with a key. */
  card: (row: R) => ReactNode
  rowLabel: (row: R) => string
  /** In yuan. */
  amountOf: (row: R) => string
  /** Of all that match, in yuan. */
  total: string | undefined
  /** What it is called, where it is not 筛选合计. */
  totalLabel?: string
  sums: readonly Sum[]
  sorted?: { column: string; order: Order }
  onSort?: (column: string, order: Order) => void
  /** What else can be done with the selected. */
  batch?: ReactNode
  /** The record that a dialog edits. */
  current: string | undefined
  /** Sums of amounts that must not be added up: of all that match, instead of `total` if there are any, and of the selected. */
  apart?: { all: readonly NamedSum[]; of: (rows: readonly R[]) => readonly NamedSum[] }
}

/** The list of a ledger: filters, table or cards, sums, selection. Its dialogs are the module's own. */
export function LedgerList<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: { delete: boolean } },
>(props: Props<S, F, R, L>) {
  const { title, tabs, label, ledger, add, files, amountOf } = props
  const { data, rows, selectedRows, removeMany } = ledger
  const cards = useMedia(CARDS)
  const list = { ...ledger.frame, label, fallback: ledger.without(add) }
  return (
    <>
      <PageHead
        title={title}
        tabs={tabs}
        // On phones the primary action is in the bar at the bottom, and the other buttons share the row of the filters.
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
      <PageBody fill {...(tabs ? { tab: 'second' } : {})}>
        {props.filters && (
          <LedgerFilters
            {...props.filters}
            cards={cards}
            filter={ledger.filter}
            onClear={ledger.onClear}
            onApply={ledger.apply}
          />
        )}
        {!cards && props.above}
        {cards ? (
          <CardList
            {...list}
            sum={{ label: props.totalLabel ?? FILTER_TOTAL, amount: props.total }}
            action={add}
            rows={rows}
            card={props.card}
            apart={props.apart?.all}
          />
        ) : (
          <DataTable
            {...list}
            name={ledger.name}
            tools={props.tools}
            columns={props.columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowLabel={props.rowLabel}
            sorted={props.sorted}
            onSort={props.onSort}
            selected={ledger.selected}
            onSelect={ledger.setSelected}
            selection={
              <SelectionBar
                count={selectedRows.length}
                amount={sumOf(selectedRows, amountOf)}
                apart={props.apart?.of(selectedRows)}
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
