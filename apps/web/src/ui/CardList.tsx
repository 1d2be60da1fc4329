import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import styles from './CardList.module.css'
import { RowSkeleton } from './Loading.tsx'

interface Props {
  /** What the list is, for readers of the screen. */
  label: string
  /** Instead of cards: empty, nothing matches, failed. */
  instead: ReactNode
  /** Undefined: not known (yet). */
  total: number | undefined
  page: number
  size: number
  onPage: (page: number) => void
  /** The primary action; undefined: not allowed. */
  action: ReactNode
  /** The cards, each an `li`; undefined: on their way. */
  children: ReactNode
}

/** A list for a thumb: cards, pager, and a bar at the bottom with how many there are and the primary action. */
export function CardList({ label, instead, total, page, size, onPage, action, children }: Props) {
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
        />
      )}
      <div className={styles.bar}>
        <span className={`num ${styles.total}`} role="status">
          {total !== undefined && `共 ${total.toLocaleString('en-US')} 条`}
        </span>
        {action}
      </div>
    </>
  )
}
