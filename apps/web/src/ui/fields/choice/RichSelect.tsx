import { Select, type SelectProps } from 'antd'
import type { LoadState } from '../../../platform/ledger/selects.ts'
import { loadProps } from '../../states/LoadFailed.tsx'
import styles from './RichSelect.module.css'
import type { RichOption } from './richOption.ts'

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
  /** Selectable options, a subset of `all`, which also labels the selected one. */
  options: RichOption[]
  all: readonly RichOption[]
  state: LoadState
}

/** Selects an entry by its number; the search also matches the description beside it. */
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
      optionRender={({ data }) => (
        <>
          <Rich {...data} />
          {data.below && <small className={styles.below}>{data.below}</small>}
        </>
      )}
      labelRender={({ value: code }) => {
        const option = all.find((one) => one.value === code)
        return option ? <Rich {...option} /> : null
      }}
    />
  )
}
