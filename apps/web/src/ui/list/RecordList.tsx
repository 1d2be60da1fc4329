import type { ReactNode } from 'react'
import { type Keyed, keyOf } from '../../platform/ledger/records.ts'
import { Button } from '../Button.tsx'
import { FilterBar, type FilterParts, filterTags } from '../filters/FilterBar.tsx'
import { IconCamera, IconEdit } from '../icons.tsx'
import type { ListPictures } from '../images/add/usePictureDesk.tsx'
import { PageBody, PageHead } from '../page/Page.tsx'
import type { DataColumn } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { Groups } from '../table/groups.ts'
import type { ListSums } from '../table/sums.ts'
import { CardList } from './cards/CardList.tsx'
import { currentOrder } from './orderWords.ts'
import { PrintListButton } from './print/PrintListButton.tsx'
import styles from './RecordList.module.css'
import { BatchDelete, SelectionBar } from './selection/SelectionBar.tsx'
import { useCardSelection } from './selection/useCardSelection.ts'
import type { Listed, useFilteredList } from './useFilteredList.tsx'

/** Which rows are selected, and what can be done with them. */
interface Selection<R> {
  selected: ReadonlyMap<string, R>
  /** The current versions of the selected records, also of those on other pages. */
  rows: readonly R[]
  select: (selected: ReadonlyMap<string, R>) => void
  selectNone: () => void
  /** Absent: not allowed. */
  removeMany?: ((rows: readonly R[]) => void) | undefined
}

/** A list as `useFilteredList`, `useSelectable`, `useLedger` or `useRecords` gives it. */
interface RecordView<F, L extends Listed>
  extends Pick<
    ReturnType<typeof useFilteredList<object, object, L>>,
    'name' | 'data' | 'rows' | 'paging' | 'read' | 'fallback' | 'sorted' | 'onSort' | 'onClear'
  > {
  filter: F
  onApply: (filter: F) => void
  /** Absent: no row can be selected. */
  selection?: Selection<L['items'][number]> | undefined
  /** The primary action; absent: not allowed. */
  add?: ReactNode
  /** In the table's bar while nothing is selected, instead of 批量删除. */
  idle?: ReactNode
  /** 批量修改; absent: not allowed. */
  changeMany?: (() => void) | undefined
  /** The record that a form beside the table edits. */
  current?: string | undefined
  dialogs?: ReactNode
}

interface Props<F, L extends Listed, R> {
  of: RecordView<F, L>
  title: string
  /** Accessible name of the rows, where it is not the title. */
  label?: string
  /** Title on paper, where it is not the label. */
  paper?: string
  /** Tabs of a ledger with statistics. */
  tabs?: ReactNode
  /** Which of the tabs this is, if not the list of a ledger with statistics. */
  tab?: string
  /** First below the head: what holds for all records. */
  notice?: ReactNode
  filters?: FilterParts<F>
  /** Replaces the usual filter bar. */
  bar?: ReactNode
  /** First in the head: a link to another page. */
  head?: ReactNode
  /** In the head: export and import. */
  files?: ReactNode
  /** On a wide screen between the head and the table, such as a total. */
  above?: ReactNode
  /** In the table's bar. */
  tools?: ReactNode
  columns: readonly DataColumn<R>[]
  /** A row on phones: an `li` with a key. */
  card: (row: R) => ReactNode
  rowLabel: (row: R) => string
  sums?: ListSums<R, L>
  /** Pictures of the records; undefined: they have none, or not allowed. */
  pictures?: ListPictures<R> | undefined
  /** Further actions for the selected records. */
  batch?: ReactNode
  /** Shown in an empty list, if not the primary action. */
  empty?: ReactNode
  /** Page sizes to choose from, if not the usual ones. */
  sizes?: readonly number[]
  /** For rows with children. */
  tree?: {
    expanded: ReadonlySet<string>
    onExpand: (expanded: ReadonlySet<string>) => void
    /** The rows whose parents are expanded, in one list. */
    shown: (rows: readonly R[]) => readonly R[]
    /** All rows in one list. */
    every: (rows: readonly R[]) => readonly R[]
  }
  /** Heads among the rows, which fold. */
  groups?: Groups<R, L> | undefined
}

