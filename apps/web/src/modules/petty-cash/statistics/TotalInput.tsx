import type { ComponentProps } from 'react'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { keepAmount, settleAmount } from './typedTotal.ts'

/** 备用金金额: accepts only characters that can be part of an amount or of a formula. */
export function TotalInput({ value = '', onChange, onBlur, ...rest }: ComponentProps<typeof MoneyInput>) {
  return (
    <MoneyInput
      {...rest}
      value={value}
      onChange={(text) => onChange?.(keepAmount(text))}
      onBlur={(event) => {
        // MoneyInput formats the amount first and keeps 0.00; a zero total becomes empty here.
        const settled = settleAmount(value)
        if (settled !== value) onChange?.(settled)
        onBlur?.(event)
      }}
    />
  )
}
