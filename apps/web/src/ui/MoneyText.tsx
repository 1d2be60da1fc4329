import { capitals, formatYuan } from '@pianzhang/contract/money'
import styles from './MoneyText.module.css'
import { TextTip } from './popup/TextTip.tsx'

interface Props {
  /** An amount of the API ("1234.50"); null or '' shows a dash. */
  amount: string | null | undefined
  strong?: boolean
  /** Pass false where the amount in capitals is shown beside it. */
  tip?: boolean
  className?: string
}

/** An amount: tabular figures, separators, red below zero, never cut; exact amount and capitals in a tooltip. The cell aligns it. */
export function MoneyText({ amount, strong, tip = true, className }: Props) {
  if (amount === null || amount === undefined || amount === '') return <span className="faint">-</span>
  const exact = formatYuan(amount)
  const classes = [
    'num',
    styles.money,
    amount.startsWith('-') ? 'red' : '',
    strong ? 'strong' : '',
    className ?? '',
  ]
    .filter(Boolean)
    .join(' ')
  if (!tip) return <span className={classes}>{exact}</span>
  const text = () => (
    <>
      <span className="num">{exact} 元</span>
      <br />
      {capitals(amount)}
    </>
  )
  return (
    <TextTip className={classes} text={text}>
      {exact}
    </TextTip>
  )
}
