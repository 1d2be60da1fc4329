import type { Order } from '@pianzhang/contract/orders'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { Status } from '../Status.tsx'

const num = (value: string | number) => <span className="num">{value}</span>
const money = (amount: string, strong = false) => (
  <>
    <MoneyText amount={amount} strong={strong} /> 元
  </>
)

/** What was ordered, by whom, and what it costs. */
export const OrderFacts = ({ order }: { order: Order }) => (
  <Facts>
    <Fact name="订单编号" value={num(order.number)} />
    <Fact name="创建人" value={order.user_name} />
    <Fact name="创建时间" value={num(formatMinute(order.created_at))} />
    <Fact
      name="订单状态"
      value={
        <Status status={order.status} {...(order.status === 'pending' && { text: '进行中（待付款）' })} />
      }
    />
    <Fact name="项目数量" value={<>{num(order.project_quantity)} 个</>} />
    <Fact name="单价" value={money(order.price_yuan)} />
    <Fact name="优惠金额" value={money(order.discount_amount_yuan)} />
    <Fact name="应付总额" value={money(order.amount_yuan, true)} />
    <Fact name="支付方式" value={order.payment_type_i18n} />
    {order.paid_at && <Fact name="付款时间" value={num(formatMinute(order.paid_at))} />}
    {order.cancelled_at && <Fact name="取消时间" value={num(formatMinute(order.cancelled_at))} />}
  </Facts>
)
