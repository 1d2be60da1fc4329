import { useQuery } from '@tanstack/react-query'
import { count } from '../../../ui/count.ts'
import { TextSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { reportQuery } from '../../cost-reports/api.ts'
import styles from './boxes.module.css'
import own from './FinalCost.module.css'
import { ProgressBox } from './ProgressBox.tsx'

const REPORT = { to: '/report/cost' }
/** 预计总成本 against the budget. */
export default function FinalCost() {
  return (
    <div className={own.box}>
      <Box />
    </div>
  )
}

function Box() {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(undefined))
  if (error && !data)
    return (
      <article className={styles.box} aria-label="预计总成本">
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </article>
    )
  if (!data)
    return (
      <article className={`${styles.box} ${styles.place}`} aria-label="预计总成本">
        <TextSkeleton lines={3} />
      </article>
    )
  const { total, over } = data
  return (
    <ProgressBox
      title="预计总成本"
      actual={{
        words: [{ text: over > 0 ? `预计超支${count(over)}个科目` : '成本报表', target: REPORT }],
        amount: total.efc_yuan,
      }}
      base={{ words: [{ text: '现行预算', target: REPORT }], amount: total.budget_yuan }}
      warns
      none="无预算"
    />
  )
}
