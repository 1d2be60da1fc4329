import { formatYuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { DEFAULT_WEEKS, forecastQuery } from './api.ts'
import { BalanceChart } from './BalanceChart.tsx'
import { shortDay } from './bars.ts'
import styles from './forecast.module.css'
import { Gap } from './Gap.tsx'

/** 资金预测 beside the list of what is to be paid. */
export default function Panel() {
  const query = useQuery(forecastQuery(DEFAULT_WEEKS))
  const { data } = query
  if (!data)
    return (
      <div className={styles.panel}>
        <NotLoaded of={query} lines={10} />
      </div>
    )
  return (
    <div className={styles.panel}>
      <header className={styles.panelHead}>
        <h2>资金预测</h2>
        <span className="num">{DEFAULT_WEEKS} 周</span>
        <Link to="/payable/forecast">查看详情</Link>
      </header>
      <p className="caption">当前余额（元）</p>
      <p className={`num ${styles.balance} ${data.balance_yuan.startsWith('-') ? 'red' : ''}`}>
        {formatYuan(data.balance_yuan)}
      </p>
      <BalanceChart data={data} height={84} />
      <Gap data={data} detailed={false} />
      <MiniTable
        label="各周的应收、应付和余额"
        titles={['周']}
        ends={['流入', '流出', '余额']}
        className={styles.weeks}
        box="scroll"
      >
        {data.items.map(({ start_at, in_yuan, out_yuan, balance_yuan }) => (
          <tr key={start_at} className={data.gap?.start_at === start_at ? styles.gapRow : undefined}>
            <th scope="row" className="num">
              {shortDay(start_at)}
            </th>
            <MoneyCell amount={in_yuan === '0.00' ? null : in_yuan} tip={false} />
            <MoneyCell amount={out_yuan === '0.00' ? null : out_yuan} tip={false} />
            <MoneyCell amount={balance_yuan} strong={balance_yuan.startsWith('-')} tip={false} />
          </tr>
        ))}
      </MiniTable>
    </div>
  )
}
