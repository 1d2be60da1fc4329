import { type ReactNode, useEffect } from 'react'
import { rowsDrawn } from '../code/later.tsx'
import { count } from '../count.ts'
import { MoneyText } from '../MoneyText.tsx'
import { RowSkeleton } from '../states/Loading.tsx'
import { staleProps } from '../states/stale.ts'
import { CardPager } from '../table/latePagers.tsx'
import { useSteps } from '../useSteps.ts'
import styles from './CardList.module.css'
import type { NamedSum } from './namedSum.ts'

interface Props<R> {
  /** Accessible name of the list. */
  label: string
  /** Instead of cards: empty, nothing matches, failed. */
  fallback: ReactNode
  /** Which list this is: filter, order and page. */
  address: string
  /** Whether the rows shown are of the previous page or filter. */
  stale: boolean
  /** Undefined: not known (yet). */
  total: number | undefined
  /** Sum of all matching records, where records have amounts; its amount is undefined until known. */
  sum?: { label: string; amount: string | undefined }
  /** Instead of it, if there are any: sums that must not be added up, each with its number of records in its name. */
  apart?: readonly NamedSum[] | undefined
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** The primary action; undefined: not allowed. */
  action: ReactNode
  /** Undefined: on their way. */
  rows: readonly R[] | undefined
  /** A row's card: an `li` with a key. */
  card: (row: R) => ReactNode
}

/** A list on phones: cards, pager, and a bar at the bottom with count, sum and the primary action. */
export function CardList<R>({
  label,
  fallback,
  address,
  stale,
  total,
  sum,
  apart = [],
  page,
  size,
  onPage,
  action,
  rows,
  card,
}: Props<R>) {
  const { drawn, list, rest } = useSteps(address, rows?.length ?? 0)
  const there = rows !== undefined || fallback !== undefined
  useEffect(() => {
    if (there) rowsDrawn()
  }, [there])
  const words = total === undefined ? undefined : `共 ${count(total)} 条`
  const only = sum && { name: [sum.label, words].filter(Boolean).join(' · '), amount: sum.amount }
  const sums = apart.length > 0 || !only ? apart : [only]
  return (
    <>
      {fallback ??
        (rows ? (
          <>
            <ul ref={list} className={styles.list} aria-label={label} {...staleProps(stale)}>
              {rows.slice(0, drawn).map(card)}
            </ul>
            <div ref={rest} />
          </>
        ) : (
          <RowSkeleton rows={10} columns={[3, 1]} />
        ))}
      {total !== undefined && total > size && !fallback && (
        <CardPager className={styles.pager ?? ''} page={page} size={size} total={total} onPage={onPage} />
      )}
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
          <span className={`num ${styles.total}`} role="status" {...staleProps(stale)}>
            {words}
          </span>
        )}
        {action}
      </div>
    </>
  )
}
