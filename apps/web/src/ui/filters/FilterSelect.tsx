import { Select } from 'antd'
import type { Loaded, Option } from '../../platform/ledger/selects.ts'
import { loadProps } from '../states/LoadFailed.tsx'

interface Props {
  /** 角色 */
  name: string
  options: Loaded<Option[]>
  value: string | undefined
  onChange: (value: string | undefined) => void
  className: string | undefined
}

/** A select of one of several loaded options. */
export default function FilterSelect({ name, options, value, onChange, className }: Props) {
  return (
    <Select<string>
      className={className ?? ''}
      aria-label={name}
      placeholder={`请选择${name}`}
      options={options.items ?? []}
      {...loadProps(options.state, options.items?.length ?? 0)}
      value={value ?? null}
      onChange={(next: string | undefined) => onChange(next)}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={200}
      allowClear
    />
  )
}
