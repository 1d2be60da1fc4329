import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './invoices.module.css'
import { PaymentLink } from './PaymentLink.tsx'
import { Status } from './Status.tsx'
import { Thumb } from './Thumb.tsx'
import { amountOf, nameOf } from './words.ts'

export interface InvoiceActions {
  onDetail: (invoice: InvoiceRow) => void
  onCheck: (invoice: InvoiceRow) => void
  onPreview: (invoice: InvoiceRow) => void
}

export const actionsOf = (row: InvoiceRow, { onDetail, onCheck }: InvoiceActions): RowAction[] => [
  { label: '详情', onClick: () => onDetail(row) },
  ...(row.can.write ? [{ label: '查验', onClick: () => onCheck(row) }] : []),
]

const text = (value: string) => <span title={value}>{value}</span>
const num = (value: string | null) => (
  <span className="num" title={value ?? undefined}>
    {value}
  </span>
)

export const invoiceColumns = (on: InvoiceActions): DataColumn<InvoiceRow>[] => [
  {
    key: 'status',
    title: '查验状态',
    width: 84,
    render: (row) => <Status status={row.status} text={row.status_i18n} />,
  },
  { key: 'type', title: '发票类型', width: 128, render: (row) => text(row.invoice_type_i18n) },
  { key: 'code', title: '发票代码', width: 128, render: (row) => num(row.invoice_code) },
  {
    key: 'number',
    title: '发票号码',
    width: 172,
    fixed: 'start',
    render: (row) =>
      row.invoice_number && (
        <button type="button" className={`num ${styles.number}`} onClick={() => on.onDetail(row)}>
          {row.invoice_number}
        </button>
      ),
  },
  {
    key: 'amount',
    title: '金额（元）',
    width: 128,
    align: 'right',
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
  {
    key: 'payment',
    title: '关联付款',
    width: 136,
    render: (row) => row.payment && <PaymentLink code={row.payment.code} />,
  },
  { key: 'billing_date', title: '开票日期', width: 100, render: (row) => num(row.billing_date) },
  { key: 'reason', title: '失败原因', least: 128, render: (row) => text(row.status === 1 ? row.reason : '') },
  {
    key: 'picture',
    title: '发票图片',
    width: 72,
    render: (row) => (
      <Thumb invoice={row} onPreview={() => on.onPreview(row)} onDetail={() => on.onDetail(row)} />
    ),
  },
  {
    key: 'created_at',
    title: '创建时间',
    width: 144,
    render: (row) => num(formatMinute(row.created_at)),
  },
  {
    key: 'actions',
    title: '操作',
    width: 92,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
