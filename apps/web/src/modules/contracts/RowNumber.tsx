import type { Contract } from '@pianzhang/contract/contracts'
import type { ReactNode } from 'react'
import { IconEye } from '../../ui/icons.tsx'
import styles from './contracts.module.css'
import { mayReveal, type Revealed } from './useRevealed.ts'

interface Props {
  row: Contract
  /** Name of the number, for the name of its button: 证件号码, 收款账号. */
  label: string
  /** Text of the cell. */
  textOf: (row: Contract) => string
  /** How the text is shown, if not as it is. */
  children?: (row: Contract) => ReactNode
  revealed: Revealed
}

/** A cell with a masked number. The button that reveals it is visible in the row that has the pointer or the focus. */
export function RowNumber({ row, label, textOf, revealed: { reveal, shown }, children }: Props) {
  const current = shown(row)
  const text = textOf(current)
  return (
    <span className={styles.number}>
      <span className="num" title={text}>
        {children ? children(current) : text}
      </span>
      {text.includes('*') && mayReveal(current) && (
        <button
          type="button"
          className={styles.eye}
          title={`查看完整${label}`}
          aria-label={`查看完整${label} ${row.out_code}`}
          onClick={() => void reveal(row)}
        >
          <IconEye size={16} />
        </button>
      )}
    </span>
  )
}
