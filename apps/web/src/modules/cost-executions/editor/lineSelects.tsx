import { faceTaxRate } from '@pianzhang/contract/lists'
import { AutoComplete, Select } from 'antd'
import { useState } from 'react'
import type { LoadState } from '../../../platform/selects.ts'
import type { FieldProps } from '../../../ui/Field.tsx'
import { IconChevronDown } from '../../../ui/icons.tsx'
import { loadProps } from '../../../ui/LoadFailed.tsx'
import styles from './Editor.module.css'
import type { RichOption } from './options.ts'

const Rich = ({ main, aside }: RichOption) => (
  <span className={styles.rich}>
    <span className="num">{main}</span>
    <span className={styles.aside}>{aside}</span>
  </span>
)

interface RichSelectProps extends FieldProps {
  value: string | null
  onChange: (code: string | null) => void
  /** Those that may be chosen; of `all`, which also names what is chosen. */
  options: RichOption[]
  all: readonly RichOption[]
  state: LoadState
  placeholder: string
  onOpenChange?: (open: boolean) => void
}

/** A number with what helps to tell it from others, found by both. */
export function RichSelect({ value, onChange, options, all, state, onOpenChange, ...rest }: RichSelectProps) {
  return (
    <Select<string, RichOption>
      {...rest}
      value={value}
      onChange={(code: string | undefined) => onChange(code ?? null)}
      options={options}
      {...loadProps(state, options.length, onOpenChange)}
      showSearch={{
        filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false,
      }}
      allowClear
      optionRender={({ data }) => <Rich {...data} />}
      labelRender={({ value: code }) => {
        const option = all.find((one) => one.value === code)
        return option ? <Rich {...option} /> : null
      }}
    />
  )
}

interface RateProps extends FieldProps {
  state: LoadState
  rates: readonly string[]
  value: string | null
  onChange: (rate: string | null) => void
}

/** A rate of the list or a typed one, brought into its one spelling when the field is left: `6` is `6%`. */
export function RateInput({ rates, state, value, onChange, ...rest }: RateProps) {
  const [typed, setTyped] = useState('')
  return (
    <AutoComplete
      {...rest}
      {...loadProps(state, rates.length)}
      value={value ?? ''}
      onChange={(text: string | undefined) => onChange(text || null)}
      options={rates.filter((rate) => rate.startsWith(typed.trim())).map((rate) => ({ value: rate }))}
      // All of them when it is opened, only what fits once somebody types.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onSelect={() => setTyped('')}
      onBlur={() => {
        setTyped('')
        const rate = value && faceTaxRate(value)
        if (rate && rate !== value) onChange(rate)
      }}
      defaultActiveFirstOption={false}
      suffixIcon={<IconChevronDown size={14} />}
      placeholder="请选择票面税率"
      allowClear
    />
  )
}
