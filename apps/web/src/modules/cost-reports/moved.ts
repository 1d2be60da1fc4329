import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { fenOf, formatYuan } from '@pianzhang/contract/money'

/** 录入后已变动12,000.00元: how far cost and commitments have moved since the estimate was typed; '' if they have not. */
export const movedText = ({ estimate }: Pick<CostReportRow, 'estimate'>): string =>
  estimate && fenOf(estimate.moved_yuan) !== 0n ? `录入后已变动${formatYuan(estimate.moved_yuan)}元` : ''
