import { FilterButtons, Keywords, ListFilters, useChosen } from '../../ui/list/ListFilters.tsx'

interface Props {
  /** What the address says. */
  keywords: string | undefined
  onApply: (keywords: string | undefined) => void
}

/** By a part of the name. */
export function Filters({ keywords, onApply }: Props) {
  const { chosen, replace, set } = useChosen({ keywords })
  const reset = () => {
    replace({ keywords: undefined })
    onApply(undefined)
  }
  const tags = keywords ? [{ key: 'keywords', name: '类型名称', value: keywords, onRemove: reset }] : []

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
