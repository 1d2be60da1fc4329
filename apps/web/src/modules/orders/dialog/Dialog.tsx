import type { Order } from '@pianzhang/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { queryClient } from '../../../platform/query.ts'
import { HOME } from '../../../platform/session/menu.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { DetailDialog } from '../../../ui/page/record/DetailDialog.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { formatMinute } from '../../../ui/time.ts'
import { cancelOrder, checkOrder, orderQuery, ordersChanged, quotaRaised, readOrder } from '../api.ts'
import { Status } from '../Status.tsx'
import { questionOf } from '../words.ts'
import { Account, CopyButton } from './Account.tsx'
import styles from './dialog.module.css'
import { followOrder } from './follow.ts'
import { Online } from './Online.tsx'

/** An open dialog's order as it is now, followed while it is pending; `reached`: false while the connection is lost. */
function useFollowed(known: Order): { order: Order; reached: boolean } {
  const { data: order = known } = useQuery(orderQuery(known))
  const [reached, setReached] = useState(true)
  const pending = order.status === 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` is a new object on each render, its code is the same
  useEffect(() => {
    if (!pending) return
    const left = new AbortController()
    const calls = {
      check: (options: { signal: AbortSignal }) => checkOrder(known.code, options),
      read: (options: { signal: AbortSignal }) => readOrder(known.code, options),
    }
    const onOrder = (now: Order) => queryClient.setQueryData(orderQuery(known).queryKey, now)
    followOrder(known, calls, { onOrder, onReached: setReached }, left.signal)
    return () => left.abort()
  }, [known.code, pending])
  return { order, reached }
}

const num = (value: string | number) => <span className="num">{value}</span>
const money = (amount: string, strong = false) => (
  <>
    <MoneyText amount={amount} strong={strong} /> 元
  </>
)

/** What was ordered, by whom, and what it costs. */
const OrderFacts = ({ order }: { order: Order }) => (
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

interface Props {
  /** As the page knows it. */
  order: Order
  onClose: () => void
}

/** 订单详情: what was ordered and, while it is pending, how to pay it. */
export default function OrderDialog({ order: known, onClose }: Props) {
  const { order, reached } = useFollowed(known)
  const pending = order.status === 'pending'
  const isTransfer = order.payment_type === 'transfer'
  const { askCancel, elsewhere } = useCancelling(order, known, onClose)
  usePaid(order, known, onClose)
  return (
    <DetailDialog
      title="订单详情"
      width={640}
      onClose={onClose}
      actions={
        pending && (
          <>
            {isTransfer && <CopyButton order={order} />}
            {order.can.cancel && (
              <span className={styles.cancel}>
                <Button type="link" danger onClick={() => void askCancel()}>
                  取消订单
                </Button>
              </span>
            )}
          </>
        )
      }
    >
      {elsewhere && (
        <p className={styles.notice} role="status">
          该订单已被取消，请勿付款。
        </p>
      )}
      <OrderFacts order={order} />
      {pending && (
        <section className={styles.payment} aria-label="付款">
          {isTransfer ? <Account order={order} /> : <Online order={order} reached={reached} />}
        </section>
      )}
    </DetailDialog>
  )
}

/** Once an order that was pending when the dialog opened is paid, the quota is larger, so the list of projects opens. */
function usePaid({ status }: Order, known: Order, onClose: () => void): void {
  const navigate = useNavigate()
  const paid = status === 'paid' && known.status === 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when `paid` becomes true; the other values are those of that render
  useEffect(() => {
    if (!paid) return
    toast.success('购买成功')
    onClose()
    void quotaRaised()
    void navigate({ to: HOME })
  }, [paid])
}

/** 取消订单, and whether somebody else cancelled the order while the dialog showed it. */
function useCancelling(order: Order, known: Order, onClose: () => void) {
  const pending = order.status === 'pending'
  const [own, setOwn] = useState(false)
  const [until, setUntil] = useState<AbortController | null>(null)
  // The question closes by itself if the order is paid or cancelled meanwhile.
  useEffect(() => {
    if (!pending && !own) until?.abort()
  }, [pending, own, until])
  useEffect(() => () => until?.abort(), [until])

  async function askCancel() {
    const left = new AbortController()
    setUntil(left)
    const question = { title: '确定取消订单？', text: questionOf(order), danger: true, until: left.signal }
    const cancelled = await ask(question, async () => {
      setOwn(true)
      try {
        const { msg } = await cancelOrder(order.code)
        toast.success(msg)
        await ordersChanged()
      } catch (error) {
        setOwn(false)
        throw error
      }
    })
    if (cancelled) onClose()
  }
  const elsewhere = !own && order.status === 'cancelled' && known.status === 'pending'
  // Changes of company-wide records are not pushed to pages: the list under the dialog would still show the order as pending.
  useEffect(() => {
    if (elsewhere) void ordersChanged()
  }, [elsewhere])
  return { askCancel, elsewhere }
}
