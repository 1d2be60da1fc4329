import type { Receipt } from '@pianzhang/contract/investment-executions'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { ContractLink } from '../contracts/picker/ContractLink.tsx'
import { nameOf } from './removal.ts'

export interface ReceiptActions {
  onDetail: (receipt: Receipt) => void
  onEdit: (receipt: Receipt) => void
  onDelete: (receipt: Receipt) => void
}

export const actionsOf = (row: Receipt, { onDetail, onEdit, onDelete }: ReceiptActions): RowAction[] => [
  { label: '详情', onClick: () => onDetail(row) },
  ...(row.can.write ? [{ label: '编辑', onClick: () => onEdit(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

const { text, number, money } = cells<Receipt>()

export const receiptColumns = (on: ReceiptActions): DataColumn<Receipt>[] => [
  {
    key: 'investment_at',
    title: '收款时间',
    width: 116,
    fixed: 'start',
    sortable: true,
    ...number((row) => row.investment_at),
  },
  { key: 'investor', title: '投资方', width: 208, fixed: 'start', ...text((row) => row.investor) },
  { key: 'amount', title: '收款金额（元）', ...money((row) => row.amount_yuan) },
  { key: 'category', title: '投资类型', width: 128, ...text((row) => row.investment_category_name) },
  {
    key: 'contract',
    title: '合同编号',
    width: 144,
    text: (row) => row.contract?.out_code ?? '',
    unbroken: true,
    render: (row) => row.contract && <ContractLink contract={row.contract} />,
  },
  { key: 'desc', title: '说明', ...text((row) => row.desc) },
  {
    key: 'actions',
    title: '操作',
    width: 132,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
  },
]
