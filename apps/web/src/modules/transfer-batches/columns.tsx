import { accountText } from '@pianzhang/contract/numbers'
import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { count } from '../../ui/count.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  numberColumn,
  openColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../ui/time.ts'

interface BatchActions {
  onDetail: (row: TransferBatch) => void
  onFile: ((row: TransferBatch) => void) | undefined
  onCancel: (row: TransferBatch) => void
}

export const codeOf = (row: TransferBatch): string => row.code

export const actionsOf = (row: TransferBatch, on: BatchActions): RowAction[] => {
  const { onFile } = on
  return [
    { label: '详情', onClick: () => on.onDetail(row) },
    ...(onFile && row.state !== 'cancelled' ? [{ label: '下载', onClick: () => onFile(row) }] : []),
    ...(row.can.write ? [{ label: '作废', danger: true, onClick: () => on.onCancel(row) }] : []),
  ]
}

export const batchColumns = (on: BatchActions): DataColumn<TransferBatch>[] => [
  openColumn('code', '批次编号', codeOf, on.onDetail, { width: 156, fixed: 'start' }),
  textColumn('bank', '格式', (row) => row.bank_i18n, { width: 160 }),
  textColumn('state', '状态', (row) => row.state_i18n, { width: 80 }),
  numberColumn('count', '笔数', (row) => count(row.count), { width: 72, align: 'right' }),
  moneyColumn('total', '总金额（元）', (row) => row.total_yuan, { essential: true }),
  textColumn('pay_account_name', '付款户名', (row) => row.pay_account_name, { width: 208 }),
  numberColumn('pay_account', '付款账号', (row) => accountText(row.pay_account), { width: 128 }),
  textColumn('creator', '创建人', (row) => row.creator_name, { width: 88 }),
  numberColumn('created_at', '创建时间', (row) => formatMinute(row.created_at), { width: 160 }),
  actionsColumn(156, codeOf, (row) => actionsOf(row, on)),
]
