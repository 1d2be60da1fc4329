import { SUBJECT_LEVELS } from '@pianzhang/contract/subjects'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { FilterTags } from '../../ui/FilterTags.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import styles from '../../ui/ListFilters.module.css'
import type { SubjectFilter } from './search.ts'

interface Props {
  /** What the address says. */
  filter: SubjectFilter
  onApply: (filter: SubjectFilter) => void
  /** At the far end of the row. */
  children?: ReactNode
}

const LEVELS = SUBJECT_LEVELS.map((label, level) => ({
  value: String(level) as NonNullable<SubjectFilter['category']>,
  label,
}))

/** Number or name, and level. Nothing is asked of the server before 筛选 or Enter. */
export function Filters({ filter, onApply, children }: Props) {
  const [chosen, setChosen] = useState(filter)
  // Another address (a tag removed, the back button) is what stands in the fields from then on.
  const [applied, setApplied] = useState(filter)
  if (filter.keywords !== applied.keywords || filter.category !== applied.category) {
    setApplied(filter)
    setChosen(filter)
  }
  const reset = () => {
    setChosen({})
    onApply({})
  }
  const level = LEVELS.find((one) => one.value === filter.category)?.label
  const tags = [
    ...(filter.keywords
      ? [
          {
            key: 'keywords',
            name: '关键词',
            value: filter.keywords,
            onRemove: () => onApply({ ...filter, keywords: undefined }),
          },
        ]
      : []),
    ...(level
      ? [
          {
            key: 'category',
            name: '科目级别',
            value: level,
            onRemove: () => onApply({ ...filter, category: undefined }),
          },
        ]
      : []),
  ]

  return (
    <search className={styles.filters}>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          onApply({ ...chosen, keywords: chosen.keywords?.trim() || undefined })
        }}
      >
        <Input
          className={styles.keywords ?? ''}
          aria-label="科目编号/名称"
          placeholder="科目编号/名称"
          prefix={<IconSearch size={14} />}
          maxLength={200}
          allowClear
          value={chosen.keywords ?? ''}
          onChange={(event) => setChosen({ ...chosen, keywords: event.target.value || undefined })}
        />
        <Select
          className={styles.field ?? ''}
          aria-label="科目级别"
          placeholder="请选择科目级别"
          options={LEVELS}
          value={chosen.category ?? null}
          onChange={(category) => setChosen({ ...chosen, category: category ?? undefined })}
          allowClear
        />
        <Button color="primary" variant="outlined" htmlType="submit">
          筛选
        </Button>
        <Button onClick={reset}>重置</Button>
        {children && <span className={styles.end}>{children}</span>}
      </form>
      <FilterTags tags={tags} onClear={reset} />
    </search>
  )
}
