import { faceTaxRate } from '@pianzhang/contract/lists'
// biome-ignore lint/style/noRestrictedImports: gives null itself when it is cleared.
import { AutoComplete } from 'antd'
import { useState } from 'react'
import type { LoadState } from '../../platform/ledger/selects.ts'
import type { FieldProps } from '../../ui/fields/Field.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { loadProps } from '../../ui/states/LoadFailed.tsx'

interface RateProps extends Partial<FieldProps> {
  state: LoadState
  rates: readonly string[]
  value?: string | null
  onChange?: (rate: string | null) => void
}

/** A listed or typed tax rate; normalised on blur, so that `6` becomes `6%`. */
export function RateInput({ rates, state, value = null, onChange, ...rest }: RateProps) {
  const [typed, setTyped] = useState('')
  return (
    <AutoComplete
      {...rest}
      {...loadProps(state, rates.length)}
      value={value ?? ''}
      onChange={(text: string | undefined) => onChange?.(text || null)}
      options={rates.filter((rate) => rate.startsWith(typed.trim())).map((rate) => ({ value: rate }))}
      // All options when opened, only matching ones while a rate is typed.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onSelect={() => setTyped('')}
      onBlur={() => {
        setTyped('')
        const rate = value && faceTaxRate(value)
        if (rate && rate !== value) onChange?.(rate)
      }}
      defaultActiveFirstOption={false}
      suffixIcon={<IconChevronDown size={14} />}
      placeholder="请选择票面税率"
      allowClear
    />
  )
}