/** Filters by days end with a parameter such as `end_pay_at`. */
const lastDayOf = (filter: object): string | undefined =>
  Object.entries(filter).find(([key]) => key.startsWith('end_'))?.[1]

/** A page with a list of records: filters, table or cards, sums, selection, paper, and its dialogs. */
export function RecordList<F extends object, L extends Listed & { items: Keyed[] }>(
  props: Props<F, L, L['items'][number]>,
) {
  type R = L['items'][number]
  const { of, title, label = title, filters, files, columns, sums, tree, groups, pictures } = props
  const { data, rows, selection, add, sorted, onSort } = of
  const { cards, mode, bar: ofMode } = useCardSelection(() => selection?.selectNone())

  const print = (
    <PrintListButton<R, L>
      list={{
        name: of.name,
        title: props.paper ?? label,
        columns,
        keyOf,
        read: of.read,
        rowsOf: tree ? (list) => tree.every(list.items) : groups?.ofAll,
        sums: sums && (sums.paper ?? sums.table),
        filters: filters ? filterTags(filters, of.filter, () => {}) : [],
        until: lastDayOf(of.filter),
        order: currentOrder(columns, sorted),
        exports: Boolean(files),
      }}
    />
  )
  const bar = selection && (
    <SelectionBar
      count={selection.rows.length}
      sums={sums?.selected(selection.rows)}
      {...ofMode}
      onDelete={selection.removeMany && (() => selection.removeMany?.(selection.rows))}
    >
      {(props.batch || of.changeMany) && (
        <>
          {props.batch}
          {of.changeMany && (
            <Button size="small" icon={<IconEdit size={14} />} onClick={of.changeMany}>
              批量修改
            </Button>
          )}
        </>
      )}
    </SelectionBar>
  )
  const list = {
    ...of.paging,
    label,
    columns,
    sorted,
    onSort,
    groups,
    fallback: of.fallback(props.empty ?? add),
    ...(props.sizes && { sizes: props.sizes }),
  }
  // On phones the primary action is in the bar at the bottom. Where cards can be selected, the print button is beside
  // 选择, and the other buttons share the row of the filters.
  const inTools = cards && selection !== undefined
  const withButton = (others: ReactNode) => (
    <>
      {pictures?.onWalk && (
        <Button
          {...(!cards && { type: 'text', size: 'small' })}
          icon={<IconCamera size={14} />}
          onClick={pictures.onWalk}
        >
          补{pictures.what}
        </Button>
      )}
      {others}
    </>
  )
  return (
    <>
      <PageHead
        title={title}
        tabs={props.tabs}
        aside={inTools && files && <span className={styles.aside}>{files}</span>}
        actions={
          !inTools && (
            <>
              {props.head}
              {print}
              {files}
              {!cards && add}
            </>
          )
        }
      />
      <PageBody fill {...(props.tabs ? { tab: props.tab ?? 'second' } : {})}>
        {props.notice}
        {props.bar ??
          (filters && (
            <FilterBar
              {...filters}
              cards={cards}
              filter={of.filter}
              onClear={of.onClear}
              onApply={of.onApply}
            />
          ))}
        {!cards && props.above}
        {cards ? (
          <CardList
            {...list}
            rows={rows && tree ? tree.shown(rows) : rows}
            card={props.card}
            sums={sums?.cards(data)}
            action={add}
            print={inTools && withButton(print)}
            selection={
              selection && {
                ...mode,
                rowKey: keyOf,
                selected: selection.selected,
                onSelect: selection.select,
                bar,
              }
            }
          />
        ) : (
          <DataTable
            {...list}
            name={of.name}
            tools={withButton(props.tools)}
            rowFiles={pictures}
            rows={rows}
            rowKey={keyOf}
            rowLabel={props.rowLabel}
            {...(tree && { expanded: tree.expanded, onExpand: tree.onExpand })}
            {...(selection && { selected: selection.selected, onSelect: selection.select, selection: bar })}
            idle={
              of.idle ||
              (selection?.removeMany && <BatchDelete quiet onClick={() => selection.removeMany?.([])} />)
            }
            sums={data && sums ? sums.table(data) : []}
            current={of.current}
          />
        )}
      </PageBody>
      {of.dialogs}
      {pictures?.desk}
    </>
  )
}
