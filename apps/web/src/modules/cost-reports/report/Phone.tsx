import type { CostReport, PendingCosts } from '@pianzhang/contract/cost-report'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../../ui/count.ts'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { Figure } from '../Figure.tsx'
import { isOver } from '../figures.ts'
import { pendingText } from '../pending.ts'
import { PendingLink } from './PendingLink.tsx'
import styles from './phone.module.css'

export interface PhoneProps extends Pick<CostReport, 'total' | 'worst' | 'over'> {
  /** Of requests under way, which no figure holds. */
  pending?: PendingCosts | undefined
}

/** On a phone: four totals and the subjects that are in most trouble. */
export default function Phone({ total, worst, over, pending }: PhoneProps) {
  return (
    <>
      <Stats className={styles.totals}>
        <Stat name="现行预算（元）">{formatYuan(total.budget_yuan)}</Stat>
        <Stat name="累计发生（元）">{formatYuan(total.spent_yuan)}</Stat>
        <Stat name="预计总成本（元）">{formatYuan(total.efc_yuan)}</Stat>
        <Stat name="差异（元）" className={isOver(total) ? styles.over : undefined}>
          {formatYuan(total.variance_yuan)}
        </Stat>
      </Stats>
      {pending && (
        <p className={`num ${styles.pending}`}>
          <PendingLink>{pendingText(pending)}</PendingLink>
        </p>
      )}
      <h2 className={styles.title}>
        超支最多的科目
        {over > 0 && <small className="num">共 {count(over)} 个科目超支</small>}
      </h2>
      {worst.length === 0 ? (
        <p className="muted">没有科目超支</p>
      ) : (
        <ul className={styles.list}>
          {worst.map((row) => (
            <li key={row.code}>
              <p className={styles.name}>
                <span>
                  <span className="num muted">{row.out_code}</span> {row.name}
                </span>
                <b>
                  <Figure amount={row.variance_yuan} isVariance />
                </b>
              </p>
              <p className={`num ${styles.meta}`}>
                <span>预算 {formatYuan(row.budget_yuan)}</span>
                <span>累计 {formatYuan(row.spent_yuan)}</span>
                <span>预计 {formatYuan(row.efc_yuan)}</span>
              </p>
              {row.estimate?.remark && <p className="caption">{row.estimate.remark}</p>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
