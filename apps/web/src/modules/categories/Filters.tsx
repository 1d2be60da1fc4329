import { tagsOf, valueFilter } from '../../ui/list/filter.tsx'
import { FilterButtons, Keywords, ListFilters, useChosen } from '../../ui/list/ListFilters.tsx'

interface Props {
  /** What the address says. */
  keywords: string | undefined
  onApply: (keywords: string | undefined) => void
}

const FILTERS = [valueFilter('类型名称', 'keywords', (words) => words)]

/** By a part of the name. */
export function Filters({ keywords, onApply }: Props) {
  const filter = { keywords }
  const { chosen, replace, set } = useChosen(filter)
  const reset = () => {
    replace({ keywords: undefined })
    onApply(undefined)
  }
  const tags = tagsOf(FILTERS, filter, (rest) => onApply(rest.keywords))

  return (
    <ListFilters onApply={() => onApply(chosen.keywords?.trim() || undefined)} onReset={reset} tags={tags}>
      <Keywords
        label="类型名称"
        placeholder="请输入类型名称"
        value={chosen.keywords}
        onChange={(typed) => set({ keywords: typed })}
      />
      <FilterButtons text="筛 选" onReset={reset} />
    </ListFilters>
  )
}
