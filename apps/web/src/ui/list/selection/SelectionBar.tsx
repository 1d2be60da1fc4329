import { formatYuan } from '@pianzhang/contract/money'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../Button.tsx'
import { count } from '../../count.ts'
import { IconTrash } from '../../icons.tsx'
import type { NamedSum } from '../../table/sums.ts'
import styles from './SelectionBar.module.css'

interface Props {
  count: number
  /** Sums of the selected records, where they have amounts. */
  sums?: readonly NamedSum[] | undefined
  onNone: () => void
  /** Text of the button that deselects all. */
  none?: string
  /** Undefined: not allowed. */
  onDelete: (() => void) | undefined
  /** Further actions for the selected records. */
  children?: ReactNode
}

/** In the bar above a table while rows are selected: count, sum and actions. */
export function SelectionBar({
  count: selectedCount,
  sums = [],
  onNone,
  none = '取消选择',
  onDelete,
  children,
}: Props) {
  return (
    <>
      <span className="num">
        已选 <b>{count(selectedCount)}</b> 条
        {sums.map((sum) => (
          <Fragment key={sum.name}>
            ，{sum.name} <b>{formatYuan(sum.amount)}</b> 元
          </Fragment>
        ))}
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
        {none}
      </Button>
      {(children || onDelete) && <i className={styles.separator} />}
      {selectedCount > 0 && children}
      {onDelete && <BatchDelete onClick={onDelete} />}
    </>
  )
}

/** `quiet`: nothing is selected, and a click only asks for a selection. */
export const BatchDelete = ({ onClick, quiet }: { onClick: () => void; quiet?: boolean }) => (
  <Button size="small" {...(quiet ? { type: 'text' } : {})} icon={<IconTrash size={14} />} onClick={onClick}>
    批量删除
  </Button>
)
