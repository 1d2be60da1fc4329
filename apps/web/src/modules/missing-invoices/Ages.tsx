import { AGES, FLAGS, type MissingTotals } from '@pianzhang/contract/missing-invoices'
import { capitals, fenOf, formatYuan, percentOf } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { staleProps } from '../../ui/states/stale.ts'
import styles from './missing.module.css'
import type { MissingFilter } from './search.ts'

interface Props {
  /** Of what the filters match; undefined: not known yet. */
  totals: MissingTotals | undefined
  stale: boolean
  /** Shows only lines with a flag. */
  onFilter: (filter: MissingFilter) => void
}

/** What lacks an invoice in all, and how old it is. */
export function Ages({ totals, stale, onFilter }: Props) {
  const whole = fenOf(totals?.lacking_yuan ?? '0.00')
  const flagged = FLAGS.flatMap(({ code, label }) => {
    const of = totals?.flags.find(({ flag }) => flag === code)
    return of && of.count > 0 ? [{ code, label, of }] : []
  })
  return (
    <section aria-label="欠票合计" {...staleProps(stale)}>
      <dl className={styles.ages}>
        <div className={styles.whole}>
          <dt>欠票金额（元）</dt>
          <dd>
            <span className={`num ${styles.sum}`}>{totals ? formatYuan(totals.lacking_yuan) : ' '}</span>
            <span className="caption">{totals && capitals(totals.lacking_yuan)}</span>
          </dd>
        </div>
        {AGES.map(({ code, label }) => {
          const amount = totals?.ages.find(({ age }) => age === code)?.lacking_yuan ?? '0.00'
          const late = code === 'over_90' && amount !== '0.00'
          const share = whole === 0n ? '0.00%' : percentOf(fenOf(amount), whole)
          return (
            <div key={code} className={late ? styles.late : undefined}>
              <dt>
                {label}
                <span className="num">{share}</span>
              </dt>
              <dd>
                <MoneyText amount={amount} className={styles.part ?? ''} />
                <span className={styles.bar}>
                  <i style={{ width: share }} />
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      {flagged.length > 0 && (
        <p className={styles.flags}>
          {flagged.map(({ code, label, of }) => (
            <button
              key={code}
              type="button"
              className={code === 'late' ? styles.red : styles.amber}
              onClick={() => onFilter({ flag: code })}
            >
              {label} <b className="num">{count(of.count)}</b> 笔{' '}
              <b className="num">{formatYuan(of.lacking_yuan)}</b> 元
            </button>
          ))}
          <span>汇算清缴于次年5月31日截止，逾期仍未取得发票的支出不得税前扣除</span>
        </p>
      )}
    </section>
  )
}
