import { formatYuan } from '@pianzhang/contract/money'
import type { Order } from '@pianzhang/contract/orders'
import { Button } from 'antd'
import { AccountText } from '../../../ui/AccountText.tsx'
import { copyText } from '../../../ui/copy.ts'
import { IconCopy, IconWarning } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import styles from './dialog.module.css'

const NAMES = { number: '订单编号', subject: '账户名称', account: '账号', bank: '开户行', code: '付款码' }
const REMARK_WARNING = '转账时请务必在备注中填写付款码，否则无法匹配到账。'

/** The account to transfer to, and the code that the remark must have. */
export const Account = ({ order }: { order: Order }) => (
  <>
    <dl className={styles.account}>
      <dt>{NAMES.subject}</dt>
      <dd>{order.collection_subject}</dd>
      <dt>{NAMES.account}</dt>
      <dd>{order.collection_bank_account && <AccountText number={order.collection_bank_account} />}</dd>
      <dt>{NAMES.bank}</dt>
      <dd>{order.collection_bank_name}</dd>
      <dt>{NAMES.code}</dt>
      <dd className={`num ${styles.code}`}>{order.payment_code}</dd>
    </dl>
    <p className={styles.warning}>
      <IconWarning size={14} />
      {REMARK_WARNING}
    </p>
  </>
)

const infoOf = (order: Order): string =>
  [
    `${NAMES.subject}：${order.collection_subject}`,
    `${NAMES.account}：${order.collection_bank_account}`,
    `${NAMES.bank}：${order.collection_bank_name}`,
    `${NAMES.number}：${order.number}`,
    `应付总额：${formatYuan(order.amount_yuan)} 元`,
    `${NAMES.code}：${order.payment_code}`,
    REMARK_WARNING,
  ].join('\n')

async function copy(order: Order): Promise<void> {
  if (await copyText(infoOf(order))) toast.success('复制成功')
  else toast.error('复制失败')
}

/** 复制付款信息. */
export const CopyButton = ({ order, primary = false }: { order: Order; primary?: boolean }) => (
  <Button
    type={primary ? 'primary' : 'default'}
    icon={<IconCopy size={14} />}
    onClick={() => void copy(order)}
  >
    复制付款信息
  </Button>
)
