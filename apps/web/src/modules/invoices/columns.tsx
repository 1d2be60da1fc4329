import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { cells, moneyText } from '../../ui/table/cells.tsx'
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

const { text, number } = cells<InvoiceRow>()

export const invoiceColumns = (on: InvoiceActions): DataColumn<InvoiceRow>[] => [
  {
    key: 'status',
    title: '查验状态',
    width: 108,
    text: (row) => row.status_i18n,
    render: (row) => <Status status={row.status} text={row.status_i18n} />,
  },
  { key: 'type', title: '发票类型', width: 112, ...text((row) => row.invoice_type_i18n) },
  { key: 'code', title: '发票代码', width: 120, ...number((row) => row.invoice_code) },
  {
    key: 'number',
    title: '发票号码',
    // Twenty digits.
    width: 192,
    fixed: 'start',
    text: (row) => row.invoice_number,
    unbroken: true,
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
    // An amount of trillions, with 不含税 before it.
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
  { key: 'billing_date', title: '开票日期', width: 100, ...number((row) => row.billing_date ?? '') },
  { key: 'reason', title: '失败原因', least: 200, ...text((row) => (row.status === 1 ? row.reason : '')) },
  { key: 'created_at', title: '创建时间', width: 144, ...number((row) => formatMinute(row.created_at)) },
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
    text: (row) => row.payment?.code ?? '',
    unbroken: true,
    render: (row) => row.payment && <PaymentLink code={row.payment.code} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: 92,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
