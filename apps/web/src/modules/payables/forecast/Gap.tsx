import { fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import type { Forecast } from '@pianzhang/contract/payables'
import { path } from '../../../ui/icon.tsx'
import styles from './forecast.module.css'

const IconWarning = path('M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm0 4.500v5m0 2.800v.2')

const Yuan = ({ amount }: { amount: string }) => <span className="num">{formatYuan(amount)} 元</span>

/** The first week that ends below zero, and what would close every gap. */
export function Gap({
  data: { gap, lowest_yuan, balance_yuan },
  detailed,
}: {
  data: Forecast
  detailed: boolean
}) {
  if (!gap) return null
  const missing = yuan(-fenOf(gap.balance_yuan))
  const negative = balance_yuan.startsWith('-')
  const closing = yuan(-fenOf(lowest_yuan))
  return (
    <div className={styles.gap} role="note">
      <IconWarning size={14} />
      <div>
        <p>
          <b className="num">资金缺口 {formatYuan(missing)} 元</b>
        </p>
        <p className="num">
          {gap.start_at} 至 {gap.end_at}
        </p>
        {detailed && (
          <p>
            {negative && '当前余额已为负，'}
            <span className="num">{gap.end_at}</span> 前另需到账 <Yuan amount={missing} />
            {!negative && '，或将同额付款推迟到该周以后'}
            {closing !== missing && (
              <>
                ；到期末共需 <Yuan amount={closing} />
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
