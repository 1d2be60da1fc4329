import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePreference } from '../../platform/session/preferences.ts'
import { rowsDrawn } from '../../ui/code/later.tsx'
import { staleProps } from '../../ui/states/stale.ts'
import { type DataColumn, isShown, type Order } from '../../ui/table/column.ts'
import styles from '../../ui/table/DataTable.module.css'
import { DENSITIES, TableBar } from '../../ui/table/DataTableBar.tsx'
import { Expander } from '../../ui/table/Expander.tsx'
import { followEdges, markEdges } from '../../ui/table/edges.ts'
import { fitColumns } from '../../ui/table/fit.ts'
import { frozenStyles, leastWidth } from '../../ui/table/frozen.ts'
import { TableHead } from '../../ui/table/TableHead.tsx'
import { TableRow } from '../../ui/table/TableRow.tsx'
import { beforeExpander, indentOf, isLeaf, type ReportRow } from './columns.tsx'
import own from './report.module.css'

interface Props {
  /** The name under which columns and density are remembered. */
  name: string
  label: string
  columns: readonly DataColumn<ReportRow>[]
  /** Those that are in sight, parents first. */
  rows: readonly ReportRow[]
  isOpen: (row: ReportRow) => boolean
  onToggle: (row: ReportRow) => void
  /** Pinned below the rows: what belongs to no subject, and the total. */
  foot: readonly ReportRow[]
  /** At the left of the bar. */
  note: ReactNode
  tools?: ReactNode
  sorted?: { column: string; order: Order }
  onSort?: (column: string, order: Order) => void
  stale?: boolean
  /** Instead of rows. */
  fallback?: ReactNode
  /** Instead of the table: the same figures as a chart. */
  picture?: ReactNode
}

const nameOf = ({ out_code, name }: ReportRow): string => `${out_code} ${name}`.trim()
const NONE: string[] = []
/** Characters of an amount below a hundred million, as the API writes it. */
const MANY = 11

/**
 * The report: the parts of `DataTable` with rows of three levels and rows pinned below that have the same columns. It has no pages, and a row
 * may hold fields, so all rows are rendered.
 */
export function TreeTable(props: Props) {
  const { name, label, columns, rows, foot, fallback, picture, stale = false } = props
  const [density, setDensity] = usePreference<string>(`${name}.density`, 'middle')
  const [switched, setSwitched] = usePreference<string[]>(`${name}.hidden`, NONE)
  const rowHeight = DENSITIES.find((one) => one.key === density)?.height ?? 36
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => followEdges(frame.current, setWidth), [])
  useEffect(rowsDrawn, [])
  const { visible, frozen } = useMemo(() => {
    const shown = columns.filter((column) => isShown(column, switched))
    const fitted = fitColumns(shown, false, width)
    return { visible: fitted, frozen: frozenStyles(fitted, false) }
  }, [columns, switched, width])
  const least = visible.reduce((sum, column) => sum + leastWidth(column), 0)
  const isLong = foot.some(
    ({ efc_yuan, budget_yuan }) => Math.max(efc_yuan.length, budget_yuan.length) > MANY,
  )
  const latest = useRef(props.onToggle)
  latest.current = props.onToggle
  const onToggle = useCallback((one: ReportRow) => latest.current(one), [])
  const row = (one: ReportRow, isOpen?: boolean) => (
    <TreeRow
      key={one.code}
      row={one}
      columns={visible}
      frozen={frozen}
      disabled={stale}
      isOpen={isOpen}
      onToggle={onToggle}
    />
  )
  return (
    <section
      className={`${styles.ledger} ${own.table}`}
      style={{ '--row-h': `${rowHeight}px`, '--sums': foot.length } as CSSProperties}
      aria-label={label}
    >
      <TableBar
        total={undefined}
        stale={stale}
        selection={null}
        idle={null}
        tools={
          <>
            <div className={own.note}>{props.note}</div>
            {props.tools}
          </>
        }
        density={density}
        onDensity={setDensity}
        columns={columns.filter((column) => !column.fixed)}
        switched={switched}
        onSwitched={setSwitched}
      />
      <div
        ref={frame}
        className={`${styles.frame} ${own.frame}`}
        onScroll={(event) => markEdges(event.currentTarget)}
        {...staleProps(stale)}
        // The table has buttons and fields, a chart has none: Tab stops at it, so that the arrow keys scroll it.
        {...(picture && { tabIndex: 0, role: 'region', 'aria-label': `${label}图表` })}
      >
        {fallback ? (
          <div className={styles.fallback}>{fallback}</div>
        ) : (
          picture || (
            <table className={`${styles.table} ${styles.full}`} style={{ minWidth: least }}>
              <colgroup>
                {visible.map(({ key, width }) => (
                  <col key={key} style={width ? { width } : undefined} />
                ))}
              </colgroup>
              <TableHead
                rowIndex={undefined}
                columns={visible}
                frozen={frozen}
                sorted={props.sorted}
                onSort={props.onSort}
                selected={undefined}
                disabled={stale}
                onSelectAll={() => {}}
              />
              <tbody>
                {rows.map((one) => row(one, props.isOpen(one)))}
                {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells has nothing to focus */}
                <tr aria-hidden="true" className={styles.filler} />
              </tbody>
              <tfoot className={`${own.foot} ${isLong ? own.long : ''}`}>{foot.map((one) => row(one))}</tfoot>
            </table>
          )
        )}
      </div>
    </section>
  )
}

export interface TreeRowProps {
  row: ReportRow
  columns: readonly DataColumn<ReportRow>[]
  frozen: Readonly<Record<string, CSSProperties>>
  disabled: boolean
  /** Undefined: a row below the subjects. */
  isOpen: boolean | undefined
  onToggle: (row: ReportRow) => void
}

const sameValues = <T extends object>(one: T, other: T, names: readonly string[]): boolean =>
  names.every((name) => one[name as keyof T] === other[name as keyof T])

/** Whether a row would look the same. Compares its figures, as rows of the foot are new objects on each render. */
export const sameTreeRow = ({ row, ...own }: TreeRowProps, { row: next, ...other }: TreeRowProps): boolean =>
  sameValues(own, other, Object.keys(other)) &&
  Object.keys(row).length === Object.keys(next).length &&
  sameValues(row, next, Object.keys(next))

/** A row, rendered anew only if it changed: a key typed in one cell changes that row, those above it and the total. */
const TreeRow = memo(function TreeRow({ row, columns, frozen, disabled, isOpen, onToggle }: TreeRowProps) {
  const { code, level } = row
  const label = nameOf(row)
  return (
    <TableRow
      row={row}
      rowKey={code}
      rowIndex={undefined}
      columns={columns}
      frozen={frozen}
      label={label}
      selected={undefined}
      disabled={disabled}
      onSelect={() => {}}
      current={false}
      before={
        isOpen !== undefined && (
          <>
            <span style={{ paddingInlineStart: (isLeaf(level) ? indentOf : beforeExpander)(level) }} />
            {!isLeaf(level) && (
              <Expander open={isOpen} leaf={!row.has_children} label={label} onClick={() => onToggle(row)} />
            )}
          </>
        )
      }
    />
  )
}, sameTreeRow)
