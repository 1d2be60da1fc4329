import { capitals } from '@pianzhang/contract/money'
import type { PettyCashTotals } from '@pianzhang/contract/petty-cash'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import styles from './Totals.module.css'

const FIGURES = [
  { name: '备用金总额', key: 'imprest_total_amount' },
  { name: '备用金余额', key: 'imprest_overage_amount' },
  { name: '有票金额', key: 'imprest_ticket_amount' },
  { name: '无票金额', key: 'imprest_no_ticket_amount' },
] as const

interface Props {
  query: UseQueryResult<PettyCashTotals>
  /** 设置备用金; undefined: not allowed. */
  set: ReactNode
}

/** The total set, what is left of it, and what was spent with and without an invoice. */
export function Totals({ query: { data, error, isFetching, refetch }, set }: Props) {
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <div className={styles.totals}>
      <Stats className={styles.figures}>
        {FIGURES.map(({ name, key }, index) => (
          <Stat
            key={key}
            name={`${name}（元）`}
            note={index === 0 ? (data ? capitals(data[key]) : '') : undefined}
          >
            {data && <MoneyText amount={data[key]} strong tip={index > 0} />}
          </Stat>
        ))}
      </Stats>
      {set && <div className={styles.set}>{set}</div>}
    </div>
  )
}
