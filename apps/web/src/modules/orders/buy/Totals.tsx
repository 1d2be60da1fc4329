import { type Fen, yuan } from '@pianzhang/contract/money'
import { orderPrice } from '@pianzhang/contract/orders'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import styles from './buy.module.css'

interface Props {
  /** The quota now; undefined until it is known. */
  owned: number | undefined
  /** Undefined: the typed text is no valid quantity. */
  quantity: number | undefined
}

/** The price of the order, computed by the same function as on the server; dashes while it is unknown. */
export function Totals({ owned, quantity }: Props) {
  const known = owned !== undefined && quantity !== undefined
  const price = known ? orderPrice(owned, quantity) : undefined
  return (
    <dl className={styles.totals} aria-live="polite">
      <Line name="原价" fen={price && price.amount + price.discount} />
      <Line name="优惠金额" fen={price?.discount} />
      <Line name="应付总额" fen={price?.amount} className={styles.due} />
    </dl>
  )
}

const Line = ({
  name,
  fen,
  className,
}: {
  name: string
  fen: Fen | undefined
  className?: string | undefined
}) => (
  <div className={`${styles.line} ${className ?? ''}`}>
    <dt>{name}</dt>
    <dd>
      <MoneyText amount={fen === undefined ? null : yuan(fen)} /> 元
    </dd>
  </div>
)
