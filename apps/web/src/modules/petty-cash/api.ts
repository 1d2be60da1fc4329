import { pettyCashApi } from '@pianzhang/contract/api/books'
import { fenOf } from '@pianzhang/contract/money'
import type { PettyCashTotals } from '@pianzhang/contract/petty-cash'
import { recordsOf } from '../../platform/ledger/records.ts'
import type { SubjectLevel } from '../subjects/chart/levels.ts'
import { pettyCashSearch, tabs } from './search.ts'

export const pettyCash = recordsOf(pettyCashApi, {
  key: 'imprests',
  model: 'imprest',
  list: pettyCashSearch,
  // Subjects are not listed: they are never renamed, and used ones cannot be deleted.
  shows: ['imprest', 'contract'],
  shown: tabs.showsList,
})
export const { load, charts } = pettyCash
export const totalsQuery = charts.figures(pettyCashApi.totals)
/** An amount other than 0 if statistics have anything to show; 0.00 without a total set and without details. */
export const anythingQuery = {
  ...totalsQuery,
  select: (totals: PettyCashTotals): string =>
    [totals.imprest_total_amount, totals.imprest_ticket_amount, totals.imprest_no_ticket_amount].find(
      (amount) => fenOf(amount) !== 0n,
    ) ?? '0.00',
}

type Vouchers = readonly string[]
export const payerQuery = (voucher_categories: Vouchers) =>
  charts.chart(pettyCashApi.payer, { voucher_categories })
export const voucherQuery = (voucher_categories: Vouchers) =>
  charts.chart(pettyCashApi.voucher_category, { voucher_categories })
export const subjectQuery = ({ chart, params }: SubjectLevel, voucher_categories: Vouchers) =>
  charts.figures(pettyCashApi[chart], { ...params, voucher_categories })
