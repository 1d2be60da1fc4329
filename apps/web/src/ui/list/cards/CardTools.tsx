import type { ReactNode } from 'react'
import { Button } from '../../Button.tsx'
import { Check } from '../../fields/Tick.tsx'
import { IconSort } from '../../icons.tsx'
import { Menu } from '../../popup/Menu.tsx'
import type { DataColumn } from '../../table/column.ts'
import { currentOrder, ordersOf, type Sorting } from '../orderWords.ts'
import styles from './CardList.module.css'

/** How cards are selected. */
export interface CardSelection<R> {
  /** Whether each card has a tick now. */
  on: boolean
  onChange: (on: boolean) => void
  rowKey: (row: R) => string
  selected: ReadonlyMap<string, R>
  onSelect: (selected: ReadonlyMap<string, R>) => void
  /** In the bar at the bottom: how many, their sum, what can be done with them. */
  bar: ReactNode
}

interface Props<R> extends Sorting {
  columns: readonly DataColumn<R>[]
  rows: readonly R[] | undefined
  /** Whether the rows are of the previous page or filter. */
  stale: boolean
  selection: CardSelection<R> | undefined
  /** 打印 */
  print: ReactNode
}

/** The row above the cards with what a table's head offers: sort order or, while cards are selected, select all. */
export function CardTools<R>({ columns, rows = [], stale, sorted, onSort, selection, print }: Props<R>) {
  const orders = onSort ? ordersOf(columns) : []
  if (orders.length === 0 && !print && !selection) return null
  return (
    <div className={styles.tools}>
      {selection?.on ? (
        <SelectAll rows={rows} stale={stale} selection={selection} />
      ) : (
        orders.length > 0 && (
          <Menu
            items={orders}
            selected={sorted?.order ? `${sorted.column}:${sorted.order}` : ''}
            onChoose={(key) => {
              const chosen = orders.find((one) => one.key === key)
              if (chosen) onSort?.(chosen.column, chosen.order)
            }}
          >
            {(button) => (
              <Button {...button} icon={<IconSort size={14} />}>
                <span className={styles.order}>{currentOrder(columns, sorted) ?? '排序'}</span>
              </Button>
            )}
          </Menu>
        )
      )}
      <span className={styles.toolsEnd}>
        {/* Hidden, not removed: a print that is being prepared goes on. */}
        <span className={styles.toolsEnd} hidden={selection?.on ?? false}>
          {print}
        </span>
        {selection && (
          <Button onClick={() => selection.onChange(!selection.on)}>
            {selection.on ? '取消选择' : '选择'}
          </Button>
        )}
      </span>
    </div>
  )
}

function SelectAll<R>({
  rows,
  stale,
  selection: { rowKey, selected, onSelect },
}: {
  rows: readonly R[]
  stale: boolean
  selection: CardSelection<R>
}) {
  const many = rows.filter((row) => selected.has(rowKey(row))).length
  return (
    <span className={styles.all}>
      <Check
        checked={many > 0 && many === rows.length}
        indeterminate={many > 0 && many < rows.length}
        disabled={stale}
        onChange={({ target }) => {
          const next = new Map(selected)
          for (const row of rows) {
            if (target.checked) next.set(rowKey(row), row)
            else next.delete(rowKey(row))
          }
          onSelect(next)
        }}
      >
        选择本页全部
      </Check>
    </span>
  )
}
