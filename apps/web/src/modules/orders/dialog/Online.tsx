import type { Order } from '@pianzhang/contract/orders'
import { Suspense } from 'react'
import { lightPage } from '../../../ui/code/lazy.tsx'
import styles from './dialog.module.css'

const Qr = lightPage<{ address: string }>(() => import('./Qr.tsx'))

const SCAN = { alipay: '请使用支付宝扫码付款', wechat_pay: '请使用微信扫码付款', transfer: '' }

interface Props {
  order: Order
  /** False while the connection is lost. */
  reached: boolean
}

/** The QR code to pay by; the page reports the payment by itself. */
export function Online({ order, reached }: Props) {
  const address = order.qrcode_url
  if (!address) return <p className={styles.notice}>付款二维码已失效，请取消订单后重新提交。</p>
  return (
    <div className={styles.online}>
      <div className={styles.qr}>
        <Suspense>
          <Qr address={address} />
        </Suspense>
      </div>
      <div className={styles.pay}>
        {order.sandbox ? (
          <>
            <p className={styles.sandbox}>沙箱（仅供测试，不产生真实扣款）</p>
            <a href={address} target="_blank" rel="noreferrer">
              打开沙箱收银台
            </a>
          </>
        ) : (
          <p>{SCAN[order.payment_type]}</p>
        )}
        <p className="note" role="status">
          {reached ? '付款后将自动显示结果，请勿重复付款。' : '网络已断开，恢复后会自动重连。'}
        </p>
      </div>
    </div>
  )
}
