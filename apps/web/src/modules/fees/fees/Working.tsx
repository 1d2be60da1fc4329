import type { Calculation, FeeBasis } from '@pianzhang/contract/fees'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { staleProps } from '../../../ui/states/stale.ts'
import { beforeText } from '../words.ts'
import styles from './calculator.module.css'

/** How a tax comes about, line by line. */
export const Working = ({ computed, stale }: { computed: Calculation; stale: boolean }) => (
  <section className={styles.working} aria-label="计算过程" {...staleProps(stale)}>
    <header>
      <h3>计算过程</h3>
      <span className="num">{beforeText(computed)}</span>
    </header>
    <ol>
      {computed.working.map(({ label, text, amount_yuan }) => (
        <li key={label}>
          <b>{label}</b>
          <span className={`num ${styles.formula}`}>{text}</span>
          <span className={`num ${styles.amount}`}>{formatYuan(amount_yuan)}</span>
        </li>
      ))}
    </ol>
  </section>
)

interface ResultProps {
  computed: Calculation
  basis: FeeBasis
  stale: boolean
}

/** What was asked for: of a net fee the gross one, of a gross fee what is left. */
export function Result({ computed, basis, stale }: ResultProps) {
  const { gross_yuan, net_yuan, vat_yuan, surcharge_yuan, tax_yuan, invoice_vat_yuan, paid_yuan } = computed
  const gross = { name: '税前收入', amount: gross_yuan }
  const net = { name: '实发金额', amount: net_yuan }
  const [main, other] = basis === 'net' ? [gross, net] : [net, gross]
  const rest = [
    { name: '预扣税额', amount: tax_yuan },
    { name: '代扣增值税', amount: vat_yuan },
    { name: '附加税费', amount: surcharge_yuan },
    other,
    ...(invoice_vat_yuan === '0.00' ? [] : [{ name: '付款金额', amount: paid_yuan }]),
  ].filter(({ name, amount }) => amount !== '0.00' || name === '预扣税额')
  return (
    <section className={styles.result} aria-label="计算结果" aria-live="polite" {...staleProps(stale)}>
      <div>
        <p>{main.name}（元）</p>
        <p className={`num ${styles.figure}`}>{formatYuan(main.amount)}</p>
        <p>{capitals(main.amount)}</p>
      </div>
      <Stats className={styles.parts}>
        {rest.map(({ name, amount }) => (
          <Stat key={name} name={name}>
            {formatYuan(amount)}
          </Stat>
        ))}
      </Stats>
    </section>
  )
}
