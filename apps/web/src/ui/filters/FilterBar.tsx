import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { LateDrawer } from '../code/LateDrawer.tsx'
import { IconChevronDown, IconChevronUp, IconFilter } from '../icons.tsx'
import { useLayer } from '../popup/layers.ts'
import { toast } from '../popup/toast.ts'
import styles from './FilterBar.module.css'
import { FilterButtons, FilterRow, Keywords, useFilterValues } from './FilterRow.tsx'
import { type Filter, tagsOf, valueFilter } from './filter.tsx'

/** What a list is filtered by. */
export interface FilterParts<F> {
  /** The keyword field. `key`: its parameter, if not `keywords`; `tag`: its name in the tags, if not 关键词. */
  keywords?: { label: string; placeholder: string; key?: string; tag?: string }
  /** Shown in the row, on phones in the drawer; a filter may have no field. */
  filters?: readonly Filter<F>[]
  /** What 展开筛选 adds. */
  folded?: readonly Filter<F>[]
  /** Text of the button that applies the filters, if not 筛选. */
  apply?: string
}

type Words = Record<string, string | undefined>

/** All active filters as tags. */
export const filterTags = <F extends object>(
  { keywords, filters = [], folded = [] }: FilterParts<F>,
  filter: F,
  onApply: (filter: F) => void,
) => {
  const { key = 'keywords', tag = '关键词' } = keywords ?? {}
  const words = valueFilter(tag, key, (words) => words) as unknown as Filter<F>
  return tagsOf<F>([words, ...filters, ...folded], filter, onApply)
}

interface Props<F> extends FilterParts<F> {
  /** The filter in the address. */
  filter: F
  onApply: (filter: F) => void
  onClear: () => void
  /** Whether the list shows cards, as on phones. */
  cards: boolean
}

/** One row of fields, with the others folded; on phones only the keyword field, with the others in a drawer. */
export function FilterBar<F extends object>(props: Props<F>) {
  const { keywords, filters = [], folded = [], filter, onApply, onClear, cards } = props
  const { values, replace, set } = useFilterValues(filter)
  const [open, setOpen] = useState(false)
  const inDrawer = cards && [...filters, ...folded].some(({ field }) => field)
  const tags = filterTags(props, filter, onApply)
  const key = keywords?.key ?? 'keywords'
  const words = (values as Words)[key]

  const apply = () => {
    for (const { name, fault } of [...filters, ...folded]) {
      const why = fault?.(values)
      if (why !== undefined) return toast.error(`${name}：${why}`)
    }
    onApply({ ...values, [key]: words?.trim() || undefined })
    if (cards) setOpen(false)
  }
  const reset = () => {
    replace({} as F)
    onClear()
    if (cards) setOpen(false)
  }
  const fieldsOf = (some: readonly Filter<F>[]): ReactNode =>
    some.map(
      ({ key, name, field }) =>
        field && (
          <Labelled key={key} name={name}>
            {field(values, set)}
          </Labelled>
        ),
    )

  const closeDrawer = () => {
    setOpen(false)
    // Drops a draft that is no longer visible: it would be applied with the next keyword.
    replace({ ...filter, [key]: words })
  }
  useLayer(closeDrawer, inDrawer && open)

  return (
    <>
      <FilterRow className={inDrawer ? styles.row : undefined} onApply={apply} onReset={reset} tags={tags}>
        {keywords && (
          <Keywords
            label={keywords.label}
            placeholder={keywords.placeholder}
            value={words}
            onChange={(next) => set({ [key]: next } as F)}
          />
        )}
        {inDrawer ? (
          <Button icon={<IconFilter size={14} />} onClick={() => setOpen(true)}>
            筛选
            {tags.length > 0 && <span className={`num ${styles.count}`}>{tags.length}</span>}
          </Button>
        ) : (
          <>
            {fieldsOf(filters)}
            <FilterButtons text={props.apply} onReset={reset}>
              {folded.length > 0 && (
                <Button type="text" aria-expanded={open} onClick={() => setOpen(!open)}>
                  {open ? '收起筛选' : '展开筛选'}
                  {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
                </Button>
              )}
            </FilterButtons>
            {open && folded.length > 0 && <div className={styles.more}>{fieldsOf(folded)}</div>}
          </>
        )}
      </FilterRow>
      {inDrawer && (
        <LateDrawer
          open={open}
          onClose={closeDrawer}
          title="筛选"
          size="100%"
          footer={
            <div className={styles.drawerButtons}>
              <Button block onClick={reset}>
                重置
              </Button>
              <Button block type="primary" onClick={apply}>
                筛选
              </Button>
            </div>
          }
        >
          <div className={styles.drawerFields}>
            {fieldsOf(filters)}
            {fieldsOf(folded)}
          </div>
        </LateDrawer>
      )}
    </>
  )
}

/** Label above a field, where there is room; the field itself is named by `aria-label`. */
const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.labelled}>
    <span aria-hidden="true">{name}</span>
    {children}
  </div>
)
