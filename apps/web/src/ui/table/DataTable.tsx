import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { rowsDrawn } from '../code/later.tsx'
import { count } from '../count.ts'
import { staleProps } from '../states/stale.ts'
import { type DataColumn, isShown, type Order } from './column.ts'
import styles from './DataTable.module.css'
import { DENSITIES, TableBar } from './DataTableBar.tsx'
import { Expander } from './Expander.tsx'
import { followEdges, markEdges } from './edges.ts'
import { fitColumns } from './fit.ts'
import { CHECKBOX, frozenStyles, leastWidth, REST } from './frozen.ts'
import { type Groups, isHead } from './groups.ts'
import { Pager } from './pager/latePagers.tsx'
import { type Sum, SumRows } from './SumRows.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { type RowFiles, useRowFiles } from './useRowFiles.ts'
import { useWindow } from './useWindow.ts'

interface Props<R> {
  /** The name under which columns and density are remembered. */
  name: string
  /** Accessible name of the table. */
  label: string
  columns: readonly DataColumn<R>[]
  /** Undefined: loading; grey bars are shown. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  rowLabel: (row: R) => string
  /** Instead of rows: empty, nothing matches, failed. */
  fallback?: ReactNode
  /** Identity of the list shown: filters, sort and page. When it changes, the table scrolls to its first row. */
  address?: string
  /** Whether the rows shown are of the previous page or filter. */
  stale?: boolean
  /** Number of matching records; undefined: not known (yet). */
  total: number | undefined
  /** Number of records that the pages have, if not all: those of folded groups are on none. */
  paged?: number | undefined
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** Page sizes to choose from, if not the usual ones. */
  sizes?: readonly number[]
  sorted?: { column: string; order: Order } | undefined
  onSort?: ((column: string, order: Order) => void) | undefined
  /** Kept across pages. Without it no row can be selected. */
  selected?: ReadonlyMap<string, R> | undefined
  onSelect?: (selected: ReadonlyMap<string, R>) => void
  /** The bar while something is selected: how many, their sum, what can be done with them. */
  selection?: ReactNode
  /** Shown when no rows are selected, after the number of rows. */
  idle?: ReactNode
  /** At the right of the bar, before its own buttons. */
  tools?: ReactNode
  /** For rows with `children`: the keys of those whose children are shown. */
  expanded?: ReadonlySet<string>
  onExpand?: (expanded: ReadonlySet<string>) => void
  /** Heads among the rows. */
  groups?: Pick<Groups<R, never>, 'ofPage' | 'row' | 'all'> | undefined
  sums?: readonly Sum[]
  /** The row that a form beside the table edits. */
  current?: string | undefined
  /** Takes files that are dropped or pasted on a row. */
  rowFiles?: RowFiles<R> | undefined
}

/** Pixels per level of a tree. */
const INDENT = 20
/** Up to this many rows all are rendered; above it only the visible ones. */
const MANY = 100
const childrenOf = <R,>(row: R): readonly R[] => (row as { children?: readonly R[] }).children ?? []
const withChildren = <R,>(rows: readonly R[]): R[] =>
  rows.flatMap((row) => [row, ...withChildren(childrenOf(row))])

