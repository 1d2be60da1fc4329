import { tagsOf, valueFilter } from '../../ui/filters/filter.tsx'
import { FilterButtons, Keywords, ListFilters, useFilterValues } from '../../ui/filters/ListFilters.tsx'

interface Props {
  /** What the address says. */
  keywords: string | undefined
  onApply: (keywords: string | undefined) => void
}

const FILTERS = [valueFilter('角色名称', 'keywords', (words) => words)]

/** By a part of the name. */
export function Filters({ keywords, onApply }: Props) {
  const filter = { keywords }
  const { values, replace, set } = useFilterValues(filter)
  const reset = () => {
    replace({ keywords: undefined })
    onApply(undefined)
  }
  return (
    <ListFilters
      onApply={() => onApply(values.keywords?.trim() || undefined)}
      onReset={reset}
      tags={tagsOf(FILTERS, filter, (rest) => onApply(rest.keywords))}
    >
      <Keywords
        label="角色名称"
        placeholder="请输入角色名称"
        value={values.keywords}
        onChange={(typed) => set({ keywords: typed })}
      />
      <FilterButtons onReset={reset} />
    </ListFilters>
  )
}
