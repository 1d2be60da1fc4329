import type { Forecast } from '@pianzhang/contract/payables'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
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
  <MiniTable
    label="每周资金"
    titles={['周']}
    ends={['流入（元）', '流出（元）', '余额（元）']}
    className={`${styles.weeks} ${styles.wide}`}
    box="scroll"
  >
    {items.map(({ start_at, end_at, in_yuan, out_yuan, balance_yuan }) => (
      <tr key={start_at} className={gap?.start_at === start_at ? styles.gapRow : undefined}>
        <th scope="row" className="num">
          <Day day={start_at} /> 至 <Day day={end_at} />
          {start_at <= today && today <= end_at && <span className={styles.note}>本周</span>}
          {gap?.start_at === start_at && <span className={styles.mark}>资金缺口</span>}
        </th>
        <MoneyCell amount={in_yuan === '0.00' ? null : in_yuan} />
        <MoneyCell amount={out_yuan === '0.00' ? null : out_yuan} />
        <MoneyCell amount={balance_yuan} strong={balance_yuan.startsWith('-')} />
      </tr>
    ))}
  </MiniTable>
)
