import type { BudgetVersionList } from '@pianzhang/contract/budget-versions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { lockedQuery } from '../api.ts'
import styles from './lock.module.css'

const UnlockDialog = lazyDialog(() => import('./UnlockDialog.tsx'))

/** Before the page is drawn it is known whether the budget is locked, so that nothing moves and no button disappears. */
export const ready = (): Promise<void> => queryClient.prefetchQuery(lockedQuery)

/** On the pages of the cost budget: that it is locked, since when, its totals, and what to do instead of editing its lines. */
export default function LockLine({ spaced }: { spaced: boolean }) {
  const { data } = useQuery(lockedQuery)
  const may = useCan()
  const { dialog, open, close } = useDialog()
  if (!data?.locked) return null
  const { locked } = data
  const mayUnlock = may('budget_version', 'delete')
  return (
    <>
      <Locked of={locked} spaced={spaced}>
        <span className={styles.hint}>
          明细不能新增、编辑、删除或导入，科目之间的调整使用预算调剂
          {mayUnlock ? '；要直接修改明细，请先解锁。' : '；解锁需要“预算版本”的删除权限。'}
        </span>
        <span className={styles.links}>
          <Link className={styles.link} to={'/budget/version' as string} search={{ tab: 'moves' } as never}>
            预算调剂
          </Link>
          {mayUnlock && (
            <Button
              type="link"
              size="small"
              onClick={() => open(<UnlockDialog version={locked} onClose={close} />)}
            >
              解锁
            </Button>
          )}
        </span>
      </Locked>
      {dialog}
    </>
  )
}

interface Props {
  of: NonNullable<BudgetVersionList['locked']>
  spaced?: boolean
  children?: ReactNode
}

/** 预算已锁定：开机预算（2026-11-20） 原始 … 现行 … 科目间调剂 2 笔，共 … 元，总额不变. */
export const Locked = ({ of, spaced = true, children }: Props) => (
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
    {children}
  </p>
)
