import type { PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import styles from './requests.module.css'
import { State, Warnings } from './Tags.tsx'
import { nameOf, payeeOf, timeOf } from './words.ts'

/** A request as a card on phones: payee and amount first, then the summary, why to look twice, and the rest. Everything else is on its page. */
export const Card = memo(function Card({
  row,
  onOpen,
  states,
}: {
  row: PaymentRequestItem
  onOpen: (row: PaymentRequestItem) => void
  /** Whether the list has requests in several states. */
  states: boolean
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={payeeOf(row)}
      amount={row.pay_amount_yuan}
      text={
        <>
          <span className={styles.line}>{row.summary}</span>
          {(states || row.warnings.length > 0) && (
            <span className={styles.cardTags}>
              <span className={styles.tags}>
                {states && <State row={row} />}
                <Warnings row={row} />
              </span>
            </span>
          )}
        </>
      }
      meta={[timeOf(row).slice(5), row.creator_name, row.code]}
      actions={[]}
      onOpen={() => onOpen(row)}
    />
  )
})
