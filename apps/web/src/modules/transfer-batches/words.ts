import { formatYuan } from '@pianzhang/contract/money'
import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { count } from '../../ui/count.ts'

/** What a person confirms before a batch is cancelled. */
export const cancelText = (row: Pick<TransferBatch, 'code' | 'count' | 'total_yuan'>): string =>
  `${row.code}，${count(row.count)} 笔，${formatYuan(row.total_yuan)} 元。请确认该文件未提交银行；作废后其付款可重新生成文件。`
