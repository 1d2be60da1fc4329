import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { FilterTags } from '../../ui/FilterTags.tsx'
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch } from '../../ui/icons.tsx'
import { FirstFields, MoreFields } from './FilterFields.tsx'
import styles from './Filters.module.css'
import type { PaymentFilter } from './search.ts'
import { useFilterTags } from './useFilterTags.ts'

interface Props {
  /** What the address says. */
  filter: PaymentFilter
  onApply: (filter: PaymentFilter) => void
  onClear: () => void
  cards: boolean
}

/** One row, the rest folded; chosen values as tags. Nothing is asked of the server before 筛选 or Enter. */
export function Filters({ filter, onApply, onClear, cards }: Props) {
  const [chosen, setChosen] = useState(filter)
  // Another address (a tag removed, the back button) is what stands in the fields from then on.
  const [applied, setApplied] = useState(filter)
  if (JSON.stringify(filter) !== JSON.stringify(applied)) {
    setApplied(filter)
    setChosen(filter)
  }
  const [open, setOpen] = useState(false)
  const tags = useFilterTags(filter, onApply)

  const apply = () => {
    onApply(chosen)
    if (cards) setOpen(false)
  }
  const reset = () => {
    setChosen({})
    onClear()
    if (cards) setOpen(false)
  }
  const fields = { chosen, set: (part: PaymentFilter) => setChosen((old) => ({ ...old, ...part })) }
  const keywords = (
    <Input
      className={styles.keywords}
      aria-label="付款编号"
      placeholder="付款编号、付款方、摘要或备注"
      prefix={<IconSearch size={14} />}
      maxLength={200}
      allowClear
      value={chosen.keywords ?? ''}
      onChange={(event) => fields.set({ keywords: event.target.value || undefined })}
    />
  )

  return (
    <search className={styles.filters}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        {keywords}
        {cards ? (
          <Button icon={<IconFilter size={14} />} onClick={() => setOpen(true)}>
            筛选
            {tags.length > 0 && <span className={`num ${styles.count}`}>{tags.length}</span>}
          </Button>
        ) : (
          <>
            <FirstFields {...fields} />
            <Button color="primary" variant="outlined" htmlType="submit">
              筛选
            </Button>
            <Button onClick={reset}>重置</Button>
            <Button type="text" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起筛选' : '展开筛选'}
              {open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
            </Button>
            {open && (
              <div className={styles.more}>
                <MoreFields {...fields} />
              </div>
            )}
          </>
        )}
      </form>
      <FilterTags tags={tags} onClear={reset} />
      {cards && (
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
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
            <FirstFields {...fields} />
            <MoreFields {...fields} />
          </div>
        </Drawer>
      )}
    </search>
  )
}
