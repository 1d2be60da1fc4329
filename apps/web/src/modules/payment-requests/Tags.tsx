import type { PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../platform/session/session.ts'
import { Tag, type TagKind } from '../../ui/Tag.tsx'
import styles from './requests.module.css'
import { stateText, tagsOf } from './words.ts'

type Row = PaymentRequestItem

/** Why to look twice, as tags. `most`: of more, the last one says how many they are, so that a row of a table stays one line. */
export function Warnings({ row, most = Number.POSITIVE_INFINITY }: { row: Row; most?: number }) {
  const tags = tagsOf(row)
  const rest = tags.slice(most)
  return (
    <span className={most < Number.POSITIVE_INFINITY ? `${styles.tags} ${styles.oneLine}` : styles.tags}>
      {tags.slice(0, most).map(({ text, whole, mild }) => (
        <Tag key={text} kind={mild ? 'amber' : 'red'} title={whole}>
          {text}
        </Tag>
      ))}
      {rest.length > 0 && (
        <Tag kind="grey" title={rest.map(({ whole }) => whole).join('；')}>
          +{rest.length}
        </Tag>
      )}
    </span>
  )
}

const KINDS: Partial<Record<Row['state'], TagKind>> = { pending: 'tint', approved: 'green', rejected: 'red' }
/** 审批中 · 待制片人 */
export const State = ({ row }: { row: Row }) => (
  <Tag kind={KINDS[row.state] ?? 'grey'} title={[stateText(row), row.escalation].filter(Boolean).join('。')}>
    {stateText(row)}
  </Tag>
)

/** The payment that a request became, as a link for those who may read payments. */
export function BookedPayment({ payment }: Pick<Row, 'payment'>) {
  const may = useCan()
  if (!payment) return null
  if (payment.deleted)
    return (
      <span className="num faint">
        <s>{payment.code}</s> 已删除
      </span>
    )
  const number = <span className="num">{payment.code}</span>
  return may('cost_execution', 'read') ? (
    <Link to="/implement/cost" search={{ activeName: 'second', keywords: payment.code }}>
      {number}
    </Link>
  ) : (
    number
  )
}
