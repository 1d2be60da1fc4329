import { type Fen, yuan } from '@pianzhang/contract/money'
import { sameDayText } from '@pianzhang/contract/same-day'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../../ui/fields/useDebounced.ts'
import type { Paid } from '../asking.ts'
import { duplicatesQuery, type Paying } from '../repeats.tsx'
import styles from './asking.module.css'

/** 同日合计超审批额: the day's payments to one payee reach an amount that needs approval, which each alone is below. */
export function SameDay({ paid, total }: { paid: Paid; total: Fen }) {
  const isFilled = paid.pay_at !== '' && (paid.payer !== '' || paid.payee_code !== undefined) && total > 0n
  const typed = isFilled ? JSON.stringify({ ...paid, amount: yuan(total) }) : ''
  const settled = useDebounced(typed)
  const { data } = useQuery({
    ...duplicatesQuery(settled === '' ? { amount: '', pay_at: '' } : (JSON.parse(settled) as Paying)),
    enabled: settled !== '',
  })
  const day = settled === typed && typed !== '' ? data?.same_day : undefined
  return day ? (
    <p className={`${styles.line} ${styles.sameDay}`} role="status">
      {sameDayText(day)}
    </p>
  ) : null
}
