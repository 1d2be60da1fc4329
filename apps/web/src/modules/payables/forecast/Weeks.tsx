import type { Forecast } from '@pianzhang/contract/payables'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { ScrollBox } from '../../../ui/ScrollBox.tsx'
import { shortDay } from './bars.ts'
import styles from './forecast.module.css'

/** A day; phones leave out its year. */
const Day = ({ day }: { day: string }) => (
  <>
    <span className={styles.year}>{day.slice(0, 5)}</span>
    {shortDay(day)}
  </>
)

/** The weeks as a table; each leads to what is due in it. */
export const Weeks = ({ data: { items, gap, today } }: { data: Forecast }) => (
  <ScrollBox className={styles.scroll} label="每周资金">
    <table className={`${styles.weeks} ${styles.wide}`} aria-label="每周资金">
      <thead>
        <tr>
          <th scope="col">周</th>
          <th scope="col">流入（元）</th>
          <th scope="col">流出（元）</th>
          <th scope="col">余额（元）</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ start_at, end_at, in_yuan, out_yuan, balance_yuan }) => (
          <tr key={start_at} className={gap?.start_at === start_at ? styles.gapRow : undefined}>
            <th scope="row" className="num">
              <Day day={start_at} /> 至 <Day day={end_at} />
              {start_at <= today && today <= end_at && <span className={styles.note}>本周</span>}
              {gap?.start_at === start_at && <span className={styles.mark}>资金缺口</span>}
            </th>
            <td>
              <MoneyText amount={in_yuan === '0.00' ? null : in_yuan} />
            </td>
            <td>
              <MoneyText amount={out_yuan === '0.00' ? null : out_yuan} />
            </td>
            <td>
              <MoneyText amount={balance_yuan} strong={balance_yuan.startsWith('-')} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
