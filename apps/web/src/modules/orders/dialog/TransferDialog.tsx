import type { Order } from '@pianzhang/contract/orders'
import { Link } from '@tanstack/react-router'
import { ORDERS } from '../../../platform/session/menu.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { DetailDialog } from '../../../ui/page/record/DetailDialog.tsx'
import { Account, CopyButton } from './Account.tsx'
import styles from './dialog.module.css'

interface Props {
  order: Order
  onClose: () => void
}

/** 请向对公账户付款, after an order by transfer. */
export default function TransferDialog({ order, onClose }: Props) {
  return (
    <DetailDialog
      title="请向对公账户付款"
      width={520}
      onClose={onClose}
      actions={<CopyButton order={order} primary />}
    >
      <p className={styles.total}>
        应付总额
        <span>
          <MoneyText amount={order.amount_yuan} /> 元
        </span>
      </p>
      <Account order={order} />
      <p className={styles.all}>
        订单编号 <span className="num">{order.number}</span>
      </p>
      <p className={styles.all}>
        <Link to={ORDERS}>查看全部订单</Link>
      </p>
    </DetailDialog>
  )
}
