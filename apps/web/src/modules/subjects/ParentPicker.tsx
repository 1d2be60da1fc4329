import type { SubjectOption } from '@pianzhang/contract/subjects'
import { Select } from 'antd'
import type { FieldProps } from '../../ui/Field.tsx'
import { matches } from '../../ui/subjects.ts'
import styles from './subjects.module.css'

interface Props extends FieldProps {
  /** 一级科目 */
  name: string
  options: readonly SubjectOption[] | undefined
  value: string | null
  onChange: (code: string) => void
  autoFocus?: boolean
}

/** One subject of a level, found by the beginning of its number or a part of its name. */
export function ParentPicker({ name, options, onChange, ...rest }: Props) {
  const entries = (options ?? []).map(({ value, label, out_code }) => ({
    value,
    number: out_code,
    label: label.startsWith(`${out_code} `) ? label.slice(out_code.length + 1) : label,
    words: `${out_code} ${label}`.toLowerCase(),
  }))
  return (
    <Select<string, { value: string; number: string; label: string; words: string }>
      {...rest}
      aria-label={name}
      placeholder={`请选择${name}`}
      loading={!options}
      options={entries}
      showSearch={{ filterOption: (typed, option) => option !== undefined && matches(option, typed) }}
      onChange={(code) => onChange(code)}
      labelRender={({ value }) => {
        const one = entries.find((entry) => entry.value === value)
        return one ? <Label {...one} /> : null
      }}
      optionRender={({ data }) => <Label {...data} />}
    />
  )
}

const Label = ({ number, label }: { number: string; label: string }) => (
  <>
    <span className={`num ${styles.number}`}>{number}</span>
    {label}
  </>
)
