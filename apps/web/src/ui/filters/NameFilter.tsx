import { FilterButtons, FilterRow, Keywords, useFilterValues } from './FilterRow.tsx'
import { tagsOf, valueFilter } from './filter.tsx'

interface Props {
  /** 类型名称 */
  label: string
  /** What the address says. */
  value: string | undefined
  onApply: (value: string | undefined) => void
  /** Of the button that filters. */
  text?: string
}

/** What is filtered by, for paper. */
export const nameTags = (label: string, value: string | undefined) =>
  value === undefined ? [] : [{ name: label, value }]

/** The filter of a list that is searched by a part of the name only. */
export function NameFilter({ label, value, onApply, text }: Props) {
  const filter = { name: value }
  const { values, replace, set } = useFilterValues(filter)
  const reset = () => {
    replace({ name: undefined })
    onApply(undefined)
  }
  const tags = tagsOf([valueFilter(label, 'name', (words) => words)], filter, (rest) => onApply(rest.name))

  return (
    <FilterRow onApply={() => onApply(values.name?.trim() || undefined)} onReset={reset} tags={tags}>
      <Keywords
        label={label}
        placeholder={`请输入${label}`}
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <FilterButtons {...(text && { text })} onReset={reset} />
    </FilterRow>
  )
}
