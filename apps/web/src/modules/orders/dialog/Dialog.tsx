import type { Order } from '@pianzhang/contract/orders'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { HOME } from '../../../platform/session/menu.ts'
import { DetailDialog } from '../../../ui/page/record/DetailDialog.tsx'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { cancelOrder, ordersChanged, quotaRaised } from '../api.ts'
import { questionOf } from '../words.ts'
import { Account, CopyButton } from './Account.tsx'
import styles from './dialog.module.css'
import { Online } from './Online.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { useFollowed } from './useFollowed.ts'

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
