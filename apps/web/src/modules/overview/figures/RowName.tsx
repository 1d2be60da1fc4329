import { Link } from '@tanstack/react-router'
import type { Comparison } from '../../../ui/chart/compare/comparison.ts'
import { type Target, useMayOpen } from '../links.ts'
import styles from './panels.module.css'

/** 1400 演员酬金. */
export const NumberedName = ({ number, name }: Pick<Comparison, 'number' | 'name'>) => (
  <>
    {number && <span className={styles.number}>{number} </span>}
    {name}
  </>
)

/** A row's name as a link to the records that the row sums up, for people who may open that page. */
export function RowLink({ row, target }: { row: Comparison; target: Target }) {
  const mayOpen = useMayOpen()
  return mayOpen(target) ? (
    <Link {...target}>
      <NumberedName {...row} />
    </Link>
  ) : (
    <NumberedName {...row} />
  )
}
