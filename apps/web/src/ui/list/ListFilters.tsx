import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { CLEARABLE, IconSearch } from '../icons.tsx'
import { type FilterTag, FilterTags } from './FilterTags.tsx'
import styles from './ListFilters.module.css'

/**
 * What stands in a list's fields until 筛选 or Enter. Another address (a tag removed, the back button) is what stands there from then on;
 * `onOther` hears of it.
 */
export function useChosen<F extends object>(filter: F, onOther?: () => void) {
  const [chosen, setChosen] = useState(filter)
  const [applied, setApplied] = useState(filter)
  if (JSON.stringify(filter) !== JSON.stringify(applied)) {
    setApplied(filter)
    setChosen(filter)
    onOther?.()
  }
  return {
    chosen,
    replace: setChosen,
    set: (part: Partial<F>) => setChosen((old) => ({ ...old, ...part })),
  }
}

interface Props {
  onApply: () => void
  /** 清除筛选 */
  onReset: () => void
  tags: readonly FilterTag[]
  className?: string | undefined
  /** The fields and `FilterButtons`. */
  children: ReactNode
}

/** One row of fields, and what is chosen as tags. Nothing is asked of the server before 筛选 or Enter. */
export function ListFilters({ onApply, onReset, tags, className, children }: Props) {
  return (
    <search className={styles.filters}>
      <form
        className={`${styles.row} ${className ?? ''}`}
        onSubmit={(event) => {
          event.preventDefault()
          onApply()
        }}
      >
        {children}
      </form>
      <FilterTags tags={tags} onClear={onReset} />
    </search>
  )
}

interface KeywordsProps {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (keywords: string | undefined) => void
}

export const Keywords = ({ label, placeholder, value, onChange }: KeywordsProps) => (
  <Input
    className={styles.keywords ?? ''}
    aria-label={label}
    placeholder={placeholder}
    prefix={<IconSearch size={14} />}
    maxLength={200}
    allowClear={CLEARABLE}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
  />
)

interface ButtonsProps {
  /** The types' pages write 筛 选. */
  text?: string
  onReset: () => void
  /** At the far end of the row. */
  children?: ReactNode
}

/** They go to the next row together, or not at all. */
export const FilterButtons = ({ text = '筛选', onReset, children }: ButtonsProps) => (
  <span className={styles.buttons}>
    <Button color="primary" variant="outlined" htmlType="submit">
      {text}
    </Button>
    <Button onClick={onReset}>重置</Button>
    {children && <span className={styles.end}>{children}</span>}
  </span>
)
