import type { ComponentProps, ReactNode } from 'react'
import { MoneyText } from '../MoneyText.tsx'
import { ScrollBox } from '../ScrollBox.tsx'
import styles from './MiniTable.module.css'

interface Props {
  /** Accessible name. */
  label: string
  /** Titles of the columns; what is false is left out. */
  titles: readonly ReactNode[]
  /** Titles of the columns after them: amounts and numbers, aligned at the end. At most five. */
  ends?: readonly ReactNode[]
  /** On a phone each row is a card, in which `className` places the cells. */
  cards?: boolean
  className?: string | undefined
  /** Class of a box of limited height, at which Tab stops. Without it the table scrolls sideways only. */
  box?: string | undefined
  /** The rows, and those below them. */
  children: ReactNode
  foot?: ReactNode
}

/** A small table without sorting or pages. */
export function MiniTable({ label, titles, ends = [], cards, className, box, children, foot }: Props) {
  const atEnd = ends.filter(Boolean)
  const table = (
    <table
      className={`${styles.table} ${cards ? styles.cards : ''} ${className ?? ''}`}
      aria-label={label}
      data-ends={atEnd.length}
    >
      <thead>
        <tr>
          {[...titles, ...atEnd].map(
            (title, index) =>
              title && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
                <th key={index} scope="col">
                  {title}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
  if (box === undefined) return <div className="scroll">{table}</div>
  return (
    <ScrollBox className={box} label={label}>
      {table}
    </ScrollBox>
  )
}

/** A cell with an amount; a null is a dash. */
export const MoneyCell = ({ className, ...money }: ComponentProps<typeof MoneyText>) => (
  <td className={className}>
    <MoneyText {...money} />
  </td>
)
