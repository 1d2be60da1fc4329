import { Select } from 'antd'

interface Props {
  name: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  className?: string | undefined
}

/** A filter of one value. */
export const OneChoice = ({ name, options, value, onChange, className }: Props) => (
  <Select<string>
    className={className ?? ''}
    aria-label={name}
    placeholder={`请选择${name}`}
    options={[...options]}
    value={value ?? null}
    onChange={(next: string | undefined) => onChange(next)}
    allowClear
  />
)
