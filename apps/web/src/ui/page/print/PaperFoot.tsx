import { formatInstant, today } from '@pianzhang/contract/calendar'
import { serverTime } from '../../../platform/clock.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { formatMinute } from '../../time.ts'
import styles from './paper.module.css'

/**
 * The last line of a printed sheet: who made it, a line for who checks it, up to which day its records reach, and when it was printed. `until`: the last
 * day of its filter.
 */
export function PaperFoot({ until }: { until?: string | undefined }) {
  const { name } = useProfile()
  const now = serverTime()
  const day = today(now)
  return (
    <footer className={styles.foot}>
      <span>制表：{name}</span>
      <span className={styles.signed}>复核：</span>
      <span>截止日：{until !== undefined && until < day ? until : day}</span>
      <span>打印时间：{formatMinute(formatInstant(now))}</span>
    </footer>
  )
}
