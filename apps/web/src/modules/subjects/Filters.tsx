import { SUBJECT_LEVELS } from '@pianzhang/contract/subjects'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import styles from '../../ui/list/ListFilters.module.css'
import { FilterButtons, Keywords, ListFilters, useChosen } from '../../ui/list/ListFilters.tsx'
import type { SubjectFilter } from './search.ts'

interface Props {
  /** What the address says. */
  filter: SubjectFilter
  onApply: (filter: SubjectFilter) => void
  /** At the far end of the row. */
  children?: ReactNode
}

const LEVELS = SUBJECT_LEVELS.map((label, level) => ({
  value: String(level) as NonNullable<SubjectFilter['category']>,
  label,
}))

/** Number or name, and level. */
export function Filters({ filter, onApply, children }: Props) {
  const { chosen, replace, set } = useChosen(filter)
  const reset = () => {
    replace({})
    onApply({})
  }
  const tag = (key: keyof SubjectFilter, name: string, value: string | undefined) =>
    value ? [{ key, name, value, onRemove: () => onApply({ ...filter, [key]: undefined }) }] : []
  const tags = [
    ...tag('keywords', '关键词', filter.keywords),
    ...tag('category', '科目级别', LEVELS.find((one) => one.value === filter.category)?.label),
  ]

  return (
    <ListFilters
      onApply={() => onApply({ ...chosen, keywords: chosen.keywords?.trim() || undefined })}
      onReset={reset}
      tags={tags}
    >
      <Keywords
        label="科目编号/名称"
        placeholder="科目编号/名称"
        value={chosen.keywords}
        onChange={(keywords) => set({ keywords })}
      />
      <Select
        className={styles.field ?? ''}
        aria-label="科目级别"
        placeholder="请选择科目级别"
        options={LEVELS}
        value={chosen.category ?? null}
        onChange={(category) => set({ category: category ?? undefined })}
        allowClear
      />
      <FilterButtons onReset={reset}>{children}</FilterButtons>
    </ListFilters>
  )
}
