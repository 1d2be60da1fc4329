import type { PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  numberColumn,
  openColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { requests } from './api.ts'
import styles from './requests.module.css'
import { BookedPayment, State, Warnings } from './Tags.tsx'
import { amountOf, nameOf, payeeOf, stateText, tagsOf, timeOf } from './words.ts'

export const REMOVAL = amountRemoval<PaymentRequestItem>(requests, nameOf, amountOf)

type Row = PaymentRequestItem

interface RequestActions {
  onOpen: (row: Row) => void
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

const actionsOf = (row: Row, { onOpen, onEdit, onDelete }: RequestActions): RowAction[] => [
  { label: row.can.decide ? '审批' : '详情', onClick: () => onOpen(row) },
  ...(row.can.write ? [{ label: '修改', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const codeOf = ({ code }: Row): string => code
/** On paper; on the screen a booked payment is a link. */
const paymentText = ({ payment }: Row): string =>
  payment ? (payment.deleted ? `${payment.code}（已删除）` : payment.code) : ''

/** What waits is in one state and has no payment yet. */
export const requestColumns = (on: RequestActions, waiting: boolean): DataColumn<Row>[] => [
  openColumn('code', '申请编号', codeOf, on.onOpen, { width: 148, fixed: 'start' }),
  numberColumn('submitted_at', '发起时间', timeOf, { width: 136 }),
  textColumn('payee', '收款人/付款方', payeeOf, { width: waiting ? 208 : 156 }),
  textColumn('summary', '摘要', ({ summary }) => summary, { least: 140 }),
  moneyColumn('pay_amount', '金额（元）', amountOf, { width: 140, essential: true }),
  ...(waiting ? [] : [STATE]),
  {
    key: 'warnings',
    title: '提醒',
    width: waiting ? 232 : 160,
    text: (row) =>
      tagsOf(row)
        .map(({ text }) => text)
        .join('、'),
    render: (row) => <Warnings row={row} most={waiting ? 2 : 1} />,
  },
  textColumn('creator', '发起人', ({ creator_name }) => creator_name, { width: 80 }),
  ...(waiting ? [] : [PAYMENT]),
  actionsColumn(waiting ? 72 : 132, codeOf, (row) => actionsOf(row, on)),
]

const STATE: DataColumn<Row> = {
  key: 'state',
  title: '状态',
  width: 160,
  text: stateText,
  render: (row) => <State row={row} />,
}
const PAYMENT: DataColumn<Row> = {
  key: 'payment',
  title: '付款编号',
  width: 168,
  text: paymentText,
  unbroken: true,
  render: ({ payment }) => <BookedPayment payment={payment} />,
}

/** A request as a card on phones: payee and amount first, then the summary, warnings and state. */
export const Card = memo(function Card({
  row,
  onOpen,
  states,
}: {
  row: PaymentRequestItem
  onOpen: (row: PaymentRequestItem) => void
  /** Whether the list has requests in several states. */
  states: boolean
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={payeeOf(row)}
      amount={row.pay_amount_yuan}
      text={
        <>
          <span className="ellipsis">{row.summary}</span>
          {(states || row.warnings.length > 0) && (
            <span className={styles.cardTags}>
              <span className={styles.tags}>
                {states && <State row={row} />}
                <Warnings row={row} />
              </span>
            </span>
          )}
        </>
      }
      meta={[timeOf(row).slice(5), row.creator_name, row.code]}
      actions={[]}
      onOpen={() => onOpen(row)}
    />
  )
})
