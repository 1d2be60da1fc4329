import { type ReactNode, useState } from 'react'
import { FilterBar, type FilterParts, filterTags } from '../filters/FilterBar.tsx'
import { PageBody, PageHead } from '../page/Page.tsx'
import { CARDS, useMedia } from '../page/useMedia.ts'
import { useLayer } from '../popup/layers.ts'
import { type DataColumn, DataTable, type Order } from '../table/DataTable.tsx'
import type { Sum } from '../table/SumRows.tsx'
import { FILTER_TOTAL, sumOf } from '../table/sums.ts'
import { CardList } from './CardList.tsx'
import styles from './LedgerList.module.css'
import type { NamedSum } from './namedSum.ts'
import { currentOrder } from './orderWords.ts'
import { PrintListButton } from './print/PrintListButton.tsx'
import { BatchDelete, SelectionBar } from './SelectionBar.tsx'
import type { Can, Ledger } from './useLedger.ts'

interface Props<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: Can },
> {
  title: string
  /** Of a ledger with statistics. */
  tabs?: ReactNode
  /** Accessible name of the table. */
  label: string
  ledger: Ledger<S, F, R, L>
  /** Undefined: the list has none. */
  filters?: FilterParts<F>
  /** On a wide screen between the head and the table, such as a total. */
  above?: ReactNode
  /** The primary action; undefined: not allowed. */
  add: ReactNode
  /** Export and import. */
  files: ReactNode
  /** Of the table: in its bar. */
  tools?: ReactNode
  columns: readonly DataColumn<R>[]
  /** Card of a row on phones: an `li` with a key. */
  card: (row: R) => ReactNode
  rowLabel: (row: R) => string
  /** In yuan; not read where all sums are `apart`. */
  amountOf?: (row: R) => string
  /** Of all that match, in yuan. */
  total: string | undefined
  /** What it is called, where it is not 筛选合计. */
  totalLabel?: string
  /** Of the rows that an answer has, and of all that match. */
  sums: (list: L) => readonly Sum[]
  /** What is printed: its title, where that is not the label, its sums, where they are not those of the table. */
  paper?: { title?: string; sums?: (list: L) => readonly Sum[]; exports?: boolean }
  sorted?: { column: string; order: Order }
  onSort?: (column: string, order: Order) => void
  /** What else can be done with the selected. */
  batch?: ReactNode
  /** The record that a dialog edits. */
  current: string | undefined
  /** Sums of amounts that must not be added up: of all that match, instead of `total` if there are any, and of the selected. */
  apart?: { all: readonly NamedSum[]; of: (rows: readonly R[]) => readonly NamedSum[] }
}

const codeOf = (row: { code: string }): string => row.code

/** The list of a ledger: filters, table or cards, sums, selection. Its dialogs are the module's own. */
export function LedgerList<
  S extends object,
  F extends Partial<S> & { keywords?: string | undefined },
  R extends { code: string },
  L extends { items: R[]; listTotal: number; can: Can },
>(props: Props<S, F, R, L>) {
  const { title, tabs, label, ledger, add, files, amountOf } = props
  const { data, rows, selectedRows, removeMany } = ledger
  const cards = useMedia(CARDS)
  const [selecting, setSelecting] = useState(ledger.selected.size > 0)
  useLayer(() => stopSelecting(), cards && selecting)
  const stopSelecting = () => {
    setSelecting(false)
    ledger.selectNone()
  }
  const list = { ...ledger.frame, label, fallback: ledger.without(add) }
  const print = (
    <PrintListButton<R, L>
      list={{
        name: ledger.name,
        title: props.paper?.title ?? label,
        columns: props.columns,
        keyOf: codeOf,
        read: ledger.read,
        sums: props.paper?.sums ?? props.sums,
        filters: props.filters ? filterTags(props.filters, ledger.filter, () => {}) : [],
        order: currentOrder(props.columns, props.sorted),
        exports: props.paper?.exports ?? true,
      }}
    />
  )
  const selection = (
    <SelectionBar
      count={selectedRows.length}
      {...(amountOf && { amount: sumOf(selectedRows, amountOf) })}
      apart={props.apart?.of(selectedRows)}
      onNone={cards ? stopSelecting : ledger.selectNone}
      none={cards ? '取消' : '取消选择'}
      onDelete={data?.can.delete && removeMany ? () => removeMany(selectedRows) : undefined}
    >
      {props.batch}
    </SelectionBar>
  )
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
              {print}
              {files}
              {add}
            </>
          )
        }
      />
      <PageBody fill {...(tabs ? { tab: 'second' } : {})}>
        {props.filters && (
          <FilterBar
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
            {...(amountOf && { sum: { label: props.totalLabel ?? FILTER_TOTAL, amount: props.total } })}
            action={add}
            rows={rows}
            card={props.card}
            apart={props.apart?.all}
            columns={props.columns}
            sorted={props.sorted}
            onSort={props.onSort}
            print={print}
            selection={{
              on: selecting,
              onChange: (on) => (on ? setSelecting(true) : stopSelecting()),
              rowKey: codeOf,
              selected: ledger.selected,
              onSelect: ledger.select,
              bar: selection,
            }}
          />
        ) : (
          <DataTable
            {...list}
            name={ledger.name}
            tools={props.tools}
            columns={props.columns}
            rows={rows}
            rowKey={codeOf}
            rowLabel={props.rowLabel}
            sorted={props.sorted}
            onSort={props.onSort}
            selected={ledger.selected}
            onSelect={ledger.select}
            selection={selection}
            idle={data?.can.delete && removeMany && <BatchDelete quiet onClick={() => removeMany([])} />}
            sums={data ? props.sums(data) : []}
            current={props.current}
          />
        )}
      </PageBody>
    </>
  )
}
