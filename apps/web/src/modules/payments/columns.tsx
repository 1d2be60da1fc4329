import { WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { PAYMENT_FIELDS, type PaymentListItem } from '@pianzhang/contract/payments'
import { SAME_DAY, sameDayText } from '@pianzhang/contract/same-day'
import { memo } from 'react'
import { addPictures } from '../../ui/images/add/addPictures.ts'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  editDelete,
  moneyColumn,
  numberColumn,
  openColumn,
  type RecordActions,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { markedBy, type PayeeParts, payeeColumns } from '../payees/picker/useParts.ts'
import { payments } from './api.ts'
import styles from './Page.module.css'
import { effectsOf } from './removalEffects.ts'
import { refusalOf } from './removalLimit.ts'

const REMOVES = amountRemoval(
  payments,
  (row: PaymentListItem) => `付款编号 ${row.code}`,
  (row) => row.pay_amount_yuan,
)
export const REMOVAL: Removal<PaymentListItem> = {
  ...REMOVES,
  nameOne: (row) => `${REMOVES.nameOne(row)}${effectsOf([row])}`,
  nameMany: (rows) => `${REMOVES.nameMany(rows)}${effectsOf(rows)}`,
  refusal: refusalOf,
}

export const actionsOf = (row: PaymentListItem, on: RecordActions<PaymentListItem>): RowAction[] => [
  { label: '详情', onClick: () => on.onDetail(row) },
  ...editDelete(row, on),
]
const codeOf = (row: PaymentListItem) => row.code

/** `payees`: what a feature adds. */
export const paymentColumns = (
  on: RecordActions<PaymentListItem>,
  payees?: PayeeParts,
): DataColumn<PaymentListItem>[] => [
  openColumn('code', '付款编号', codeOf, on.onDetail, { width: 148, fixed: 'start' }),
  numberColumn('pay_at', PAYMENT_FIELDS.pay_at, (row) => row.pay_at, { width: 116, sortable: true }),
  moneyColumn('pay_amount', '付款金额（元）', (row) => row.pay_amount_yuan),
  markedBy(
    payees,
    textColumn('payer', PAYMENT_FIELDS.payer, (row: PaymentListItem) => row.payer, { width: 208 }),
  ),
  textColumn('post', PAYMENT_FIELDS.post, (row) => row.post, { width: 96 }),
  {
    key: 'summary',
    title: PAYMENT_FIELDS.summary,
    text: (row) => row.summary,
    render: (row) => (
      <>
        {row.imprest_code !== null && (
          <Tag kind="tint" className={styles.mark}>
            {WRITE_OFF_CATEGORY}
          </Tag>
        )}
        {row.same_day && (
          <Tag kind="amber" className={styles.mark} title={sameDayText(row.same_day)}>
            {SAME_DAY}
          </Tag>
        )}
        <span title={row.summary}>{row.summary}</span>
      </>
    ),
  },
  ...payeeColumns<PaymentListItem>(payees),
  actionsColumn(168, codeOf, (row) => actionsOf(row, on)),
]

/** A payment as a card on phones: payer and amount first, then purpose, then the rest. */
export const Card = memo(function Card({
  row,
  on,
  onAddPictures,
}: {
  row: PaymentListItem
  on: RecordActions<PaymentListItem>
  onAddPictures: ((row: PaymentListItem) => void) | undefined
}) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.code}
      title={row.payer}
      amount={row.pay_amount_yuan}
      text={row.summary}
      meta={[
        row.pay_at,
        ...(row.imprest_code === null ? [] : [WRITE_OFF_CATEGORY]),
        ...(row.repeated ? [{ warning: '疑似重复付款' }] : []),
        ...(row.same_day ? [{ warning: SAME_DAY }] : []),
        ...(row.post ? [{ shrinking: row.post }] : []),
        row.code,
      ]}
      actions={[...actionsOf(row, on), ...addPictures('凭证图片', row, onAddPictures)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
