import type { CostReport, CostReportSums, PendingCosts } from '@pianzhang/contract/cost-report'
import { formatYuan } from '@pianzhang/contract/money'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { isOver } from '../figures.ts'
import { barsOf, changeText } from '../panel.ts'
import { pendingNote } from '../pending.ts'
import { PendingLink } from './PendingLink.tsx'
import styles from './panel.module.css'

interface Props {
  total: CostReportSums
  /** The report to compare with. */
  last: CostReport['last']
  /** Of requests under way, which no bar shows. */
  pending?: PendingCosts | undefined
}

/** Budget, cost to date and final cost on one scale; the part beyond the budget is red. */
export function Panel({ total, last, pending }: Props) {
  const bars = barsOf(total)
  const over = isOver(total)
  return (
    <section className={styles.panel} aria-label="成本总览">
      <div className={styles.bars}>
        <Line at={1} name="现行预算" amount={total.budget_yuan}>
          <i className={styles.pale} style={{ width: `${bars.budget}%` }} />
        </Line>
        <Line at={2} name="累计发生" amount={total.spent_yuan}>
          <i className={styles.spent} style={{ width: `${bars.cost}%` }} />
        </Line>
        <Line at={3} name="预计总成本" amount={total.efc_yuan} strong>
          <i className={styles.spent} style={{ width: `${bars.spent}%` }} />
          <i className={styles.committed} style={{ width: `${bars.committed}%` }} />
          <i className={styles.pale} style={{ width: `${bars.etc}%` }} />
          <i className={styles.over} style={{ width: `${bars.over}%` }} />
        </Line>
        <span className={styles.mark} aria-hidden="true">
          <i style={{ left: `${bars.budget}%` }} />
        </span>
      </div>
      <Stats className={styles.figures}>
        <Stat
          name="合同未付（元）"
          className={styles.unpaid}
          note={change(total.committed_yuan, last?.committed_yuan)}
        >
          {formatYuan(total.committed_yuan)}
        </Stat>
        {pending && (
          <Stat name="审批中（元）" note={<PendingLink>{pendingNote(pending)}</PendingLink>}>
            {formatYuan(pending.total_yuan)}
          </Stat>
        )}
        <Stat name="预计尚需（元）" className={styles.toCome} note={change(total.etc_yuan, last?.etc_yuan)}>
          {formatYuan(total.etc_yuan)}
        </Stat>
        <Stat
          name="差异（元）"
          className={over ? styles.overspent : undefined}
          note={change(total.variance_yuan, last?.variance_yuan)}
        >
          {formatYuan(total.variance_yuan)}
        </Stat>
      </Stats>
    </section>
  )
}

const change = (now: string, before: string | undefined) =>
  before === undefined ? undefined : changeText(now, before)

function Line({
  at,
  name,
  amount,
  strong = false,
  children,
}: {
  at: number
  name: string
  amount: string
  strong?: boolean
  children: React.ReactNode
}) {
  const row = { gridRow: at }
  return (
    <>
      <span className={styles.name} style={row}>
        {name}
      </span>
      <span className={styles.bar} style={row} aria-hidden="true">
        {children}
      </span>
      <span className={`num ${styles.amount} ${strong ? 'strong' : ''}`} style={row}>
        {formatYuan(amount)}
      </span>
    </>
  )
}
