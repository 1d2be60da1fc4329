import type { PaymentRequest, PaymentRequestList } from '@pianzhang/contract/payment-requests'
import { Button } from 'antd'
import type { Verb } from '../api.ts'
import { isSendable } from '../words.ts'
import styles from './detail.module.css'

interface Props {
  request: PaymentRequest
  busy: Verb | null
  onApprove: () => void
  onReject: () => void
  onWithdraw: () => void
  onSubmit: () => void
  onEdit: () => void
  onDelete: () => void
  onClose: () => void
}

/** What the person may do with the request now; 同意 is the wider one. */
export function Actions({ request: { can, state }, busy, onClose, ...on }: Props) {
  const waits = { disabled: busy !== null }
  const own = (
    <>
      {can.delete && (
        <Button danger onClick={on.onDelete} {...waits}>
          删除
        </Button>
      )}
      {can.withdraw && (
        <Button onClick={on.onWithdraw} loading={busy === 'withdraw'} {...waits}>
          撤回
        </Button>
      )}
      {can.write && (
        <Button onClick={on.onEdit} {...waits}>
          修改
        </Button>
      )}
      {can.write && isSendable(state) && (
        <Button type="primary" onClick={on.onSubmit} loading={busy === 'submit'} {...waits}>
          {state === 'draft' ? '提交申请' : '再次提交'}
        </Button>
      )}
    </>
  )
  if (!can.decide)
    return (
      <div className={styles.actions}>
        <Button onClick={onClose}>关闭</Button>
        {own}
      </div>
    )
  return (
    <>
      {(can.withdraw || can.write || can.delete) && <div className={styles.actions}>{own}</div>}
      <div className={styles.decide}>
        <Button size="large" onClick={on.onReject} {...waits}>
          驳回
        </Button>
        <Button
          size="large"
          type="primary"
          onClick={on.onApprove}
          loading={busy === 'approve'}
          disabled={busy !== null && busy !== 'approve'}
        >
          同意
        </Button>
      </div>
    </>
  )
}

/** After a decision: the next one that waits. */
export function Next({
  waiting,
  code,
  onOpen,
  onClose,
}: {
  waiting: PaymentRequestList | undefined
  /** The one that was decided. */
  code: string
  onOpen: (code: string) => void
  onClose: () => void
}) {
  const next = waiting?.items.find((one) => one.code !== code)
  return (
    <div className={styles.decide}>
      <Button size="large" onClick={onClose}>
        关闭
      </Button>
      {next && (
        <Button size="large" type="primary" autoFocus onClick={() => onOpen(next.code)}>
          下一条（还有 {waiting?.listTotal} 条）
        </Button>
      )}
    </div>
  )
}
