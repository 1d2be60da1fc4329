import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { formatYuan } from '@pianzhang/contract/money'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  moneyText,
  NOTHING,
  numberColumn,
  openColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import { PaymentLink } from '../booking/PaymentLink.tsx'
import styles from './invoices.module.css'
import { Status } from './Status.tsx'
import { amountOf, faultOf, nameOf, paymentsOf, paymentsText, statusOf } from './words.ts'

interface Props {
  invoice: InvoiceRow
  onPreview: () => void
  onDetail: () => void
}

/** The first picture in a row, or the format of an electronic original; a click shows it. */
function Thumb({ invoice, onPreview, onDetail }: Props) {
  const { invoice_pic, files } = invoice
  const [first] = files
  if (invoice_pic)
    return (
      <button
        type="button"
        className={styles.thumb}
        onClick={onPreview}
        aria-label={`预览发票图片 ${nameOf(invoice)}`}
      >
        <img src={invoice_pic.thumb_url ?? invoice_pic.file_url} alt="" loading="lazy" />
      </button>
    )
  if (!first) return '-'
  return (
    <button
      type="button"
      className={styles.format}
      onClick={onDetail}
      aria-label={`查看电子发票 ${nameOf(invoice)}`}
    >
      {first.format.toUpperCase()}
    </button>
  )
}

interface InvoiceActions {
  onDetail: (invoice: InvoiceRow) => void
  onCheck: (invoice: InvoiceRow) => void
  onVoid: (invoice: InvoiceRow) => void
  onUnvoid: (invoice: InvoiceRow) => void
  onPreview: (invoice: InvoiceRow) => void
}

/** Why an invoice cannot be voided: the payments that use it. */
function usedBy(row: InvoiceRow): string | undefined {
  const {
    codes: [first],
    count,
  } = paymentsOf(row)
  if (first === undefined) return undefined
  return `已用于付款 ${first}${count > 1 ? ` 等 ${count} 笔付款` : ''}，请先在该付款中取消关联`
}

export const actionsOf = (row: InvoiceRow, on: InvoiceActions): RowAction[] => [
  { label: '详情', onClick: () => on.onDetail(row) },
  ...(row.can.write
    ? row.voided
      ? [{ label: '撤销作废', onClick: () => on.onUnvoid(row) }]
      : [
          { label: '查验', onClick: () => on.onCheck(row) },
          { label: '作废', danger: true, refused: usedBy(row), onClick: () => on.onVoid(row) },
        ]
    : []),
]

/** Number, state, amount, seller and why it failed are in sight at 1440 px; what is rarely needed is behind. `uses`: with what lines use of an invoice and leave of it. */
export const invoiceColumns = (on: InvoiceActions, uses = false): DataColumn<InvoiceRow>[] => [
  openColumn('number', '发票号码', (row) => row.invoice_number, on.onDetail, {
    // Fits twenty digits.
    width: 192,
    fixed: 'start',
  }),
  {
    key: 'status',
    title: '查验状态',
    width: 88,
    text: statusOf,
    render: (row) => <Status status={row.status} text={row.status_i18n} voided={row.voided !== null} />,
  },
  textColumn('type', '发票类型', (row) => row.invoice_type_i18n, { width: 108 }),
  {
    key: 'amount',
    title: '金额（元）',
    // Fits an amount of trillions with 不含税 before it.
    width: 192,
    align: 'right',
    text: (row) => {
      const { amount, net } = amountOf(row)
      return `${net ? '不含税 ' : ''}${moneyText(amount)}`
    },
    render: (row) => {
      const { amount, net } = amountOf(row)
      return (
        <>
          {net && <span className={styles.net}>不含税</span>}
          <MoneyText amount={amount} />
        </>
      )
    },
  },
  numberColumn('billing_date', '开票日期', (row) => row.billing_date, { width: 100 }),
  textColumn('seller', '销售方', (row) => row.seller_name, { width: 140 }),
  // Fits 与本项目中已有的发票重复.
  textColumn('reason', '失败原因', faultOf, { least: 188 }),
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 144 }),
  {
    key: 'picture',
    title: '发票图片',
    width: 72,
    render: (row) => (
      <Thumb invoice={row} onPreview={() => on.onPreview(row)} onDetail={() => on.onDetail(row)} />
    ),
  },
  {
    key: 'payment',
    title: '关联付款',
    width: 136,
    text: paymentsText,
    unbroken: true,
    render: (row) => {
      const {
        codes: [first],
        count,
      } = paymentsOf(row)
      if (first === undefined) return NOTHING
      return (
        <>
          <PaymentLink code={first} />
          {count > 1 && ` 等${count}笔`}
        </>
      )
    },
  },
  ...(uses
    ? [
        moneyColumn<InvoiceRow>('used', '已用（元）', (row) => row.used.amount_yuan),
        moneyColumn<InvoiceRow>('left', '余额（元）', (row) => row.left_amount_yuan),
      ]
    : []),
  numberColumn('code', '发票代码', (row) => row.invoice_code, { width: 120 }),
  actionsColumn<InvoiceRow>(132, nameOf, (row) => actionsOf(row, on)),
]

/** An invoice as a card on phones: seller or number and amount first, then why it failed, then the rest. */
export const Card = memo(function Card({ row, on }: { row: InvoiceRow; on: InvoiceActions }) {
  const { amount, net } = amountOf(row)
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={
        <>
          <Status status={row.status} text={row.status_i18n} voided={row.voided !== null} />{' '}
          {row.seller_name || nameOf(row)}
        </>
      }
      {...(amount === null ? {} : { amount, amountNote: net && '不含税' })}
      text={faultOf(row) || (row.status === 2 && row.reason) || row.invoice_type_i18n}
      meta={[
        ...(row.billing_date ? [row.billing_date] : []),
        ...paymentsOf(row).codes.slice(0, 1),
        ...(row.uses.length > 0 && row.left_amount_yuan ? [`余额 ${formatYuan(row.left_amount_yuan)}`] : []),
        ...(row.seller_name && row.invoice_number ? [{ shrinking: row.invoice_number }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
