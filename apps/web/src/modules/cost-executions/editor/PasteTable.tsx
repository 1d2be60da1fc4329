import { formatYuan } from '@pianzhang/contract/money'
// biome-ignore lint/style/noRestrictedImports: names a pasted column; it is no field.
import { Checkbox, Select } from 'antd'
import { useMemo } from 'react'
import type { Option } from '../../../platform/ledger/selects.ts'
import { labels } from '../../subjects/picker/subjects.ts'
import type { LineOptions } from './options.ts'
import styles from './PasteDialog.module.css'
import {
  columnTitle,
  type Layout,
  LINE_COLUMNS,
  type LineColumn,
  type PastedRow,
  rowsWithText,
} from './paste.ts'

interface Props {
  cells: readonly (readonly string[])[]
  /** Whether the first row holds titles. */
  titled: boolean
  layout: Layout
  /** Layout guessed from the content; null if titles decide it. */
  guessed: Layout | null
  rows: readonly PastedRow[]
  options: LineOptions
  onColumn: (at: number, column: LineColumn | null) => void
  onTitled: (titled: boolean) => void
}

const NONE = 'none'
const CHOICES = [
  ...LINE_COLUMNS.map((column) => ({ value: column as string, label: columnTitle(column) })),
  { value: NONE, label: '忽略' },
]

/** Preview of the parsed rows, with a select of the field above each column. */
export function PasteTable({ cells, titled, layout, guessed, rows, options, onColumn, onTitled }: Props) {
  const shown = useShown(options)
  const shownRows = rows.flatMap((row, index) => (isShown(row, index) ? [{ row, index }] : []))
  const pasted = layout.map((column, at) => ({ column, at, title: cells[0]?.[at] ?? '' }))
  const said = rowsWithText(titled ? cells.slice(1) : cells)
  const unused = pasted.filter(({ column, title }) => !column && titled && title.trim() !== '')
  return (
    <>
      <div className={styles.bar}>
        <Checkbox checked={titled} onChange={(event) => onTitled(event.target.checked)}>
          首行是表头
        </Checkbox>
        {unused.length > 0 && <span>忽略的列：{unused.map(({ title }) => title.trim()).join('、')}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table aria-label="粘贴的内容">
          <thead>
            <tr>
              <th scope="col">行</th>
              {pasted.map(({ column, at }) => (
                <th key={at} scope="col">
                  <Select<string>
                    size="small"
                    variant="borderless"
                    aria-label={`第${at + 1}列`}
                    value={column ?? NONE}
                    options={CHOICES}
                    popupMatchSelectWidth={false}
                    onChange={(value) => onColumn(at, LINE_COLUMNS.find((one) => one === value) ?? null)}
                  />
                  {guessed && column && guessed[at] === column && <small>按内容识别</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map(({ row, index }) => (
              <tr key={index}>
                <th scope="row" className="num">
                  {index + 1}
                </th>
                {pasted.map(({ column, at }) => {
                  const cell = column && row[column]
                  // Ignored columns are shown too, since the guess may be wrong.
                  if (!cell)
                    return (
                      <td key={at} className={styles.ignored}>
                        {said[index]?.[at]}
                      </td>
                    )
                  return (
                    <td
                      key={at}
                      className={cell.error ? styles.bad : ''}
                      data-amount={column === 'pay_amount'}
                    >
                      {cell.error ? cell.text : shown(column, cell.value)}
                      {cell.error && <small>{cell.error}</small>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shownRows.length < rows.length && (
        <p className={styles.note}>仅显示前 {FIRST} 行和有误的行，其余各行检查无误。</p>
      )}
    </>
  )
}

/** Rendering 1,000 rows takes seconds: only the first rows and all rows with errors are rendered. */
const FIRST = 200
const isShown = (row: PastedRow, index: number): boolean =>
  index < FIRST || Object.values(row).some((cell) => cell.error)

/** Shows the label of a code instead of the code. */
function useShown(options: LineOptions) {
  return useMemo(() => {
    const subjects = labels(options.subjects ?? [])
    const names = (list: readonly Option[]) => new Map(list.map(({ value, label }) => [value, label]))
    const numbers = (list: LineOptions['contracts']) => new Map(list.map(({ value, main }) => [value, main]))
    const by: Partial<Record<LineColumn, ReadonlyMap<string, string>>> = {
      subject: new Map([...subjects].map(([code, { number, name }]) => [code, `${number} ${name}`])),
      pay_channel: names(options.channels),
      pay_category: names(options.categories),
      voucher_category: names(options.vouchers),
      contract: numbers(options.contracts),
      invoice: numbers(options.invoices),
    }
    return (column: LineColumn, value: string): string =>
      column === 'pay_amount' ? formatYuan(value) : (by[column]?.get(value) ?? value)
  }, [options])
}

interface FillProps {
  layout: Layout
  fill: Partial<Record<LineColumn, string>>
  options: LineOptions
  onChange: (fill: Partial<Record<LineColumn, string>>) => void
}

/** Selects of 付款方式 and 付款类型 for all pasted lines, for each of these required fields that no column provides. */
export function PasteFill({ layout, fill, options, onChange }: FillProps) {
  const lists: [LineColumn, Option[]][] = [
    ['pay_channel', options.channels],
    ['pay_category', options.categories],
  ]
  const lacking = lists.filter(([column]) => !layout.includes(column))
  if (lacking.length === 0) return null
  return (
    <div className={styles.fill}>
      {lacking.map(([column, list]) => (
        <label key={column} htmlFor={`fill-${column}`}>
          {columnTitle(column)}统一填写
          <Select<string>
            id={`fill-${column}`}
            value={fill[column] ?? null}
            options={list}
            allowClear
            placeholder="可稍后逐条填写"
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(value: string | undefined) => {
              const { [column]: _old, ...rest } = fill
              onChange(value ? { ...rest, [column]: value } : rest)
            }}
          />
        </label>
      ))}
    </div>
  )
}
