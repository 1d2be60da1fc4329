import type { CostReport, PendingCosts } from '@pianzhang/contract/cost-report'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { ReportRow } from './columns.tsx'

/** What requests under way would cost; undefined where none would. */
export const pendingOf = ({ pending }: Pick<CostReport, 'pending'>): PendingCosts | undefined =>
  pending === null || pending.total_yuan === '0.00' ? undefined : pending

/** 2 笔付款申请，未计入 */
export const pendingNote = ({ count: requests }: PendingCosts): string =>
  `${count(requests)} 笔付款申请，未计入`
/** In a sentence of its own. */
export const pendingText = ({ count: requests, total_yuan }: PendingCosts): string =>
  `另有 ${count(requests)} 笔付款申请审批中，共 ${formatYuan(total_yuan)} 元，未计入以上金额。`

/** Adds to subjects of any level what requests under way would cost them. */
export function withPending(
  rows: readonly ReportRow[],
  pending: PendingCosts | undefined,
): readonly ReportRow[] {
  if (!pending) return rows
  const amounts = new Map(pending.subjects.map(({ code, amount_yuan }) => [code, amount_yuan]))
  return rows.map((row) => {
    const pending_yuan = amounts.get(row.code)
    return pending_yuan === undefined ? row : { ...row, pending_yuan }
  })
}
