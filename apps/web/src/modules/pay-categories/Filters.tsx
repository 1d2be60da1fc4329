import { Button, Input } from 'antd'
import { useState } from 'react'
import { FilterTags } from '../../ui/FilterTags.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import styles from '../../ui/ListFilters.module.css'

interface Props {
  /** What the address says. */
  keywords: string | undefined
  onApply: (keywords: string | undefined) => void
}

/** By a part of the name. Nothing is asked of the server before 筛 选 or Enter. */
export function Filters({ keywords, onApply }: Props) {
  const [typed, setTyped] = useState(keywords ?? '')
  // Another address (a tag removed, the back button) is what stands in the field from then on.
  const [applied, setApplied] = useState(keywords)
  if (keywords !== applied) {
    setApplied(keywords)
    setTyped(keywords ?? '')
  }
  const reset = () => {
    setTyped('')
    onApply(undefined)
  }
  const tags = keywords ? [{ key: 'keywords', name: '类型名称', value: keywords, onRemove: reset }] : []

  return (
    <search className={styles.filters}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          onApply(typed.trim() || undefined)
        }}
      >
        <Input
          className={styles.keywords ?? ''}
          aria-label="类型名称"
          placeholder="请输入类型名称"
          prefix={<IconSearch size={14} />}
          maxLength={200}
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button color="primary" variant="outlined" htmlType="submit">
          筛 选
        </Button>
        <Button onClick={reset}>重置</Button>
      </form>
      <FilterTags tags={tags} onClear={reset} />
    </search>
  )
}
