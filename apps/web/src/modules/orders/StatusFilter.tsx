import { ORDER_STATUSES } from '@pianzhang/contract/orders'
import styles from './StatusFilter.module.css'
import type { OrderFilter } from './search.ts'

interface Props {
  value: OrderFilter['status']
  onChange: (status: OrderFilter['status']) => void
}

const CHOICES = [{ code: undefined, label: '全部' }, ...ORDER_STATUSES] as const

/** 订单状态, one of them or all; applied at once. */
export const StatusFilter = ({ value, onChange }: Props) => (
  <fieldset className={styles.choices} aria-label="订单状态">
    {CHOICES.map(({ code, label }) => (
      <button key={label} type="button" aria-pressed={code === value} onClick={() => onChange(code)}>
        {label}
      </button>
    ))}
  </fieldset>
)
