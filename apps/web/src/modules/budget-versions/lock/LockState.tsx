import type { BudgetVersionList } from '@pianzhang/contract/budget-versions'
import { Locked } from './LockLine.tsx'
import styles from './lock.module.css'

/** On the page of versions: whether the budget is locked, and what follows from that. */
export const LockState = ({ list }: { list: BudgetVersionList | undefined }) => {
  if (!list) return null
  if (list.locked) return <Locked of={list.locked} />
  return (
    <p className={`${styles.line} ${styles.spaced}`} role="status">
      预算未锁定，预算明细可以直接修改。锁定后总额不变，科目之间的调整使用预算调剂。
    </p>
  )
}
