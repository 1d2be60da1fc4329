import type { PayCategoryChart } from '@pianzhang/contract/cost-execution-dashboard'
import type { PaymentList } from '@pianzhang/contract/cost-executions'
import type { PayerChart, SubjectChart, VoucherCategoryChart } from '@pianzhang/contract/dashboard'
import { isTicketed } from '@pianzhang/contract/lists'
import { type Shown, shownOf } from '../../../ui/chart/figures.ts'
import { ACCENT, OCHRE } from '../../../ui/chart/look.ts'
import { charts } from '../api.ts'
import type { ChartSearch } from '../search.ts'

type Vouchers = readonly string[]

export const payerQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart<PayerChart>('payer', { voucher_categories }),
  select: ({ items, others }: PayerChart): Shown =>
    shownOf(items, ({ payer }) => ({ key: payer, name: payer }), others),
})
export const payCategoryQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart<PayCategoryChart>('pay_category', { voucher_categories }),
  select: ({ items }: PayCategoryChart): Shown =>
    shownOf(items, (item) => ({ key: item.pay_category_id, name: item.pay_category })),
})
export const voucherCategoryQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart<VoucherCategoryChart>('voucher_category', { voucher_categories }),
  select: ({ items }: VoucherCategoryChart): Shown =>
    shownOf(items, (item) => ({
      key: item.voucher_category_code,
      name: item.voucher_category,
      color: isTicketed(item.voucher_category_code) ? ACCENT : OCHRE,
    })),
})

/** A subject level with its chart and the parent subjects it is limited to. */
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

export const subjectQuery = ({ chart, params }: SubjectLevel, voucher_categories: Vouchers) => ({
  ...charts.figures<SubjectChart>(chart, { ...params, voucher_categories }),
  select: ({ items }: SubjectChart): Shown =>
    shownOf(items, (item) => ({
      key: item.subject_code,
      name: item.subject_name,
      number: item.subject_out_code,
    })),
})

/** Number of latest payments shown for a level-three subject. */
export const BOOKED = 20
export const bookedQuery = (subject: string, voucher_categories: Vouchers) =>
  charts.figures<PaymentList>(
    'booked',
    { subject_three_codes: subject, voucher_categories, per_page: String(BOOKED) },
    '',
  )
