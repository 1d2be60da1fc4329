import { formatYuan } from '@pianzhang/contract/money'
// biome-ignore lint/style/noRestrictedImports: names a pasted column; it is no field.
import { Select } from 'antd'
import { useMemo } from 'react'
import type { Option } from '../../../platform/ledger/selects.ts'
import styles from '../../../ui/paste/paste.module.css'
import { labels } from '../../subjects/picker/subjects.ts'
import type { LineOptions } from './options.ts'
import { columnTitle, type Layout, type LineColumn } from './paste.ts'

/** Shows the label of a code instead of the code. */
export function useShown(options: LineOptions) {
  return useMemo(() => {
    const subjects = labels(options.subjects ?? [])
    const names = (list: readonly Option[]) => new Map(list.map(({ value, label }) => [value, label]))
    const numbers = (list: LineOptions['contracts']) => new Map(list.map(({ value, main }) => [value, main]))
    const by: Partial<Record<LineColumn, ReadonlyMap<string, string>>> = {
      subject_three_code: new Map(
        [...subjects].map(([code, { number, name }]) => [code, `${number} ${name}`]),
      ),
      pay_channel: names(options.channels),
      pay_category_id: names(options.categories),
      voucher_category: names(options.vouchers),
      contract_code: numbers(options.contracts),
      invoices: numbers(options.invoices),
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
    ['pay_category_id', options.categories],
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
