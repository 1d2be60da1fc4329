import { type ReactNode, useContext } from 'react'
import { MoneyText } from '../../MoneyText.tsx'
import { CardActions, type RowAction } from '../../table/columns/RowActions.tsx'
import { CardTick } from './cardTick.ts'
import styles from './RecordCard.module.css'
import { TickLabel } from './TickLabel.tsx'

type Entry = string | { shrinking: string } | { warning: string } | { label: string; amount: string }

interface Props {
  /** The row's key in its list. */
  rowKey: string
  /** The record that the menu belongs to, for screen readers. */
  of: string
  title: ReactNode
  /** In yuan. */
  amount?: string
  /** Shown before an amount that is not the full one: 不含税. */
  amountNote?: string | false
  /** What the amount was for: one line. */
  text?: ReactNode
  /**
   * Dates, numbers and named amounts under it, in full; `shrinking`: the one that may be longer than a line; `warning`:
   * in red.
   */
  meta: readonly Entry[]
  actions: readonly RowAction[]
  /** Called when the card is pressed; without it nothing opens. */
  onOpen?: () => void
}

/** A record of a list as a card, for phones. */
export function RecordCard({ rowKey, of, title, amount, amountNote, text, meta, actions, onOpen }: Props) {
  const tick = useContext(CardTick)
  const content = (
    <>
      <span className={styles.title}>{title}</span>
      {amount !== undefined && (
        <span className={styles.money}>
          {amountNote && <span className={styles.note}>{amountNote}</span>}
          <MoneyText amount={amount} strong tip={false} />
        </span>
      )}
      {text && <span className={styles.text}>{text}</span>}
      <span className={`num ${styles.meta}`}>
        {meta.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries do not move, and two may have the same text.
          <Meta key={index} entry={entry} />
        ))}
      </span>
    </>
  )
  if (tick)
    return (
      <li className={`${styles.card} ${tick.selected ? styles.selected : ''}`} data-row-key={rowKey}>
        <TickLabel of={of} tick={tick} className={styles.ticked}>
          <span className={styles.content}>{content}</span>
        </TickLabel>
      </li>
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

function Meta({ entry }: { entry: Entry }) {
  if (typeof entry === 'string') return <span>{entry}</span>
  if ('label' in entry)
    return (
      <span>
        {entry.label} <MoneyText amount={entry.amount} tip={false} />
      </span>
    )
  if ('warning' in entry) return <span className="red">{entry.warning}</span>
  return <span className={styles.shrinking}>{entry.shrinking}</span>
}
