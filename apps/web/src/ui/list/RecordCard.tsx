import type { ReactNode } from 'react'
import { MoneyText } from '../MoneyText.tsx'
import { CardActions, type RowAction } from '../table/RowActions.tsx'
import styles from './RecordCard.module.css'

interface Props {
  /** The row's key in its list. */
  rowKey: string
  /** The record that the menu belongs to, for screen readers. */
  of: string
  title: ReactNode
  /** In yuan. */
  amount?: string
  /** What it was for: one line. */
  text?: string
  /** Dates and numbers under it, in full; `shrinking`: the one that gives way where they are too long together. */
  meta: readonly (string | { shrinking: string })[]
  actions: readonly RowAction[]
  /** Where the card leads to something. */
  onOpen?: () => void
}

/** A record of a list as a card, for phones. */
export function RecordCard({ rowKey, of, title, amount, text, meta, actions, onOpen }: Props) {
  const content = (
    <>
      <span className={styles.title}>{title}</span>
      {amount !== undefined && (
        <MoneyText amount={amount} strong tip={false} className={styles.money ?? ''} />
      )}
      {text && <span className={styles.text}>{text}</span>}
      <span className={`num ${styles.meta}`}>
        {meta.map((one) =>
          typeof one === 'string' ? (
            <span key={one}>{one}</span>
          ) : (
            <span key={one.shrinking} className={styles.shrinking}>
              {one.shrinking}
            </span>
          ),
        )}
      </span>
    </>
  )
  return (
    <li className={styles.card} data-row-key={rowKey}>
      {onOpen ? (
        <button type="button" className={styles.content} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={styles.content}>{content}</div>
      )}
      <span className={styles.more}>
        <CardActions of={of} actions={actions} />
      </span>
    </li>
  )
}
