import { Select } from 'antd'
import type { Loaded, Option } from '../../../platform/ledger/selects.ts'
import { loadProps } from '../../states/LoadFailed.tsx'

interface Props {
  /** 付款方式 */
  name: string
  options: Loaded<Option[]>
  value: readonly string[] | undefined
  onChange: (values: string[] | undefined) => void
  className?: string | undefined
}

/** Selects several values; the field shows their number. */
export function MultiSelect({ name, options, value = [], onChange, className }: Props) {
  return (
    <Select<string[]>
      mode="multiple"
      className={className}
      aria-label={name}
      placeholder={`请选择${name}`}
      value={[...value]}
      onChange={(values) => onChange(values.length > 0 ? values : undefined)}
      options={options.items ?? []}
      {...loadProps(options.state, options.items?.length ?? 0)}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount={0}
      maxTagPlaceholder={(hidden) => `${name} ${hidden.length} 项`}
      popupMatchSelectWidth={200}
      allowClear
    />
  )
}
