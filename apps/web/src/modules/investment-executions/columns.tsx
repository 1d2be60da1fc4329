import type { Receipt } from '@pianzhang/contract/investment-executions'
import type { DataColumn } from '../../ui/list/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/list/RowActions.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { nameOf } from './removal.ts'

export interface ReceiptActions {
  onEdit: (receipt: Receipt) => void
  onDelete: (receipt: Receipt) => void
}

export const actionsOf = (row: Receipt, { onEdit, onDelete }: ReceiptActions): RowAction[] => [
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const text = (value: string) => <span title={value}>{value}</span>

/** `actions`: whether there are any for this person. */
export const receiptColumns = (on: ReceiptActions, actions: boolean): DataColumn<Receipt>[] => [
  {
    key: 'investment_at',
    title: '收款时间',
    width: 116,
    fixed: 'start',
    sortable: true,
    render: (row) => <span className="num">{row.investment_at}</span>,
  },
  { key: 'investor', title: '投资方', width: 208, fixed: 'start', render: (row) => text(row.investor) },
  {
    key: 'amount',
    title: '收款金额（元）',
    width: 164,
    align: 'right',
    render: (row) => <MoneyText amount={row.amount_yuan} />,
  },
  { key: 'category', title: '投资类型', width: 144, render: (row) => text(row.investment_category_name) },
  {
    key: 'contract',
    title: '合同编号',
    width: 160,
    render: (row) => row.contract && <span className="num">{text(row.contract.out_code)}</span>,
  },
  { key: 'desc', title: '说明', render: (row) => text(row.desc) },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 104,
          fixed: 'end' as const,
          render: (row: Receipt) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
