import { Input } from 'antd'
import type { ComponentProps } from 'react'
import styles from './Dialog.module.css'
import { typedQuantity } from './typed.ts'

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'> {
  /** The typed text; after a blur with a valid quantity, as the API writes it. */
  value?: string
  onChange?: (text: string) => void
}

/** A quantity. Accepts separators, full-width digits and `=3*20`, which is worked out when it loses the focus. */
export function QuantityInput({ value = '', onChange, onBlur, ...rest }: Props) {
  const settle = () => {
    const settled = typedQuantity(value)
    if (settled !== value) onChange?.(settled)
  }
  return (
    <Input
      {...rest}
      className={`num ${styles.quantity}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle()
      }}
    />
  )
}
