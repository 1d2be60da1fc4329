import type { Imprest } from '@pianzhang/contract/imprests'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Removal } from '../../ui/list/useRemoval.ts'
import { sumOf } from '../../ui/table/sums.ts'
import { imprestsChanged, removal } from './api.ts'
import { writtenOffAmong } from './writtenOff.ts'

export const REMOVAL: Removal<Imprest> = {
  nameOne: (row) => `明细编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`,
  nameMany: (rows) =>
    `共 ${count(rows.length)} 条，合计 ${formatYuan(sumOf(rows, (row) => row.pay_amount_yuan))} 元`,
  refusal: writtenOffAmong,
  ...removal,
  changed: imprestsChanged,
}
