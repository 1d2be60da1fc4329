import { formatYuan } from '@pianzhang/contract/money'
import { ORDER_PRICES } from '@pianzhang/contract/orders'
import styles from './buy.module.css'

/** `1,800`: both prices are whole yuan. */
const whole = (fen: bigint) => formatYuan(fen).replace(/\.00$/, '')

/** The price of one project, and the price of each project beyond the tenth. */
export const Prices = () => (
  <dl className={styles.prices}>
    <div>
      <dt>项目单价</dt>
      <dd>
        <b className="num">{whole(ORDER_PRICES.price)}</b> 元/个
      </dd>
    </div>
    <div>
      <dt>优惠单价</dt>
      <dd>
        <b className="num">{whole(ORDER_PRICES.discounted)}</b> 元/个
        <span className={styles.beyond}>（超过10个的部分）</span>
      </dd>
    </div>
  </dl>
)
