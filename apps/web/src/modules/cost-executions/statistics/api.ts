import type {
  PayCategoryChart,
  PayerChart,
  SubjectChart,
  VoucherCategoryChart,
} from '@pianzhang/contract/cost-execution-dashboard'
import type { PaymentList } from '@pianzhang/contract/cost-executions'
import type { TotalAmount } from '@pianzhang/contract/dashboard'
import { isTicketed } from '@pianzhang/contract/lists'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query.ts'
import type { Figure, Shown } from '../../../ui/chart/figures.ts'
import { ACCENT, OCHRE } from '../../../ui/chart/look.ts'
import type { ChartSearch } from '../search.ts'

const BASE = '/api/manager/cost_executions'
/** Below the payments' own key, so that what changes them loads the charts anew. */
const KEY = ['cost_executions', 'dashboard'] as const

type Params = Record<string, string | readonly string[] | undefined>

async function ask<T>(
  queryKey: readonly unknown[],
  path: string,
  params: Params,
  signal: AbortSignal,
): Promise<T> {
  // Without figures the panel says what went wrong; over older ones in sight nobody would.
  const handled = queryClient.getQueryData(queryKey) === undefined || []
  return (await api.get<T>(`${BASE}${path}`, params, { signal, handled })).data
}

export const totalQuery = (voucher_categories: readonly string[]) => {
  const queryKey = [...KEY, 'total_amount', voucher_categories]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      (await ask<TotalAmount>(queryKey, '/dashboard/total_amount', { voucher_categories }, signal))
        .total_amount,
    placeholderData: keepPreviousData,
  })
}

const bars = <C>(chart: string, voucher_categories: readonly string[]) => {
  const queryKey = [...KEY, chart, voucher_categories]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => ask<C>(queryKey, `/dashboard/${chart}`, { voucher_categories }, signal),
    placeholderData: keepPreviousData,
  })
}

export const payerQuery = (vouchers: readonly string[]) => ({
  ...bars<PayerChart>('payer', vouchers),
  select: ({ items, others }: PayerChart): Shown => ({
    figures: items.map(({ payer, amount }) => ({ key: payer, name: payer, amount })),
    rest: others.quantity > 0 ? { count: others.quantity, amount: others.amount } : null,
  }),
})
export const payCategoryQuery = (vouchers: readonly string[]) => ({
  ...bars<PayCategoryChart>('pay_category', vouchers),
  select: ({ items }: PayCategoryChart): Figure[] =>
    items.map((item) => ({ key: item.pay_category_id, name: item.pay_category, amount: item.amount })),
})
export const voucherCategoryQuery = (vouchers: readonly string[]) => ({
  ...bars<VoucherCategoryChart>('voucher_category', vouchers),
  select: ({ items }: VoucherCategoryChart): Figure[] =>
    items.map((item) => ({
      key: item.voucher_category_code,
      name: item.voucher_category,
      amount: item.amount,
      color: isTicketed(item.voucher_category_code) ? ACCENT : OCHRE,
    })),
})

/** One of the three levels that have figures, and what it is below. */
export interface SubjectLevel {
  chart: 'subject_one' | 'subject_two' | 'subject_three'
  params: { subject_one_code?: string | undefined; subject_two_code?: string | undefined }
}

export const levelOf = ({ subject_one_code, subject_two_code }: ChartSearch): SubjectLevel =>
  subject_two_code
    ? { chart: 'subject_three', params: { subject_two_code } }
    : subject_one_code
      ? { chart: 'subject_two', params: { subject_one_code } }
      : { chart: 'subject_one', params: {} }

export const subjectQuery = ({ chart, params }: SubjectLevel, voucher_categories: readonly string[]) => {
  const queryKey = [...KEY, chart, params, voucher_categories]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      (
        await ask<SubjectChart>(queryKey, `/dashboard/${chart}`, { ...params, voucher_categories }, signal)
      ).items.map((item) => ({
        key: item.subject_code,
        name: item.subject_name,
        number: item.subject_out_code,
        amount: item.amount,
      })),
  })
}

/** What was booked on a level-three subject last. */
export const BOOKED = 20
export const bookedQuery = (subject: string, voucher_categories: readonly string[]) => {
  const queryKey = [...KEY, 'booked', subject, voucher_categories]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      ask<PaymentList>(
        queryKey,
        '',
        { subject_three_codes: subject, voucher_categories, per_page: String(BOOKED) },
        signal,
      ),
  })
}

/** Where the spreadsheet of a chart can be fetched from; undefined where the server has none. */
export const exportChart = async (chart: string, params: Params): Promise<string | undefined> =>
  (
    await api.get<{ file_url?: string }>(`${BASE}/dashboard/${chart}_export`, params, {
      timeout: 30_000,
    })
  ).data.file_url
