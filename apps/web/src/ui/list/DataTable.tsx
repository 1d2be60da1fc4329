import { PAGE_SIZES } from '@pianzhang/contract/page'
import { Pagination, Table, type TableColumnType, type TableProps } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePreference } from '../../platform/preferences.ts'
import { count } from '../count.ts'
import { Expander } from '../Expander.tsx'
import { staleProps } from '../stale.ts'
import { useSize } from '../useSize.ts'
import styles from './DataTable.module.css'
import { DENSITIES, TableBar } from './DataTableBar.tsx'
import { namedArrows } from './pager.ts'
import { type Sum, SumRows } from './SumRows.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'

export interface DataColumn<R> {
  key: string
  title: string
  /** Pixels; the one column without takes the rest, 240 at least. */
  width?: number
  align?: 'right'
  fixed?: 'start' | 'end'
  sortable?: boolean
  render: (row: R) => ReactNode
}

export type Order = 'asc' | 'desc' | undefined

interface Props<R> {
  /** The name under which columns and density are remembered. */
  name: string
  /** What the table is, for readers of the screen. */
  label: string
  columns: readonly DataColumn<R>[]
  /** Undefined: on its way, the shapes of rows are shown. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  rowLabel: (row: R) => string
  /** Instead of rows: empty, nothing matches, failed. */
  instead?: ReactNode
  /** What is shown is of the former page or filter. */
  stale?: boolean
  /** Undefined: not known (yet). */
  total: number | undefined
  page: number
  size: number
  onPage: (page: number, size: number) => void
  sorted?: { column: string; order: Order }
  onSort?: (column: string, order: Order) => void
  /** Kept across pages. Without it no row can be selected. */
  selected?: ReadonlyMap<string, R> | undefined
  onSelect?: (selected: ReadonlyMap<string, R>) => void
  /** The bar while something is selected: how many, their sum, what can be done with them. */
  selection?: ReactNode
  /** What stands there while nothing is, behind the number of rows. */
  idle?: ReactNode
  /** For rows with `children`: the keys of those whose children are shown. */
  expanded?: ReadonlySet<string>
  onExpand?: (expanded: ReadonlySet<string>) => void
  sums?: readonly Sum[]
  /** The row that a form beside the table edits. */
  current?: string | undefined
}

const antdOrder = (order: Order) => (order === undefined ? null : (`${order}end` as 'ascend' | 'descend'))

const REST = 240
/** One level of a tree. */
const INDENT = 20
const CHECKBOX = 40
/** From here on only the rows in sight are drawn: 1,000 rows take antd seconds otherwise. */
const MANY = 100
const childrenOf = <R,>(row: R): readonly R[] => (row as { children?: readonly R[] }).children ?? []
const withChildren = <R,>(rows: readonly R[]): R[] =>
  rows.flatMap((row) => [row, ...withChildren(childrenOf(row))])

