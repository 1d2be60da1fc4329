import { capitals, formatYuan } from '@pianzhang/contract/money'
import { TextTip } from '../../ui/popup/TextTip.tsx'
import styles from './report.module.css'

interface Props {
  /** In yuan; null shows a dash. */
  amount: string | null
  /** 差异: above zero it is an overrun. */
  isVariance?: boolean
  /** Worked out by the rule, not typed. */
  auto?: boolean
}

/** An amount of the report. Only an overrun is red: what was saved stays black with its minus. */
export function Figure({ amount, isVariance = false, auto = false }: Props) {
  if (amount === null) return <span className={styles.auto}>-</span>
  const exact = formatYuan(amount)
  const over = isVariance && amount !== '0.00' && !amount.startsWith('-')
  return (
    <TextTip
      className={`num ${styles.figure} ${over ? 'red' : auto ? styles.auto : ''}`}
      text={() => (
        <>
          <span className="num">{exact} 元</span>
          <br />
          {capitals(amount)}
        </>
      )}
    >
      {exact}
    </TextTip>
  )
}
