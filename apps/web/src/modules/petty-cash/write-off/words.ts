import { formatYuan } from '@pianzhang/contract/money'
import type { WriteOffPreview, WriteOffResult } from '@pianzhang/contract/petty-cash'
import { count } from '../../../ui/count.ts'
import { NEED_NAMES, NEEDS } from '../needs.ts'

/** 可核销 12 条，合计 1,234.50 元 */
export const readyText = ({ succeeded_quantity, imprest_amount }: WriteOffPreview): string =>
  `可核销 ${count(succeeded_quantity)} 条，合计 ${formatYuan(imprest_amount)} 元`

/** 未满足条件 3 条：缺凭证类型 1，缺票面税率 1，缺凭证图片 2; '' if nothing lacks anything. */
export function lackingText({ total_quantity, succeeded_quantity, lacking }: WriteOffPreview): string {
  const others = total_quantity - succeeded_quantity
  if (others === 0) return ''
  const each = NEED_NAMES.filter((need) => lacking[need] > 0).map(
    (need) => `缺${NEEDS[need]} ${count(lacking[need])}`,
  )
  return `未满足条件 ${count(others)} 条：${each.join('，')}`
}

/** The result of a write-off. */
export function resultText({ total_quantity, succeeded_quantity, imprest_amount }: WriteOffResult): string {
  const others = total_quantity - succeeded_quantity
  const done = `已核销 ${count(succeeded_quantity)} 条，合计 ${formatYuan(imprest_amount)} 元`
  return others > 0 ? `${done}；未满足条件 ${count(others)} 条` : done
}
