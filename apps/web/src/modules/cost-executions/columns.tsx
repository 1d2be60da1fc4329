import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import styles from './Page.module.css'

export interface PaymentActions {
  onDetail: (payment: PaymentListItem) => void
  onEdit: (payment: PaymentListItem) => void
  onDelete: (payment: PaymentListItem) => void
}

export const actionsOf = (
  row: PaymentListItem,
  { onDetail, onEdit, onDelete }: PaymentActions,
): RowAction[] => [
  { label: '详情', onClick: () => onDetail(row) },
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

/** Full text in a native `title` tooltip: hundreds of component tooltips would slow the table down. */
const text = (value: string) => <span title={value}>{value}</span>

export const paymentColumns = (on: PaymentActions): DataColumn<PaymentListItem>[] => [
  {
    key: 'code',
    title: '付款编号',
    width: 148,
    fixed: 'start',
    render: (row) => (
      <button type="button" className={`num ${styles.code}`} onClick={() => on.onDetail(row)}>
        {row.code}
      </button>
    ),
  },
  {
    key: 'pay_at',
    title: '付款时间',
    width: 116,
    sortable: true,
    render: (row) => <span className="num">{row.pay_at}</span>,
  },
  {
    key: 'pay_amount',
    title: '付款金额（元）',
    width: 164,
    align: 'right',
    render: (row) => <MoneyText amount={row.pay_amount_yuan} />,
  },
  { key: 'payer', title: '付款方', width: 208, render: (row) => text(row.payer) },
  { key: 'post', title: '部门/岗位', width: 96, render: (row) => text(row.post) },
  {
    key: 'summary',
    title: '摘要',
    render: (row) => (
      <>
        {row.imprest_code !== null && <span className={styles.posted}>{WRITE_OFF_CATEGORY}</span>}
        {text(row.summary)}
      </>
    ),
  },
  {
    key: 'actions',
    title: '操作',
    width: 132,
    fixed: 'end',
    render: (row) => <RowActions of={row.code} actions={actionsOf(row, on)} />,
  },
]
