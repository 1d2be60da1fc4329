import type { OrderList, PaymentMethod } from '@pianzhang/contract/orders'
import { Tag } from '../../../ui/Tag.tsx'
import styles from './buy.module.css'

interface Props {
  types: OrderList['payment_types']
  value: PaymentMethod | undefined
  error: string | undefined
  onChange: (type: PaymentMethod) => void
}

/** 支付方式: what the server offers now. */
export const Payment = ({ types, value, error, onChange }: Props) => (
  <fieldset className={styles.field}>
    <legend>支付方式</legend>
    <div className={styles.types}>
      {types.map((type) => (
        <label key={type.value}>
          <input
            type="radio"
            name="payment_type"
            value={type.value}
            checked={type.value === value}
            onChange={() => onChange(type.value)}
          />
          {type.label}
          {type.sandbox && <Tag kind="amber">沙箱</Tag>}
        </label>
      ))}
    </div>
    {error && (
      <span className={styles.error} role="alert">
        {error}
      </span>
    )}
  </fieldset>
)
