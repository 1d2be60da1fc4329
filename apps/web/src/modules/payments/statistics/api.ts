import { paymentApi } from '@pianzhang/contract/api/books'
import type { PaymentTypeChart } from '@pianzhang/contract/payment-dashboard'
import { type Shown, shownOf } from '../../../ui/chart/figures/figures.ts'
import { BOOKED, bookedPayments } from '../../booking/booked.ts'
import { payerFigures, voucherFigures } from '../../booking/charts.ts'
import { type SubjectLevel, subjectFigures } from '../../subjects/chart/levels.ts'
import { charts } from '../api.ts'

type Vouchers = readonly string[]

export const payerQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart(paymentApi.payer, { voucher_categories }),
  select: payerFigures,
})
export const paymentTypeQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart(paymentApi.pay_category, { voucher_categories }),
  select: ({ items }: PaymentTypeChart): Shown =>
    shownOf(items, (item) => ({ key: item.pay_category_id, name: item.pay_category })),
})
export const voucherCategoryQuery = (voucher_categories: Vouchers) => ({
  ...charts.chart(paymentApi.voucher_category, { voucher_categories }),
  select: voucherFigures,
})
export const subjectQuery = ({ chart, params }: SubjectLevel, voucher_categories: Vouchers) => ({
  ...charts.figures(paymentApi[chart], { ...params, voucher_categories }),
  select: subjectFigures,
})

export const bookedQuery = (subject: string, voucher_categories: Vouchers) => ({
  ...charts.figures(paymentApi.list, { subject_three_codes: subject, voucher_categories, per_page: BOOKED }),
  select: bookedPayments,
})
