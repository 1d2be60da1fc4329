import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyText,
  numberColumn,
  openColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
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

export const invoiceColumns = (on: InvoiceActions): DataColumn<InvoiceRow>[] => [
  {
    key: 'status',
    title: '查验状态',
    width: 108,
    text: (row) => row.status_i18n,
    render: (row) => <Status status={row.status} text={row.status_i18n} />,
  },
  textColumn('type', '发票类型', (row) => row.invoice_type_i18n, { width: 112 }),
  numberColumn('code', '发票代码', (row) => row.invoice_code, { width: 120 }),
  openColumn('number', '发票号码', (row) => row.invoice_number, on.onDetail, {
    // Fits twenty digits.
    width: 192,
    fixed: 'start',
  }),
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
  textColumn('reason', '失败原因', (row) => (row.status === 1 ? row.reason : ''), { least: 200 }),
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
    text: (row) => row.payment?.code ?? '',
    unbroken: true,
    render: (row) => row.payment && <PaymentLink code={row.payment.code} />,
  },
  actionsColumn<InvoiceRow>(92, nameOf, (row) => actionsOf(row, on)),
]
