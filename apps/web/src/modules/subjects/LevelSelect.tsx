import { Select } from 'antd'
import type { SubjectFilter } from './search.ts'

type Level = NonNullable<SubjectFilter['category']>

interface Props {
  options: { value: Level; label: string }[]
  value: Level | undefined
  onChange: (level: Level | undefined) => void
  className: string | undefined
}

export default function LevelSelect({ options, value, onChange, className }: Props) {
  return (
    <Select<Level>
      className={className ?? ''}
      aria-label="科目级别"
      placeholder="请选择科目级别"
      options={options}
      value={value ?? null}
      onChange={(level: Level | undefined) => onChange(level)}
      allowClear
    />
  )
}
