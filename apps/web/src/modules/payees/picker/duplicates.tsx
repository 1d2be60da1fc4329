import { formatYuan } from '@pianzhang/contract/money'
import type { Duplicates } from '@pianzhang/contract/payment-duplicates'
import { queryClient } from '../../../platform/query.ts'
import { ask } from '../../../ui/popup/confirm.tsx'
import { duplicatesQuery, type Paying } from './api.ts'

/** FK202611120004（2026-11-12，32,000.00 元） */
export const duplicatesText = ({ items, count }: Duplicates): string =>
  items
    .slice(0, 3)
    .map(({ code, pay_at, pay_amount_yuan }) => `${code}（${pay_at}，${formatYuan(pay_amount_yuan)} 元）`)
    .join('、') + (count > 3 ? ` 等 ${count} 笔` : '')

/** Asks before a payment is saved that may be one already. A failure is no reason to stop the save. */
export async function mayRepeat(paying: Paying): Promise<boolean> {
  const found = await queryClient.fetchQuery(duplicatesQuery(paying)).catch(() => null)
  if (!found || found.count === 0) return true
  return await ask({
    title: '疑似重复付款，确定保存？',
    text: `同一收款人、同一金额，7天内已有：${duplicatesText(found)}`,
    ok: '仍然保存',
    cancel: '返回检查',
    careful: true,
  })
}