/** The frame of every ledger: bar, head that stays, rows that scroll, sum rows, pager. Density and columns are remembered. */
export function DataTable<R extends object>(props: Props<R>) {
  const {
    name,
    label,
    columns,
    rows,
    rowKey,
    rowLabel,
    instead,
    total,
    page,
    size,
    sorted,
    selected,
    expanded,
    sums = [],
  } = props
  const [density, setDensity] = usePreference<string>(`${name}.density`, 'middle')
  const [hidden, setHidden] = usePreference<string[]>(`${name}.hidden`, [])
  const [frame, { height }] = useSize<HTMLDivElement>()
  const section = useRef<HTMLElement>(null)
  // antd measures with a hidden copy of the head, whose checkbox could still be reached by keyboard.
  useEffect(() => {
    for (const copy of section.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row') ?? [])
      copy.inert = true
  })
  const rowHeight = DENSITIES.find((one) => one.key === density)?.height ?? 36

  const visible = columns.filter((column) => column.fixed || !hidden.includes(column.key))
  const least = (selected ? CHECKBOX : 0) + visible.reduce((sum, column) => sum + (column.width ?? REST), 0)
  // antd makes room for the icons of a list that is flat, too.
  const isTree = expanded !== undefined && (rows ?? []).some((row) => childrenOf(row).length > 0)
  const countShown = (some: readonly R[]): number =>
    some.reduce((sum, row) => sum + 1 + (expanded?.has(rowKey(row)) ? countShown(childrenOf(row)) : 0), 0)
  const virtual = countShown(rows ?? []) > MANY
  // Until the frame is measured only a virtual body needs a height.
  const room = height > 0 ? height - rowHeight * (1 + sums.length) : undefined
  const y = room !== undefined ? Math.max(room, rowHeight * 4) : virtual ? 480 : undefined

  const tableColumns = visible.map(
    ({ key, title, width: fixedWidth, align, fixed, sortable, render }): TableColumnType<R> => ({
      key,
      title,
      render: (_, row) => render(row),
      ellipsis: align !== 'right' && !fixed,
      ...(fixedWidth ? { width: fixedWidth } : {}),
      ...(align ? { align } : {}),
      ...(fixed ? { fixed } : {}),
      ...(sortable
        ? { sorter: true, sortOrder: sorted?.column === key ? antdOrder(sorted.order) : null }
        : {}),
    }),
  )

  const onChange: TableProps<R>['onChange'] = (_page, _filters, sorter) => {
    // antd names no column when the third click takes the sort away.
    const { columnKey = sorted?.column, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    if (columnKey)
      props.onSort?.(String(columnKey), order === 'ascend' ? 'asc' : order === 'descend' ? 'desc' : undefined)
  }

  const select = (keys: readonly unknown[]) => {
    // Rows of the former filter are none that the next one has.
    if (props.stale) return
    const here = new Map(withChildren(rows ?? []).map((row) => [rowKey(row), row]))
    props.onSelect?.(
      new Map(
        keys.map(String).flatMap((key) => {
          const row = selected?.get(key) ?? here.get(key)
          return row ? [[key, row] as const] : []
        }),
      ),
    )
  }

  const waiting = rows === undefined && !instead
  const placeholder = waiting ? (
    <TableSkeleton
      rows={Math.min(20, Math.floor((y ?? 400) / rowHeight))}
      columns={visible}
      rest={REST}
      checkbox={selected !== undefined}
    />
  ) : (
    instead
  )
  return (
    <section
      ref={section}
      className={styles.ledger}
      style={{ '--row-h': `${rowHeight}px` } as React.CSSProperties}
      aria-label={label}
    >
      <TableBar
        total={total}
        stale={props.stale}
        selection={selected?.size ? props.selection : null}
        idle={instead ? null : props.idle}
        density={density}
        onDensity={setDensity}
        columns={columns.filter((column) => !column.fixed)}
        hidden={hidden}
        onHidden={setHidden}
      />
      <div
        ref={frame}
        className={styles.frame}
        // The head stays: how it is sorted is of now.
        data-stale={props.stale ? 'body' : undefined}
        style={{ '--body-h': y === undefined ? 'auto' : `${y}px` } as React.CSSProperties}
      >
        <Table<R>
          aria-busy={waiting || props.stale}
          size="small"
          columns={tableColumns}
          dataSource={instead || !rows ? [] : rows}
          rowKey={rowKey}
          rowClassName={(row) => (rowKey(row) === props.current ? 'ant-table-row-selected' : '')}
          {...(selected
            ? {
                rowSelection: {
                  selectedRowKeys: [...selected.keys()],
                  preserveSelectedRowKeys: true,
                  columnWidth: CHECKBOX,
                  fixed: 'start',
                  onChange: select,
                  getTitleCheckboxProps: () =>
                    ({ 'aria-label': '选择本页全部', disabled: props.stale }) as object,
                  getCheckboxProps: (row) =>
                    ({ 'aria-label': `选择${rowLabel(row)}`, disabled: props.stale }) as object,
                },
              }
            : {})}
          {...(expanded && isTree
            ? {
                expandable: {
                  expandedRowKeys: [...expanded],
                  onExpandedRowsChange: (keys) => props.onExpand?.(new Set(keys.map(String))),
                  indentSize: INDENT,
                  expandIcon: ({ record, expanded: open, onExpand }) => (
                    <Expander
                      open={open}
                      leaf={childrenOf(record).length === 0}
                      label={rowLabel(record)}
                      onClick={(event) => onExpand(record, event)}
                    />
                  ),
                },
              }
            : {})}
          pagination={false}
          showSorterTooltip={false}
          virtual={virtual}
          scroll={{ x: least, ...(y === undefined ? {} : { y }) }}
          onChange={onChange}
          locale={{ emptyText: placeholder }}
          {...(sums.length > 0 && rows && !instead
            ? {
                summary: () => (
                  <Table.Summary fixed>
                    <SumRows sums={sums} columns={visible} selectable={selected !== undefined} />
                  </Table.Summary>
                ),
              }
            : {})}
        />
      </div>
      <div className={styles.pager}>
        <span className="num" {...staleProps(props.stale)}>
          {total === undefined ? '' : `共 ${count(total)} 条`}
        </span>
        <Pagination
          size="small"
          current={page}
          pageSize={size}
          total={total ?? 0}
          showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
          pageSizeOptions={[...PAGE_SIZES]}
          itemRender={namedArrows}
          onChange={(next, nextSize) => props.onPage(nextSize === size ? next : 1, nextSize)}
        />
      </div>
    </section>
  )
}
