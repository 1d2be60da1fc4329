import { DELIVERED_RATES, type IncomeRates, rateOn } from '../src/fee-rates.ts'
import { NOTHING, type TakenOfMonth, type TaxBasis, type Taxed } from '../src/fee-rules.ts'
import { type Fen, fenOf } from '../src/money.ts'

const DAY = '2026-11-21'
const income = (kind: 'labor' | 'script' | 'nonresident') => rateOn(DELIVERED_RATES, kind, DAY) as IncomeRates
export const VAT = rateOn(DELIVERED_RATES, 'vat', DAY) ?? null
export const basis = (
  kind: 'labor' | 'script' | 'nonresident',
  changes: Partial<TaxBasis> = {},
): TaxBasis => ({
  income: income(kind),
  vat: null,
  surcharge: 350n,
  month: NOTHING,
  day: NOTHING,
  ...changes,
})
export const fen = (text: string): Fen => fenOf(text.replaceAll(',', ''))

/** What `taken` and a further fee come to. */
export const and = (
  taken: TakenOfMonth,
  { gross, vat, surcharge, taxable, tax, net }: Taxed,
): TakenOfMonth => ({
  count: taken.count + 1,
  gross: taken.gross + gross,
  vat: taken.vat + vat,
  surcharge: taken.surcharge + surcharge,
  taxable: taken.taxable + taxable,
  tax: taken.tax + tax,
  net: taken.net + net,
})
