import { Select, type SelectProps } from 'antd'
import type { LoadState } from '../platform/selects.ts'
import { loadProps } from './LoadFailed.tsx'
import styles from './RichSelect.module.css'

/** An entry whose number is followed by what helps to tell it from others. */
export interface RichOption {
  value: string
  main: string
  aside: string
  /** What a search looks at, in lower case. */
  words: string
}

export const richOption = (value: string, main: string, aside: string): RichOption => ({
  value,
  main,
  aside,
  words: `${main} ${aside}`.toLowerCase(),
})

/** A list has 999 entries at most; what a record has already is offered even beyond them. */
export const including = (options: RichOption[], known: RichOption[]): RichOption[] => {
  const listed = new Set(options.map((one) => one.value))
  return [...known.filter((one) => !listed.has(one.value)), ...options]
}

const Rich = ({ main, aside }: RichOption) => (
  <span className={styles.rich}>
    <span className="num">{main}</span>
    <span className={styles.aside}>{aside}</span>
  </span>
)

type Own = 'value' | 'onChange' | 'options' | 'loading' | 'showSearch' | 'allowClear'
interface Props extends Omit<SelectProps<string, RichOption>, Own> {
  value?: string | null
  onChange?: (code: string | null) => void
  /** Those that may be chosen; of `all`, which also names what is chosen. */
  options: RichOption[]
  all: readonly RichOption[]
  state: LoadState
}

/** A number with what helps to tell it from others, found by both. */
export function RichSelect({ value, onChange, options, all, state, onOpenChange, ...rest }: Props) {
  return (
    <Select<string, RichOption>
      {...rest}
      value={value ?? null}
      onChange={(code: string | undefined) => onChange?.(code ?? null)}
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
