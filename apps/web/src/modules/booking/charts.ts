import type { PayerChart, VoucherCategoryChart } from '@pianzhang/contract/dashboard'
import { isTicketed } from '@pianzhang/contract/lists'
import { ACCENT, OCHRE } from '../../ui/chart/drawing/colors.ts'
import { type Shown, shownOf } from '../../ui/chart/figures/figures.ts'

export const payerFigures = ({ items, others }: PayerChart): Shown =>
  shownOf(items, ({ payer }) => ({ key: payer, name: payer }), others)

/** Figures by voucher type, in the colours of `Legend`. */
export const voucherFigures = ({ items }: VoucherCategoryChart): Shown =>
  shownOf(items, (item) => ({
    key: item.voucher_category_code,
    name: item.voucher_category,
    color: isTicketed(item.voucher_category_code) ? ACCENT : OCHRE,
  }))
