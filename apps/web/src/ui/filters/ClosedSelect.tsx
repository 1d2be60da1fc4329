import { Select } from 'antd'

interface Props {
  /** 核销状态 */
  name: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  className?: string | undefined
}

/** A select of a few fixed values. */
export default function ClosedSelect({ name, options, value, onChange, className }: Props) {
  return (
    <Select<string>
      className={className ?? ''}
      aria-label={name}
      placeholder={`请选择${name}`}
      options={[...options]}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange(next)}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
    />
  )
}
