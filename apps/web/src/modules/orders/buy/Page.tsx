import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'
import { ORDER_PRICES } from '@pianzhang/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/query.ts'
import { useSite } from '../../../platform/session/site.ts'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { offerQuery } from '../api.ts'
import styles from './buy.module.css'
import { OrderForm } from './OrderForm.tsx'
import { Pending } from './Pending.tsx'

/** 常见问题. */
function Questions() {
  const site = useSite()
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">常见问题</h2>
      <ul>
        <li>付款后3个月内可申请开具增值税普通发票或专用发票。</li>
        <li>银行转账通常当天或次个工作日开通。</li>
        <li>每个项目自创建起可使用3年，账号数和文件容量不限。</li>
        {site?.hotline && (
          <li>
            客服电话 <b className="num">{site.hotline}</b>
          </li>
        )}
      </ul>
    </section>
  )
}

/** `1,800`: both prices are whole yuan. */
const whole = (fen: bigint) => formatYuan(fen).replace(/\.00$/, '')

/** The price of one project, and the price of each project beyond the tenth. */
const Prices = () => (
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
        <span className="muted">（超过10个的部分）</span>
      </dd>
    </div>
  </dl>
)

const Detail = lazyDialog(() => import('../dialog/Dialog.tsx'))
const Transfer = lazyDialog(() => import('../dialog/TransferDialog.tsx'))

/** Loads the offer before the page is drawn: the banner of unpaid orders would move the page down if it came later. */
export const ready = (): Promise<void> => queryClient.prefetchQuery(offerQuery)

/** 购买项目. */
export default function BuyPage() {
  const { data: offer, error, isFetching, refetch } = useQuery(offerQuery)
  const { dialog, open, close } = useDialog()
  const onDetail = (order: Order) => open(<Detail key={order.code} order={order} onClose={close} />)
  const onOrdered = (order: Order) =>
    order.payment_type === 'transfer' ? open(<Transfer order={order} onClose={close} />) : onDetail(order)

  return (
    <>
      <PageHead title="购买项目" />
      {offer && <Pending orders={offer.items} onDetail={onDetail} />}
      <PageBody>
        <div className={styles.columns}>
          <section className={styles.panel} aria-label="订单">
            <Prices />
            {error && !offer ? (
              <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
            ) : (
              <OrderForm offer={offer} onOrdered={onOrdered} />
            )}
          </section>
          <Questions />
        </div>
      </PageBody>
      {dialog}
    </>
  )
}
