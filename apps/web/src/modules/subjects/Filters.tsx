import { SUBJECT_LEVELS } from '@pianzhang/contract/subjects'
import type { ReactNode } from 'react'
import styles from '../../ui/filters/FilterRow.module.css'
import { FilterButtons, FilterRow, Keywords, useFilterValues } from '../../ui/filters/FilterRow.tsx'
import { type Filter, tagsOf, valueFilter } from '../../ui/filters/filter.tsx'
import { laterField } from '../../ui/filters/lateFields.tsx'
import type { SubjectFilter } from './search.ts'

interface Props {
  /** The filter in the URL. */
  filter: SubjectFilter
  onApply: (filter: SubjectFilter) => void
  /** Shown at the end of the row. */
  children?: ReactNode
}

const LevelSelect = laterField(
  () => import('./LevelSelect.tsx'),
  () => [{ placeholder: '请选择科目级别', name: '科目级别' }],
)

const LEVELS = SUBJECT_LEVELS.map((label, level) => ({
  value: String(level) as NonNullable<SubjectFilter['category']>,
  label,
}))

export const FILTERS: readonly Filter<SubjectFilter>[] = [
  valueFilter('关键词', 'keywords', (words) => words),
  valueFilter<'category', NonNullable<SubjectFilter['category']>>(
    '科目级别',
    'category',
    (level) => SUBJECT_LEVELS[Number(level)] ?? level,
  ),
]

/** Filters by number or name, and by level. */
export function Filters({ filter, onApply, children }: Props) {
  const { values, replace, set } = useFilterValues(filter)
  const reset = () => {
    replace({})
    onApply({})
  }
  return (
    <FilterRow
      onApply={() => onApply({ ...values, keywords: values.keywords?.trim() || undefined })}
      onReset={reset}
      tags={tagsOf(FILTERS, filter, onApply)}
    >
      <Keywords
        label="科目编号/名称"
        placeholder="科目编号/名称"
        value={values.keywords}
        onChange={(keywords) => set({ keywords })}
      />
      <LevelSelect
        className={styles.field}
        options={LEVELS}
        value={values.category}
        onChange={(category) => set({ category })}
      />
      <FilterButtons onReset={reset}>{children}</FilterButtons>
    </FilterRow>
  )
}
