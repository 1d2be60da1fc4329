import type { BudgetVersionList } from '@pianzhang/contract/budget-versions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../../../platform/query.ts'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { lockedQuery } from '../api.ts'
import styles from './lock.module.css'

/** Before the page is drawn it is known whether the budget is locked, so that nothing moves and no button disappears. */
export const ready = (): Promise<void> => queryClient.prefetchQuery(lockedQuery)

/** On the pages of the cost budget: that it is locked, since when, and its totals. */
export default function LockLine({ spaced }: { spaced: boolean }) {
  const { data } = useQuery(lockedQuery)
  return data?.locked ? <Locked of={data.locked} link spaced={spaced} /> : null
}

interface Props {
  of: NonNullable<BudgetVersionList['locked']>
  link?: boolean
  spaced?: boolean
}

/** 预算已锁定：开机预算（2026-11-20） 原始 … 现行 … 科目间调剂 2 笔，共 … 元，总额不变. `link`: to the page of versions. */
export const Locked = ({ of, link = false, spaced = true }: Props) => (
  <p className={`${styles.line} ${spaced ? styles.spaced : ''}`} role="status">
    <span className={styles.name}>
      预算已锁定：{of.name}（<span className="num">{of.locked_at.slice(0, 10)}</span>）
    </span>
    <span className={styles.figures}>
      <span>
        原始 <MoneyText amount={of.original_yuan} />
      </span>
      <span>
        现行 <MoneyText amount={of.current_yuan} />
      </span>
      {/* Not between the two totals, as a summand would be: moves change no total. */}
      <span>
        科目间调剂 <span className="num">{count(of.moves)}</span> 笔
        {of.moves > 0 && (
          <>
            ，共 <MoneyText amount={of.moved_yuan} /> 元，总额不变
          </>
        )}
      </span>
    </span>
    {link && (
      <Link className={styles.link} to={'/budget/version' as string} search={{ tab: 'moves' } as never}>
        预算调剂
      </Link>
    )}
  </p>
)
