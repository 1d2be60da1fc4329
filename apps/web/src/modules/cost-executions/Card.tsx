import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { memo } from 'react'
import { CardActions } from '../../ui/list/RowActions.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { actionsOf, type PaymentActions } from './columns.tsx'
import styles from './Page.module.css'

/** A payment for a thumb: payer and amount first, then what it was for, then the rest. */
export const Card = memo(function Card({ row, on }: { row: PaymentListItem; on: PaymentActions }) {
  return (
    <li className={styles.card} data-row-key={row.code}>
      <button type="button" className={styles.open} onClick={() => on.onDetail(row)}>
        <span className={styles.payer}>{row.payer}</span>
        <MoneyText amount={row.pay_amount_yuan} strong tip={false} className={styles.money ?? ''} />
        <span className={styles.summary}>{row.summary}</span>
        <span className={`num ${styles.meta}`}>
          <span>{row.pay_at}</span>
          {row.post && <span className={styles.post}>{row.post}</span>}
          <span>{row.code}</span>
        </span>
      </button>
      <span className={styles.more}>
        <CardActions of={row.code} actions={actionsOf(row, on)} />
      </span>
    </li>
  )
})
