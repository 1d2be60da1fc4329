import { PAGE_SIZES } from '@pianzhang/contract/page'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { Button } from '../../Button.tsx'
import { rowsDrawn } from '../../code/later.tsx'
import { count } from '../../count.ts'
import { MoneyText } from '../../MoneyText.tsx'
import { Menu } from '../../popup/Menu.tsx'
import { RowSkeleton } from '../../states/Loading.tsx'
import { staleProps } from '../../states/stale.ts'
import type { DataColumn } from '../../table/column.ts'
import { type Groups, isHead } from '../../table/groups.ts'
import { CardPager } from '../../table/pager/latePagers.tsx'
import { useProgressiveRows } from '../../useProgressiveRows.ts'
import type { Sorting } from '../orderWords.ts'
import styles from './CardList.module.css'
import { type CardSelection, CardTools } from './CardTools.tsx'
import { CardTick } from './cardTick.ts'

interface Props<R> extends Sorting {
  /** Accessible name of the list. */
  label: string
  /** Instead of cards: empty, nothing matches, failed. */
  fallback: ReactNode
  /** Which list this is: filter, order and page. */
  address: string
  /** Whether the rows shown are of the previous page or filter. */
  stale: boolean
  /** Number of matching records; undefined: not known (yet). */
  total: number | undefined
  /** Number of records that the pager counts, if not all: records of folded groups are on no page. */
  paged?: number | undefined
  /** Sums of all matching records; each name includes their number. An amount is undefined until it is known. */
  sums?: readonly { name: string; amount: string | undefined }[] | undefined
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** Page sizes to choose from, if not the usual ones. */
  sizes?: readonly number[]
  /** The table's columns, which say by what the list can be ordered. */
  columns?: readonly DataColumn<R>[]
  /** Undefined: no card can be selected. */
  selection?: CardSelection<R> | undefined
  /** 打印 */
  print?: ReactNode
  /** The primary action; undefined: not allowed. */
  action: ReactNode
  /** Undefined: loading. */
  rows: readonly R[] | undefined
  /** A row's card: an `li` with a key. */
  card: (row: R) => ReactNode
  /** Heads among the cards; they are not shown while cards are selected. */
  groups?: Pick<Groups<R, never>, 'ofPage' | 'card'> | undefined
}

/** A list on phones: cards, pager, and a bar at the bottom with count, sum and the primary action. */
export function CardList<R extends object>({
  label,
  fallback,
  address,
  stale,
  total,
  paged = total,
  sums = [],
  page,
  size,
  onPage,
  sizes = PAGE_SIZES,
  columns = [],
  sorted,
  onSort,
  selection,
  print,
  action,
  rows,
  card,
  groups,
}: Props<R>) {
  const lines = rows && groups && !selection?.on ? groups.ofPage(rows) : rows
  const { drawn, list, rest } = useProgressiveRows(address, lines?.length ?? 0)
  const there = rows !== undefined || fallback !== undefined
  useEffect(() => {
    if (there) rowsDrawn()
  }, [there])
  const toggle = useToggle(rows, stale, selection)
  const smallest = Math.min(...sizes)
  const words = total === undefined ? undefined : `共 ${count(total)} 条`
  return (
    <>
      {!fallback && (
        <CardTools
          columns={columns}
          rows={rows}
          stale={stale}
          sorted={sorted}
          onSort={onSort}
          selection={selection}
          print={print}
        />
      )}
      {fallback ??
        (lines ? (
          <>
            <ul ref={list} className={styles.list} aria-label={label} {...staleProps(stale)}>
              {lines.slice(0, drawn).map((row) => {
                if (isHead(row)) return groups?.card(row)
                if (!selection?.on) return card(row)
                const key = selection.rowKey(row)
                return (
                  <Selectable key={key} of={key} selected={selection.selected.has(key)} toggle={toggle}>
                    {card(row)}
                  </Selectable>
                )
              })}
            </ul>
            <div ref={rest} />
          </>
        ) : (
          <RowSkeleton rows={10} columns={[3, 1]} />
        ))}
      {paged !== undefined && paged > smallest && !fallback && (
        <div className={styles.pager}>
          {paged > size && (
            <CardPager className={styles.pages ?? ''} page={page} size={size} total={paged} onPage={onPage} />
          )}
          {sizes.length > 1 && <SizeMenu sizes={sizes} size={size} onChoose={(next) => onPage(1, next)} />}
        </div>
      )}
      {selection?.on ? (
        <div className={`${styles.bar} ${styles.selecting}`} role="status">
          {selection.bar}
        </div>
      ) : (
        <div className={styles.bar}>
          {sums.length > 0 ? (
            <div className={styles.sums} role="status" {...staleProps(stale)}>
              {sums.map(({ name, amount }) => (
                <div key={name} className={styles.sum}>
                  <span className="num">{name}</span>
                  <MoneyText amount={amount} strong className={styles.amount ?? ''} />
                </div>
              ))}
            </div>
          ) : (
            <span className="num muted" role="status" {...staleProps(stale)}>
              {words}
            </span>
          )}
          {action}
        </div>
      )}
    </>
  )
}

interface SizeMenuProps {
  sizes: readonly number[]
  size: number
  onChoose: (size: number) => void
}

const SizeMenu = ({ sizes, size, onChoose }: SizeMenuProps) => (
  <Menu
    align="end"
    items={sizes.map((one) => ({ key: `${one}`, label: `${one} 条/页` }))}
    selected={`${size}`}
    onChoose={(key) => onChoose(Number(key))}
  >
    {(button) => (
      <Button {...button} aria-label={`每页条数：${size} 条/页`}>
        {size} 条/页
      </Button>
    )}
  </Menu>
)

/** Selects or deselects a row by its key. One function for all cards, so that only changed ones are rendered again. */
function useToggle<R>(
  rows: readonly R[] | undefined,
  stale: boolean,
  selection: CardSelection<R> | undefined,
): (key: string) => void {
  const latest = useRef({ rows, stale, selection })
  latest.current = { rows, stale, selection }
  return useCallback((key: string) => {
    const { rows, stale, selection } = latest.current
    const row = rows?.find((one) => selection?.rowKey(one) === key)
    // Rows of the previous filter cannot be selected for the next one.
    if (stale || !selection || row === undefined) return
    const next = new Map(selection.selected)
    if (!next.delete(key)) next.set(key, row)
    selection.onSelect(next)
  }, [])
}

interface SelectableProps {
  of: string
  selected: boolean
  toggle: (key: string) => void
  children: ReactNode
}

const Selectable = ({ of, selected, toggle, children }: SelectableProps) => (
  <CardTick value={useMemo(() => ({ selected, onToggle: () => toggle(of) }), [selected, of, toggle])}>
    {children}
  </CardTick>
)
