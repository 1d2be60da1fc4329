import { divideRounded } from './decimal.ts'
import { type BasisPoints, type IncomeRates, ONE, type VatRates } from './fee-rates.ts'
import { type Fen, MAX_FEN } from './money.ts'

// Tax on fees of natural persons, in whole fen. All fees of a person, a project and a kind in a month are one: tax is that of their sum, less what was
// taken before. VAT is of a person and a day.

/** What earlier records of the month have: of the person, the project and the kind. */
export interface TakenOfMonth {
  count: number
  gross: Fen
  vat: Fen
  surcharge: Fen
  taxable: Fen
  tax: Fen
  net: Fen
}

/** What records of the day have whose VAT is withheld: of the person, in all projects of the company. */
export interface TakenOfDay {
  count: number
  gross: Fen
  vat: Fen
  surcharge: Fen
}

export const NOTHING: TakenOfMonth = {
  count: 0,
  gross: 0n,
  vat: 0n,
  surcharge: 0n,
  taxable: 0n,
  tax: 0n,
  net: 0n,
}

/** What the tax of a fee depends on besides its amount. */
export interface TaxBasis {
  income: IncomeRates
  /** Null: no VAT is withheld. */
  vat: VatRates | null
  surcharge: BasisPoints
  month: TakenOfMonth
  day: TakenOfDay
}

/** A fee: what is paid, what is withheld of it, and from which sums of the month that follows. `net` = gross − VAT − surcharge − tax. */
export interface Taxed {
  gross: Fen
  vat: Fen
  surcharge: Fen
  taxable: Fen
  tax: Fen
  net: Fen
  month: {
    income: Fen
    surcharge: Fen
    deduction: Fen
    taxable: Fen
    bracket: IncomeRates['brackets'][number]
    tax: Fen
  }
}

/** VAT in an amount that includes it; 0 below the exemption. */
export function vatIn(amount: Fen, { percent, exempt_below }: VatRates): Fen {
  if (amount * ONE < exempt_below * (ONE + percent)) return 0n
  return amount - divideRounded(amount * ONE, ONE + percent)
}

/** Income less its deduction, in 1/10,000 fen. */
const reduced = (income: Fen, { flat_up_to, flat, percent }: IncomeRates): bigint =>
  income > flat_up_to ? income * (ONE - percent) : (income > flat ? income - flat : 0n) * ONE

/** Tax of all incomes of a month; each amount is rounded once, at its end. */
function taxOfMonth(income: Fen, surcharge: Fen, rates: IncomeRates): Taxed['month'] {
  const before = reduced(income, rates)
  const exact = before > surcharge * ONE ? before - surcharge * ONE : 0n
  const bracket = rates.brackets.find(({ up_to }) => up_to === null || exact <= up_to * ONE)
  if (!bracket) throw new RangeError('the last bracket has no end')
  return {
    income,
    surcharge,
    deduction: divideRounded(income * ONE - before, ONE),
    taxable: divideRounded(exact, ONE),
    bracket,
    tax: divideRounded(exact * bracket.percent - bracket.deduction * ONE * ONE, ONE * ONE),
  }
}

/** What is withheld of a gross fee. */
export function taxOfGross(gross: Fen, { income, vat: rates, surcharge: rate, month, day }: TaxBasis): Taxed {
  const vat = rates ? vatIn(day.gross + gross, rates) - day.vat : 0n
  const added = divideRounded((day.vat + vat) * rate, ONE) - day.surcharge
  // A rate that was lowered during the day gives nothing back.
  const surcharge = added > 0n && rates ? added : 0n
  const total = taxOfMonth(month.gross - month.vat + gross - vat, month.surcharge + surcharge, income)
  const tax = total.tax - month.tax
  return {
    gross,
    vat,
    surcharge,
    taxable: total.taxable - month.taxable,
    tax,
    net: gross - vat - surcharge - tax,
    month: total,
  }
}

/**
 * The smallest gross fee of which `net` is left; null: none up to the largest amount. A fen more of gross is at most a fen more of net, so what is
 * still missing can be added without passing it: VAT may let net fall, which only asks for more steps.
 */
export function grossOfNet(net: Fen, basis: TaxBasis): Taxed | null {
  let taxed = taxOfGross(0n, basis)
  while (taxed.net < net) {
    const gross = taxed.gross + (net - taxed.net)
    if (gross > MAX_FEN) return null
    taxed = taxOfGross(gross, basis)
  }
  return taxed.net === net && taxed.gross > 0n ? taxed : null
}