/** The frame of every ledger: bar, head that stays, rows that scroll, sum rows, pager. Density and columns are remembered. */
export function DataTable<R extends object>(props: Props<R>) {
  const { name, label, columns, rows, rowKey, rowLabel, fallback, total, page, size, selected, expanded } =
    props
  const { sums = [], stale = false } = props
  const [density, setDensity] = usePreference<string>(`${name}.density`, 'middle')
  const [switched, setSwitched] = usePreference<string[]>(`${name}.hidden`, [])
  const lastSelected = useRef<string>(undefined)
  const rowHeight = DENSITIES.find((one) => one.key === density)?.height ?? 36
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => followEdges(frame.current, setWidth), [])
  useTop(frame, props.address)
  const there = rows !== undefined || fallback !== undefined
  useEffect(() => {
    if (there) rowsDrawn()
  }, [there])

  const selectable = selected !== undefined
  const visible = fitColumns(
    columns.filter((column) => isShown(column, switched)),
    selectable,
    width,
  )
  const least = (selectable ? CHECKBOX : 0) + visible.reduce((sum, column) => sum + leastWidth(column), 0)
  const frozen = frozenStyles(visible, selectable)
  const isTree = expanded !== undefined && (rows ?? []).some((row) => childrenOf(row).length > 0)
  const open = fallback ? [] : openRows(rows ?? [], (row) => expanded?.has(rowKey(row)) ?? false)
  const { groups } = props
  const shown = groups && rows && !fallback ? groups.ofPage(rows).map((row) => ({ row, level: 0 })) : open
  const drawn = useWindow(shown.length, rowHeight, MANY, frame)
  const dropping = useRowFiles(shown.map(({ row }) => row) as R[], rowKey, props.rowFiles)
  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    markEdges(event.currentTarget)
    drawn.onScroll?.()
  }

  const selectRows = (some: readonly R[], on: boolean) => {
    // Rows of the previous filter cannot be selected for the next one.
    if (stale || !selected) return
    const next = new Map(selected)
    for (const row of some) {
      if (on) next.set(rowKey(row), row)
      else next.delete(rowKey(row))
    }
    props.onSelect?.(next)
  }
  const selectOne = (row: R, on: boolean, range: boolean) => {
    const indexes = [lastSelected.current, rowKey(row)].map((key) =>
      open.findIndex((one) => rowKey(one.row) === key),
    )
    lastSelected.current = rowKey(row)
    const [from = -1, to = -1] = indexes.toSorted((a, b) => a - b)
    selectRows(range && from >= 0 ? open.slice(from, to + 1).map((one) => one.row) : [row], on)
  }
  const everyRow = withChildren(rows ?? [])
  const selectedCount = everyRow.filter((row) => selected?.has(rowKey(row))).length
  const ofPage = selectedCount === 0 ? 'none' : selectedCount === everyRow.length ? 'all' : 'some'
  const toggle = (key: string) => {
    const next = new Set(expanded)
    if (!next.delete(key)) next.add(key)
    props.onExpand?.(next)
  }
  /** Spacer as high as the rows that are not rendered. */
  const gap = (count: number) => count > 0 && <Spacer style={{ height: count * rowHeight }} />

  const waiting = rows === undefined && !fallback
  const windowed = drawn.to - drawn.from < shown.length
  const withSums = sums.length > 0 && rows !== undefined && !fallback
  return (
    <section
      className={styles.ledger}
      style={{ '--row-h': `${rowHeight}px`, '--sums': withSums ? sums.length : 0 } as React.CSSProperties}
      aria-label={label}
    >
      <TableBar
        total={total}
        stale={stale}
        selection={selected?.size ? props.selection : null}
        idle={fallback ? null : props.idle}
        tools={props.tools}
        density={density}
        onDensity={setDensity}
        columns={columns.filter((column) => !column.fixed)}
        switched={switched}
        onSwitched={setSwitched}
      />
      <div
        ref={frame}
        className={styles.frame}
        data-scroll-restoration-id={props.address && encodeURIComponent(props.address)}
        // The header is not dimmed: its sort order is already the current one.
        data-stale={stale ? 'body' : undefined}
        onScroll={onScroll}
        {...dropping.handlers}
      >
        <table
          className={`${styles.table} ${rows && !fallback ? styles.full : ''}`}
          style={{ minWidth: least }}
          aria-busy={waiting || stale}
          aria-rowcount={windowed ? 1 + shown.length + (withSums ? sums.length : 0) : undefined}
        >
          <colgroup>
            {selectable && <col style={{ width: CHECKBOX }} />}
            {visible.map(({ key, width }) => (
              <col key={key} style={width ? { width } : undefined} />
            ))}
          </colgroup>
          <TableHead
            rowIndex={windowed ? 1 : undefined}
            columns={visible}
            frozen={frozen}
            sorted={props.sorted}
            onSort={props.onSort}
            selected={selectable ? (groups?.all?.state ?? ofPage) : undefined}
            disabled={stale}
            onSelectAll={groups?.all?.onChange ?? ((on) => selectRows(everyRow, on))}
          />
          {rows && !fallback && (
            <tbody>
              {gap(drawn.from)}
              {shown.slice(drawn.from, drawn.to).map(({ row, level }, index) =>
                isHead(row) ? (
                  groups?.row(row, visible, selectable, windowed ? 2 + drawn.from + index : undefined)
                ) : (
                  <TableRow
                    key={rowKey(row)}
                    row={row}
                    rowKey={rowKey(row)}
                    rowIndex={windowed ? 2 + drawn.from + index : undefined}
                    columns={visible}
                    frozen={frozen}
                    label={rowLabel(row)}
                    selected={selected?.has(rowKey(row))}
                    disabled={stale}
                    onSelect={(on, range) => selectOne(row, on, range)}
                    current={rowKey(row) === props.current || rowKey(row) === dropping.over}
                    before={
                      isTree && (
                        <>
                          <span style={{ paddingInlineStart: level * INDENT }} />
                          <Expander
                            open={expanded.has(rowKey(row))}
                            leaf={childrenOf(row).length === 0}
                            label={rowLabel(row)}
                            onClick={() => toggle(rowKey(row))}
                          />
                        </>
                      )
                    }
                  />
                ),
              )}
              {gap(shown.length - drawn.to)}
              {/* Spacer: with few rows the sum row still sits at the bottom of the frame. */}
              <Spacer className={styles.filler} />
            </tbody>
          )}
          {withSums && (
            <tfoot>
              <SumRows
                sums={sums}
                columns={visible}
                frozen={frozen}
                selectable={selectable}
                frame={width}
                rowIndex={windowed ? 2 + shown.length : undefined}
              />
            </tfoot>
          )}
        </table>
        {!rows && !fallback && (
          <TableSkeleton rows={20} columns={visible} rest={REST} checkbox={selectable} />
        )}
        {fallback && <div className={styles.fallback}>{fallback}</div>}
      </div>
      <div className={styles.pager}>
        <span className="num" {...staleProps(stale)}>
          {total === undefined ? '' : `共 ${count(total)} 条`}
        </span>
        <Pager
          page={page}
          size={size}
          total={props.paged ?? total ?? 0}
          onPage={props.onPage}
          sizes={props.sizes}
        />
      </div>
    </section>
  )
}

// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells has nothing to focus
const Spacer = (props: ComponentProps<'tr'>) => <tr aria-hidden="true" {...props} />

/** The visible rows of a tree, flattened. */
function openRows<R>(
  rows: readonly R[],
  isOpen: (row: R) => boolean,
  level = 0,
): { row: R; level: number }[] {
  return rows.flatMap((row) => [
    { row, level },
    ...(isOpen(row) ? openRows(childrenOf(row), isOpen, level + 1) : []),
  ])
}

/**
 * Scrolls to the top for another page of the list, because the router applies scroll positions of elements to the next address too. The
 * frame's scroll restoration id is its address, so the router restores its position on Back only.
 */
function useTop(frame: RefObject<HTMLElement | null>, address: string | undefined): void {
  const shown = useRef(address)
  useLayoutEffect(() => {
    if (shown.current !== address) frame.current?.scrollTo({ top: 0 })
    shown.current = address
  }, [frame, address])
}
