import type { PayerChart, SubjectChart, VoucherCategoryChart } from '@pianzhang/contract/dashboard'
import type { ImprestList, ImprestTotals } from '@pianzhang/contract/imprests'
import { fenOf } from '@pianzhang/contract/money'
import { api } from '../../platform/api/api.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { chartCalls } from '../../platform/ledger/charts.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { removalCalls } from '../../platform/ledger/removalCalls.ts'
import { sheetCalls } from '../../platform/ledger/sheets.ts'
import type { SubjectLevel } from '../subjects/chart/levels.ts'
import { type ImprestSearch, imprestSearch, listParams, tabs } from './search.ts'

export const BASE = '/api/manager/imprests'
export const KEY = 'imprests'
// Subjects are not listed: they are never renamed, and used ones cannot be deleted.
shows([KEY], 'imprest', 'contract')

export const imprestListQuery = (search: ImprestSearch, size: number) => {
  const params = listParams(search, size)
  return listQuery(KEY, params, async (options) => (await api.get<ImprestList>(BASE, params, options)).data)
}

/** The charts ask for their own. */
export const load = listLoader(imprestSearch, imprestListQuery, (search) => tabs.known(search) === 'second')

export const removal = removalCalls(BASE, KEY)
export const sheets = sheetCalls(BASE)
export const charts = chartCalls(BASE, KEY)
export const totalsQuery = charts.figures<ImprestTotals>('totals', {}, '/totals')
/** Whether there is anything to show in statistics: 0.00 without a total set and without details. */
export const anythingQuery = {
  ...totalsQuery,
  select: (totals: ImprestTotals): string =>
    [totals.imprest_total_amount, totals.imprest_ticket_amount, totals.imprest_no_ticket_amount].find(
      (amount) => fenOf(amount) !== 0n,
    ) ?? '0.00',
}

type Vouchers = readonly string[]
export const payerQuery = (voucher_categories: Vouchers) =>
  charts.chart<PayerChart>('payer', { voucher_categories })
export const voucherQuery = (voucher_categories: Vouchers) =>
  charts.chart<VoucherCategoryChart>('voucher_category', { voucher_categories })
export const subjectQuery = ({ chart, params }: SubjectLevel, voucher_categories: Vouchers) =>
  charts.figures<SubjectChart>(chart, { ...params, voucher_categories })

/** After a write: the list, the charts, and the contracts that details name. */
export const imprestsChanged = (): Promise<void> => resourceChanged('imprest')
