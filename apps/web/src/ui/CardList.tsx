import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import styles from './CardList.module.css'
import { count } from './count.ts'
import { RowSkeleton } from './Loading.tsx'
import { MoneyText } from './MoneyText.tsx'
import { namedArrows } from './pager.ts'

interface Props {
  /** What the list is, for readers of the screen. */
  label: string
  /** Instead of cards: empty, nothing matches, failed. */
  instead: ReactNode
  /** Undefined: not known (yet). */
  total: number | undefined
  /** What all that match come to, where records have amounts; the amount undefined while it is not known. */
  sum?: { label: string; amount: string | undefined }
  page: number
  size: number
  onPage: (page: number, size: number) => void
  /** The primary action; undefined: not allowed. */
  action: ReactNode
  /** The cards, each an `li`; undefined: on their way. */
  children: ReactNode
}

/** A list for a thumb: cards, pager, and a bar at the bottom with how many there are, their sum and the primary action. */
export function CardList({ label, instead, total, sum, page, size, onPage, action, children }: Props) {
  const words = total === undefined ? undefined : `共 ${count(total)} 条`
  return (
    <>
      {instead ??
        (children ? (
          <ul className={styles.list} aria-label={label}>
            {children}
          </ul>
        ) : (
          <RowSkeleton rows={10} columns={[3, 1]} />
        ))}
      {total !== undefined && total > size && !instead && (
        <Pagination
          className={styles.pager ?? ''}
          simple
          current={page}
          pageSize={size}
          total={total}
          onChange={onPage}
          itemRender={namedArrows}
        />
      )}
      <div className={styles.bar}>
        {sum ? (
          <div className={styles.sum} role="status">
            <span className="num">{[sum.label, words].filter(Boolean).join(' · ')}</span>
            <MoneyText amount={sum.amount} strong className={styles.amount ?? ''} />
          </div>
        ) : (
          <span className={`num ${styles.total}`} role="status">
            {words}
          </span>
        )}
        {action}
      </div>
    </>
  )
}
