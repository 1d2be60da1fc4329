import { SUBJECT_LEVELS } from '@pianzhang/contract/subjects'
import type { ReactNode } from 'react'
import { type FilterParts, filterTags } from '../../ui/filters/FilterBar.tsx'
import { FilterButtons, FilterRow, Keywords, useFilterValues } from '../../ui/filters/FilterRow.tsx'
import { closedFilter } from '../../ui/filters/filter.tsx'
import type { SubjectFilter } from './search.ts'

interface Props {
  /** The filter in the URL. */
  filter: SubjectFilter
  onApply: (filter: SubjectFilter) => void
  /** Shown at the end of the row. */
  children?: ReactNode
}

const LEVEL = closedFilter(
  '科目级别',
  'category',
  SUBJECT_LEVELS.map((label, level) => ({
    value: String(level) as NonNullable<SubjectFilter['category']>,
    label,
  })),
)
export const FILTERS: FilterParts<SubjectFilter> = { filters: [LEVEL] }

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
      tags={filterTags(FILTERS, filter, onApply)}
    >
      <Keywords
        label="科目编号/名称"
        placeholder="科目编号/名称"
        value={values.keywords}
        onChange={(keywords) => set({ keywords })}
      />
      {LEVEL.field?.(values, set)}
      <FilterButtons onReset={reset}>{children}</FilterButtons>
    </FilterRow>
  )
}
