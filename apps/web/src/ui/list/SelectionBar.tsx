import { formatYuan } from '@pianzhang/contract/money'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { count } from '../count.ts'
import { IconTrash } from '../icons.tsx'
import styles from './SelectionBar.module.css'

interface Props {
  count: number
  /** Sum of the selected records in yuan, where they have amounts. */
  amount?: string
  onNone: () => void
  /** Undefined: not allowed. */
  onDelete: (() => void) | undefined
  /** What else can be done with them. */
  children?: ReactNode
}

/** In the bar above a table while rows are selected: count, sum and actions. */
export function SelectionBar({ count: selectedCount, amount, onNone, onDelete, children }: Props) {
  return (
    <>
      <span className="num">
        已选 <b>{count(selectedCount)}</b> 条
        {amount !== undefined && (
          <>
            ，合计 <b>{formatYuan(amount)}</b> 元
          </>
        )}
      </span>
      <Button
        size="small"
        type="text"
        onClick={() => {
          onNone()
          // The button is removed on click, so the focus is moved first.
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        取消选择
      </Button>
      {(children || onDelete) && <i className={styles.separator} />}
      {children}
      {onDelete && <BatchDelete onClick={onDelete} />}
    </>
  )
}

/** `quiet`: while nothing is selected, when it only says that something must be. */
export const BatchDelete = ({ onClick, quiet }: { onClick: () => void; quiet?: boolean }) => (
  <Button size="small" {...(quiet ? { type: 'text' } : {})} icon={<IconTrash size={14} />} onClick={onClick}>
    批量删除
  </Button>
)
