import { formatYuan } from '@pianzhang/contract/money'
import { useEffect, useRef, useState } from 'react'
import { isCompanyPath } from '../../../platform/address/search.ts'
import { ApiError } from '../../../platform/api/api.ts'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { count } from '../../count.ts'
import { PaperFoot } from '../../page/print/PaperFoot.tsx'
import { PrintJob } from '../../page/print/PrintJob.tsx'
import { toast } from '../../popup/toast.ts'
import { type DataColumn, isShown } from '../../table/column.ts'
import { isHead } from '../../table/groups.ts'
import type { Sum } from '../../table/SumRows.tsx'
import type { ListOnPaper } from './onPaper.ts'
import styles from './print.module.css'
import { MOST, readWhole } from './readWhole.ts'

interface Props<R, L extends { items: readonly R[]; listTotal: number }> extends ListOnPaper<R, L> {
  onClose: () => void
}

/** Prints all pages of a list in its order, with its sums; the table head repeats on every sheet. */
export default function PrintList<R extends object, L extends { items: readonly R[]; listTotal: number }>(
  props: Props<R, L>,
) {
  const { company, current_project: project } = useProfile()
  const [switched] = usePreference<string[]>(`${props.name}.hidden`, [])
  const [list, setList] = useState<L | null>(null)
  const asked = useRef(props)

  useEffect(() => {
    const { read, keyOf, rowsOf, sums, exports, onClose } = asked.current
    const leaving = new AbortController()
    const refuse = (words: string) => {
      toast.warning(words)
      onClose()
    }
    readWhole<R, L>({
      read: (page) => read(page, leaving.signal),
      keyOf,
      rowsOf,
      sumsOf: (all) => sums?.(all) ?? [],
    }).then(
      (found) => {
        if (found === 'none') return refuse('没有可打印的数据')
        if (found === 'many')
          return refuse(`一次最多打印 ${count(MOST)} 条，请缩小筛选范围${exports ? '，或导出后打印' : ''}`)
        if (found === 'moving') return refuse('数据正在被他人修改，请稍后重新打印')
        setList(found)
      },
      (error) => {
        if (leaving.signal.aborted) return
        onClose()
        // The API client already reported its failures.
        if (!(error instanceof ApiError)) throw error
      },
    )
    return () => leaving.abort()
  }, [])

  if (!list) return null
  const columns = props.columns.filter((column) => column.text !== undefined && isShown(column, switched))
  const sums = totals(props.sums?.(list) ?? [])
  const rows = props.rowsOf?.(list) ?? list.items
  const ofCompany = isCompanyPath(location.pathname)
  return (
    <PrintJob
      landscape
      title={[ofCompany ? '' : project?.name, props.title].filter(Boolean).join(' ')}
      onDone={props.onClose}
    >
      <header className={styles.head}>
        <p>{company.name}</p>
        <h1>{props.title}</h1>
        <p className={styles.filters}>{!ofCompany && `项目：${project?.name}`}</p>
        {props.filters.length > 0 && (
          <p className={styles.filters}>
            筛选：{props.filters.map((tag) => `${tag.name} ${tag.value}`).join('；')}
          </p>
        )}
        {props.order && <p className={styles.filters}>排序：{props.order}</p>}
      </header>
      <table className={`${styles.list} ${columns.length > MANY_COLUMNS ? styles.dense : ''}`}>
        <thead>
          <tr>
            {columns.map(({ key, title, align }) => (
              <th key={key} scope="col" className={align && 'amount'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            isHead(row) ? (
              <Total key={row.key} sum={row} columns={columns} level={row.level} />
            ) : (
              <tr key={props.keyOf(row)}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} text={column.text?.(row) ?? ''} />
                ))}
              </tr>
            ),
          )}
          {sums.map((sum) => (
            <Total key={sum.label} sum={sum} columns={columns} />
          ))}
        </tbody>
      </table>
      {sums.length === 0 && <p className={styles.filters}>共 {count(rows.length)} 条</p>}
      <PaperFoot until={props.until} />
    </PrintJob>
  )
}

/** Tables with more columns are printed in a smaller type. */
const MANY_COLUMNS = 10
/** Longer contract numbers are broken even in an `unbroken` column. */
const LONGEST_UNBROKEN = 24

function Cell<R>({ column: { align, unbroken }, text }: { column: DataColumn<R>; text: string }) {
  const whole = unbroken && text.length <= LONGEST_UNBROKEN
  return <td className={align ? 'amount' : whole ? styles.unbroken : undefined}>{text}</td>
}

/** The sums of all matching records. Without them the sums of the page, as the printed page has all rows. */
function totals(sums: readonly Sum[]): readonly Sum[] {
  const ofAll = sums.filter((sum) => sum.of === 'all')
  return ofAll.length > 0 ? ofAll : sums
}

interface TotalProps<R> {
  sum: Omit<Sum, 'of'>
  columns: readonly DataColumn<R>[]
  /** Of a group's head; it may begin a sheet, unlike a total. */
  level?: number
}

/** 合计 120 条, each amount in its column, and the capitals behind the last. */
function Total<R>({ sum, columns, level }: TotalProps<R>) {
  const isAmount = ({ key }: DataColumn<R>) => sum.amounts[key] !== undefined
  const first = Math.max(1, columns.findIndex(isAmount))
  const last = columns.findLastIndex(isAmount)
  const behind = columns.length - last - 1
  const label = sum.label.replace(/^(筛选|本页)/, '')
  return (
    <tr className={level === undefined ? styles.total : styles.group}>
      <th
        scope="row"
        colSpan={first}
        style={level ? { paddingInlineStart: `${level * 4 + 1.6}mm` } : undefined}
      >
        {label} {sum.note}
      </th>
      {columns.slice(first, last + 1).map((column) => (
        <td key={column.key} className="amount">
          {formatYuan(sum.amounts[column.key] ?? '')}
        </td>
      ))}
      {last >= 0 && behind > 0 && <td colSpan={behind}>{sum.words}</td>}
    </tr>
  )
}
