import type { ComponentProps } from 'react'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { keepAmount, settleAmount } from './typedTotal.ts'

/** 备用金金额: takes only what can be part of an amount. */
export function TotalInput({ value = '', onChange, onBlur, ...rest }: ComponentProps<typeof MoneyInput>) {
  return (
    <MoneyInput
      {...rest}
      value={value}
      onChange={(text) => onChange?.(keepAmount(text))}
      onBlur={(event) => {
        // After MoneyInput has settled the amount, which knows no empty zero.
        const settled = settleAmount(value)
        if (settled !== value) onChange?.(settled)
        onBlur?.(event)
      }}
    />
  )
}
