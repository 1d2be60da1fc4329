import { MAX_QUANTITY_OF_ORDER } from '@pianzhang/contract/orders'
import { type KeyboardEvent, useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { IconMinus, IconPlus } from '../../../ui/icons.tsx'
import styles from './buy.module.css'
import { stepQuantity } from './quantity.ts'

interface Props {
  value: string
  error: string | undefined
  /** Shown under the field while there is no error. */
  note: string
  onChange: (text: string) => void
}

const STEPS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowDown: -1 }

/** 项目数量: typed, or changed by one with buttons or arrow keys. Invalid text stays, with the error under it. */
export function Quantity({ value, error, note, onChange }: Props) {
  const id = useId()
  const step = (by: 1 | -1) => onChange(stepQuantity(value, by))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>项目数量</label>
      <span className={styles.quantity}>
        <Button
          icon={<IconMinus size={14} />}
          aria-label="减少"
          disabled={value === '1'}
          onClick={() => step(-1)}
        />
        <input
          id={id}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          icon={<IconPlus size={14} />}
          aria-label="增加"
          disabled={value === String(MAX_QUANTITY_OF_ORDER)}
          onClick={() => step(1)}
        />
      </span>
      <span
        id={`${id}-note`}
        className={error ? styles.error : styles.note}
        role={error ? 'alert' : undefined}
      >
        {error ?? note}
      </span>
    </div>
  )
}
