import type { Order } from '@pianzhang/contract/orders'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'
import { Status } from './Status.tsx'
import { nameOf } from './words.ts'

export const actionsOf = (order: Order, onDetail: (order: Order) => void): RowAction[] => [
  { label: '订单详情', onClick: () => onDetail(order) },
]

const { text, number, money } = cells<Order>()

export const orderColumns = (onDetail: (order: Order) => void): DataColumn<Order>[] => [
  {
    key: 'created_at',
    title: '创建时间',
    width: 160,
    fixed: 'start',
    ...number((row) => formatMinute(row.created_at)),
  },
  {
    key: 'status',
    title: '订单状态',
    width: 112,
    text: (row) => row.status_i18n,
    render: (row) => <Status status={row.status} />,
  },
  {
    key: 'quantity',
    title: '项目数量',
    width: 112,
    align: 'right',
    ...number((row) => String(row.project_quantity)),
  },
  { key: 'type', title: '支付方式', least: 120, ...text((row) => row.payment_type_i18n) },
  { key: 'amount', title: '金额（元）', ...money((row) => row.amount_yuan) },
  {
    key: 'actions',
    title: '操作',
    width: 104,
    fixed: 'end',
    render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row, onDetail)} />,
  },
]
