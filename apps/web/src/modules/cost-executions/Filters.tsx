import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { FilterTags } from '../../ui/FilterTags.tsx'
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch } from '../../ui/icons.tsx'
import list from '../../ui/ListFilters.module.css'
import { toast } from '../../ui/toast.ts'
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
  const [wrongDate, setWrongDate] = useState<string>()
  // A new key for the dates: what was typed there and is no day lives in the field alone.
  const [round, setRound] = useState(0)
  const fill = (next: PaymentFilter) => {
    setChosen(next)
    if (wrongDate === undefined) return
    setWrongDate(undefined)
    setRound(round + 1)
  }
  if (JSON.stringify(filter) !== JSON.stringify(applied)) {
    setApplied(filter)
    fill(filter)
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
  const fields = { chosen, set: (part: PaymentFilter) => setChosen((old) => ({ ...old, ...part })) }
  const firstFields = <FirstFields key={round} {...fields} onWrongDate={setWrongDate} />
  const keywords = (
    <Input
      className={list.keywords ?? ''}
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
    <search className={list.filters}>
      <form
        className={`${list.row} ${styles.row}`}
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
            {firstFields}
            <Button color="primary" variant="outlined" htmlType="submit">
              筛选
            </Button>
            <Button onClick={reset}>重置</Button>
            <Button
              type="text"
              className={list.end ?? ''}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
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
          onClose={() => {
            setOpen(false)
            // Chosen out of sight, it would come along with the next keyword.
            fill({ ...filter, keywords: chosen.keywords })
          }}
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
        </Drawer>
      )}
    </search>
  )
}
