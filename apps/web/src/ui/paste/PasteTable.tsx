import { Checkbox, Select } from 'antd'
import { ScrollBox } from '../ScrollBox.tsx'
import styles from './paste.module.css'
import type { Layout } from './titles.ts'

/** A pasted cell as the preview shows it. */
interface ShownCell {
  text: string
  error?: string | undefined
  /** Nothing is read from it. */
  ignored?: boolean
}

interface Props<C extends string, R> {
  /** The first row, and whether it holds titles. */
  first: readonly string[]
  titled: boolean
  columns: readonly { value: C; label: string }[]
  layout: Layout<C>
  /** Said under the choice of a column. */
  noteOf?: (at: number) => string | undefined
  rows: readonly R[]
  /** The number of a row. */
  numberOf: (row: R, index: number) => number
  isWrong: (row: R) => boolean
  cellOf: (row: R, at: number, index: number) => ShownCell
  isAmount?: (column: C | null | undefined) => boolean
  onColumn: (at: number, column: C | null) => void
  onTitled: (titled: boolean) => void
  disabled?: boolean
}

const NONE = 'none'

/** Rendering 1,000 rows takes seconds: only the first rows and all rows with errors are rendered. */
const FIRST = 200

/** Preview of pasted cells with their errors, with a select of what is read from it above each column. */
export function PasteTable<C extends string, R>({
  first,
  titled,
  columns,
  layout,
  noteOf,
  rows,
  numberOf,
  isWrong,
  cellOf,
  isAmount = () => false,
  onColumn,
  onTitled,
  disabled = false,
}: Props<C, R>) {
  const choices = [
    ...columns.map(({ value, label }) => ({ value: value as string, label })),
    { value: NONE, label: '忽略' },
  ]
  const shown = rows.flatMap((row, index) => (index < FIRST || isWrong(row) ? [{ row, index }] : []))
  const unused = titled ? first.filter((title, at) => !layout[at] && title.trim() !== '') : []
  return (
    <>
      <div className={styles.bar}>
        <Checkbox checked={titled} disabled={disabled} onChange={(event) => onTitled(event.target.checked)}>
          首行是表头
        </Checkbox>
        {unused.length > 0 && <span>忽略的列：{unused.map((title) => title.trim()).join('、')}</span>}
      </div>
      <ScrollBox className={styles.scroll} label="粘贴的内容">
        <table aria-label="粘贴的内容">
          <thead>
            <tr>
              <th scope="col">行</th>
              {layout.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a pasted column has no other identity
                <th key={at} scope="col">
                  <Select<string>
                    size="small"
                    variant="borderless"
                    aria-label={`第${at + 1}列`}
                    value={column ?? NONE}
                    options={choices}
                    disabled={disabled}
                    popupMatchSelectWidth={false}
                    onChange={(value) =>
                      onColumn(at, columns.find((one) => one.value === value)?.value ?? null)
                    }
                  />
                  {noteOf?.(at) && <small>{noteOf(at)}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, index }) => (
              <tr key={index}>
                <th scope="row" className="num">
                  {numberOf(row, index)}
                </th>
                {layout.map((column, at) => {
                  const { text, error, ignored } = cellOf(row, at, index)
                  return (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: a pasted column has no other identity
                      key={at}
                      className={ignored ? styles.ignored : error ? styles.bad : ''}
                      data-amount={isAmount(column)}
                    >
                      {text}
                      {error && <small>{error}</small>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {shown.length < rows.length && <p className={styles.note}>仅显示前 {FIRST} 行和有误的行。</p>}
    </>
  )
}
