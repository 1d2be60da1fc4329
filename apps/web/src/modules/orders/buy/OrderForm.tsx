import { yuan } from '@pianzhang/contract/money'
import {
  type Order,
  type OrderBody,
  type OrderList,
  orderPrice,
  type PaymentMethod,
} from '@pianzhang/contract/orders'
import { type SubmitEvent, useRef, useState } from 'react'
import type { ApiError } from '../../../platform/api/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSave } from '../../../ui/form/useSave.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { createOrder, ordersChanged } from '../api.ts'
import styles from './buy.module.css'
import { Payment } from './Payment.tsx'
import { Quantity } from './Quantity.tsx'
import { readQuantity } from './quantity.ts'
import { Totals } from './Totals.tsx'

interface Props {
  /** Undefined while it loads. */
  offer: OrderList | undefined
  onOrdered: (order: Order) => void
}

type Refused = { [field in keyof OrderBody]?: string }
const NO_KEY = { content: '', key: '' }

/** Quantity, payment type and price. Without the right to order, the price only. */
export function OrderForm({ offer, onOrdered }: Props) {
  const [typed, setTyped] = useState('1')
  const [chosen, setChosen] = useState<PaymentMethod>()
  const [refused, setRefused] = useState<Refused>({})
  // The chosen payment type may not be offered any more; then the first one counts.
  const types = offer?.payment_types ?? []
  const type = (types.find(({ value }) => value === chosen) ?? types[0])?.value
  const read = readQuantity(typed)
  const quantity = 'quantity' in read ? read.quantity : undefined
  const owned = offer?.total_count

  const last = useRef(NO_KEY)
  const { save, saving } = useSave({
    send: async (body: OrderBody, key) => (await createOrder(body, key)).data,
    onFailed: (error: ApiError) => {
      setRefused(byField(error))
      // Prices or payment types may have changed.
      void ordersChanged()
    },
    last,
  })
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (quantity === undefined || type === undefined || owned === undefined) return
    setRefused({})
    const order = await save({ project_quantity: quantity, payment_type: type })
    if (!order) return
    // The same content again is a new order, which needs a new Idempotency-Key.
    last.current = NO_KEY
    setTyped('1')
    if (order.amount_yuan !== yuan(orderPrice(owned, quantity).amount))
      toast.warning('项目总数已变化，应付总额以订单为准。')
    onOrdered(order)
    void ordersChanged()
  }

  const note =
    owned === undefined || quantity === undefined ? '' : `现有 ${owned} 个，购买后共 ${owned + quantity} 个`
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Quantity
        value={typed}
        error={('error' in read ? read.error : undefined) ?? refused.project_quantity}
        note={note}
        onChange={(text) => {
          setTyped(text)
          setRefused({})
        }}
      />
      {offer?.can.create &&
        (types.length > 0 ? (
          <Payment types={types} value={type} error={refused.payment_type} onChange={setChosen} />
        ) : (
          <p className={styles.error}>暂无可用的支付方式，请联系客服。</p>
        ))}
      <Totals owned={owned} quantity={quantity} />
      {offer &&
        (offer.can.create ? (
          <Button
            submit
            type="primary"
            className={styles.submit}
            loading={saving}
            disabled={quantity === undefined || type === undefined}
          >
            提交订单
          </Button>
        ) : (
          <p className={styles.note}>您没有购买权限，如需购买请联系管理员。</p>
        ))}
    </form>
  )
}

const byField = ({ errors }: ApiError): Refused =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))
