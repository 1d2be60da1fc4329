import { Select } from 'antd'
import styles from '../../ui/list/ListFilters.module.css'
import type { SubjectFilter } from './search.ts'

type Level = NonNullable<SubjectFilter['category']>

interface Props {
  options: { value: Level; label: string }[]
  value: Level | undefined
  onChange: (level: Level | undefined) => void
}

export default function LevelSelect({ options, value, onChange }: Props) {
  return (
    <Select<Level>
      className={styles.field ?? ''}
      aria-label="科目级别"
      placeholder="请选择科目级别"
      options={options}
      value={value ?? null}
      onChange={(level: Level | undefined) => onChange(level)}
      allowClear
    />
  )
}
