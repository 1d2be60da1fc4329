import { useState } from 'react'
import { withAntd } from '../../ui/antd/withAntd.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown, IconChevronUp, IconFilter } from '../../ui/icons.tsx'
import { LateDrawer } from '../../ui/LateDrawer.ts'
import { later } from '../../ui/later.tsx'
import { useLayer } from '../../ui/layers.ts'
import list from '../../ui/list/ListFilters.module.css'
import { FieldShape, FilterButtons, Keywords, ListFilters, useChosen } from '../../ui/list/ListFilters.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './Filters.module.css'
import type { PaymentFilter } from './search.ts'
import { useFilterTags } from './useFilterTags.ts'

const FirstFields = later(
  withAntd(async () => ({ default: (await import('./FilterFields.tsx')).FirstFields })),
  () => (
    <>
      <FieldShape className={styles.dates} placeholders={['开始日期', '结束日期']} />
      <FieldShape className={list.field} placeholders={['请选择付款方式']} />
      <FieldShape className={styles.subject} placeholders={['请选择科目']} />
    </>
  ),
)
const MoreFields = later(
  withAntd(async () => ({ default: (await import('./FilterFields.tsx')).MoreFields })),
  () => null,
)

interface Props {
  /** What the address says. */
  filter: PaymentFilter
  onApply: (filter: PaymentFilter) => void
  onClear: () => void
  cards: boolean
}

/** One row, the rest folded; for a thumb a keyword, and the rest in a drawer. */
export function Filters({ filter, onApply, onClear, cards }: Props) {
  const [wrongDate, setWrongDate] = useState<string>()
  // A new key for the dates: what was typed there and is no day lives in the field alone.
  const [round, setRound] = useState(0)
  const forgetDates = () => {
    if (wrongDate === undefined) return
    setWrongDate(undefined)
    setRound(round + 1)
  }
  const { chosen, replace, set } = useChosen(filter, forgetDates)
  const fill = (next: PaymentFilter) => {
    replace(next)
    forgetDates()
  }
  const [open, setOpen] = useState(false)
  const tags = useFilterTags(filter, onApply)

  const apply = () => {
    if (wrongDate !== undefined) return toast.error(`付款时间：${wrongDate}`)
    onApply(chosen)
    if (cards) setOpen(false)
  }
  const reset = () => {
    fill({})
    onClear()
    if (cards) setOpen(false)
  }
  const fields = { chosen, set }
  const firstFields = <FirstFields key={round} {...fields} onWrongDate={setWrongDate} />

  const closeDrawer = () => {
    setOpen(false)
    // Chosen out of sight, it would come along with the next keyword.
    fill({ ...filter, keywords: chosen.keywords })
  }
  useLayer(closeDrawer, cards && open)

  return (
    <>
      <ListFilters className={styles.row} onApply={apply} onReset={reset} tags={tags}>
        <Keywords
          label="付款编号"
          placeholder="付款编号、付款方、摘要或备注"
          value={chosen.keywords}
          onChange={(keywords) => set({ keywords })}
        />
        {cards ? (
          <Button icon={<IconFilter size={14} />} onClick={() => setOpen(true)}>
            筛选
            {tags.length > 0 && <span className={`num ${styles.count}`}>{tags.length}</span>}
          </Button>
        ) : (
          <>
            {firstFields}
            <FilterButtons onReset={reset}>
              <Button type="text" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? '收起筛选' : '展开筛选'}
                {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
              </Button>
            </FilterButtons>
            {open && (
              <div className={styles.more}>
                <MoreFields {...fields} />
              </div>
            )}
          </>
        )}
      </ListFilters>
      {cards && (
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
            {firstFields}
            <MoreFields {...fields} />
          </div>
        </LateDrawer>
      )}
    </>
  )
}
