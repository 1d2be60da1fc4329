import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { IconClear, IconSearch } from '../icons.tsx'
import styles from './FilterRow.module.css'
import { type FilterTag, FilterTags } from './FilterTags.tsx'

/** Draft values of a list's fields until 筛选 or Enter. A changed address (tag removed, back button) replaces them. */
export function useFilterValues<F extends object>(filter: F) {
  const [values, setValues] = useState(filter)
  const [applied, setApplied] = useState(filter)
  if (JSON.stringify(filter) !== JSON.stringify(applied)) {
    setApplied(filter)
    setValues(filter)
  }
  return {
    values,
    replace: setValues,
    set: (part: Partial<F>) => setValues((old) => ({ ...old, ...part })),
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

/** One row of fields, and the active filters as tags. Nothing is requested before 筛选 or Enter. */
export function FilterRow({ onApply, onReset, tags, className, children }: Props) {
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

export function Keywords({ label, placeholder, value, onChange }: KeywordsProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={`${styles.box} ${styles.keywords}`}>
      <IconSearch size={14} />
      <input
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
      {value && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="清除"
          onClick={() => {
            onChange(undefined)
            input.current?.focus()
          }}
        >
          <IconClear />
        </button>
      )}
    </span>
  )
}

interface ButtonsProps {
  /** Text of the button that applies the filters. */
  text?: string | undefined
  onReset: () => void
  /** At the far end of the row. */
  children?: ReactNode
}

/** The buttons wrap to the next row together, or not at all. */
export const FilterButtons = ({ text = '筛选', onReset, children }: ButtonsProps) => (
  <span className={styles.buttons}>
    <Button type="outlined" submit>
      {text}
    </Button>
    <Button onClick={onReset}>重置</Button>
    {children && <span className={styles.end}>{children}</span>}
  </span>
)
