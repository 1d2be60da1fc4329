import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { useState } from 'react'
import { PayeePicker } from './PayeePicker.tsx'

interface Props {
  className?: string | undefined
  name: string
  code: string | undefined
  /** The name of the payee in the address, as soon as it is loaded. */
  known: string | undefined
  onChange: (code: string | undefined) => void
}

/** A payee to filter a list by. */
export default function PayeeFilter({ className, name, code, known, onChange }: Props) {
  const [chosen, setChosen] = useState<PayeeLink | null>(null)
  const value =
    code === undefined
      ? null
      : chosen?.code === code
        ? chosen
        : { code, name: known ?? '', account_change: null }
  return (
    <PayeePicker
      className={className}
      aria-label={name}
      placeholder={`请选择${name}`}
      adds={false}
      value={value}
      onChange={(payee) => {
        setChosen(payee)
        onChange(payee?.code)
      }}
    />
  )
}
