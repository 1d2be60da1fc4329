import { formatYuan } from '@pianzhang/contract/money'
import { Button } from '../../../ui/Button.tsx'
import type { Draft } from '../figures.ts'
import { draftOf } from '../figures.ts'
import styles from '../report.module.css'
import type { Entry, Estimates } from './useEstimates.ts'

/** 预计尚需 50,000.00，说明“余料够用” */
function words({ mode, amount_yuan, remark }: Draft): string {
  const amount =
    mode === 'auto' || amount_yuan === null
      ? '自动估算'
      : `${mode === 'etc' ? '预计尚需' : '预计总成本'} ${formatYuan(amount_yuan)} 元`
  return remark ? `${amount}，说明“${remark}”` : amount
}

/** Estimates that could not be saved: both values of a conflict, of which the person chooses one, and failures. */
export function EstimateNotices({ estimates }: { estimates: Estimates }) {
  if (estimates.troubles.length === 0) return null
  return (
    <div className={styles.notices} role="alert">
      {estimates.troubles.map((entry) => (
        <Notice key={entry.row.code} entry={entry} estimates={estimates} />
      ))}
    </div>
  )
}

function Notice({ entry, estimates: { again, drop } }: { entry: Entry; estimates: Estimates }) {
  const { row, draft, theirs, why, state } = entry
  const name = `${row.out_code} ${row.name}`
  return state === 'conflict' ? (
    <p>
      <span className={styles.noticeText}>
        <b>{name}</b> 已被他人修改为 {words(draftOf(theirs ?? null))}；您录入的是 {words(draft)}。
      </span>
      <Button size="small" onClick={() => again(entry)}>
        保存我的
      </Button>
      <Button size="small" onClick={() => drop(entry)}>
        采用对方的
      </Button>
    </p>
  ) : (
    <p>
      <span className={styles.noticeText}>
        <b>{name}</b> {words(draft)} 未保存：{why}
      </span>
      <Button size="small" onClick={() => again(entry)}>
        重试
      </Button>
      <Button size="small" onClick={() => drop(entry)}>
        放弃
      </Button>
    </p>
  )
}
