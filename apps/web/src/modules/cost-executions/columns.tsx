import type { PaymentListItem } from '@pianzhang/contract/cost-executions'
import { WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { cells } from '../../ui/table/cells.tsx'
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

const { text, number, money } = cells<PaymentListItem>()

export const paymentColumns = (on: PaymentActions): DataColumn<PaymentListItem>[] => [
  {
    key: 'code',
    title: '付款编号',
    width: 148,
    fixed: 'start',
    text: (row) => row.code,
    unbroken: true,
    render: (row) => (
      <button type="button" className={`num ${styles.code}`} onClick={() => on.onDetail(row)}>
        {row.code}
      </button>
    ),
  },
  { key: 'pay_at', title: '付款时间', width: 116, sortable: true, ...number((row) => row.pay_at) },
  { key: 'pay_amount', title: '付款金额（元）', ...money((row) => row.pay_amount_yuan) },
  { key: 'payer', title: '付款方', width: 208, ...text((row) => row.payer) },
  { key: 'post', title: '部门/岗位', width: 96, ...text((row) => row.post) },
  {
    key: 'summary',
    title: '摘要',
    text: (row) => row.summary,
    render: (row) => (
      <>
        {row.imprest_code !== null && <span className={styles.posted}>{WRITE_OFF_CATEGORY}</span>}
        <span title={row.summary}>{row.summary}</span>
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
