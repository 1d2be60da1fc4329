import { divideRounded, formatScaled, trimDecimals } from './decimal.ts'
import { type BasisPoints, type IncomeRates, ONE } from './fee-rates.ts'
import { type TaxBasis, type Taxed, taxOfGross } from './fee-rules.ts'
import { type Fen, formatYuan } from './money.ts'

// How a tax comes about, line by line, in words for the person who is paid.

interface WorkingLine {
  label: string
  /** How the amount follows from the lines above. */
  text: string
  amount: Fen
}

export const TAX_HINT = '预扣预缴，以税务机关为准'

const percentText = (rate: BasisPoints): string => `${trimDecimals(formatScaled(rate, 2))}%`
/** A factor such as 0.76 of 1/100,000,000. */
const factorText = (scaled: bigint): string => trimDecimals(formatScaled(scaled, 8))

/** Where net is a straight line of gross: `net` = (1 − `rate`) · gross + `added`, for nets above `from` up to `to`. */
interface Segment {
  /** In 1/100,000,000. */
  rate: bigint
  added: Fen
  from: Fen
  to: Fen | null
}

/** The segments of the month's net, without VAT. */
function segmentsOf({ flat, flat_up_to, percent, brackets }: IncomeRates): Segment[] {
  const kept = ONE - percent
  const segments: Segment[] = flat > 0n ? [{ rate: 0n, added: 0n, from: 0n, to: flat }] : []
  const push = (rate: bigint, added: Fen, upTo: Fen | null) => {
    const from = segments.at(-1)?.to ?? 0n
    const to = upTo === null ? null : divideRounded(upTo * (ONE * ONE - rate), ONE * ONE) + added
    if (to === null || to > from) segments.push({ rate, added, from, to })
  }
  for (const { up_to, percent: own, deduction } of brackets) {
    if (flat > 0n && segments.length === 1)
      push(own * ONE, divideRounded(own * flat, ONE) + deduction, flat_up_to)
    push(own * kept, deduction, up_to === null ? null : divideRounded(up_to * ONE, kept))
  }
  return segments
}

/** With VAT gross is found by trial, and a fen less shows that there is no smaller one. */
function triedLines(taxed: Taxed, basis: TaxBasis): WorkingLine[] {
  const less = taxOfGross(taxed.gross - 1n, basis)
  return [
    { label: '税后金额', text: '约定的实发金额', amount: taxed.net },
    {
      label: '税前收入',
      text: `含增值税，逐分试算：按下列各步扣税后实发恰为 ${formatYuan(taxed.net)}；少1分即 ${formatYuan(less.gross)}，实发 ${formatYuan(less.net)}，不足`,
      amount: taxed.gross,
    },
  ]
}

function netLine(taxed: Taxed, basis: TaxBasis): WorkingLine[] {
  const { income, month } = basis
  if ([taxed, month].some(({ vat, surcharge }) => vat !== 0n || surcharge !== 0n))
    return triedLines(taxed, basis)
  const total = month.net + taxed.net
  const segment = segmentsOf(income).find(({ to }) => to === null || total <= to)
  if (!segment) return []
  const { rate, added, from, to } = segment
  const name = month.count > 0 ? '当月累计税后' : '税后'
  const range =
    to === null
      ? `${name} > ${formatYuan(from)}`
      : `${from > 0n ? `${formatYuan(from)} < ` : ''}${name} ≤ ${formatYuan(to)}`
  const reducedNet = added > 0n ? `(${formatYuan(total)} − ${formatYuan(added)})` : formatYuan(total)
  const whole = rate === 0n ? '不扣税' : `${reducedNet} ÷ ${factorText(ONE * ONE - rate)}`
  return [
    {
      label: '税后金额',
      text: month.count > 0 ? `${range}（前${month.count}笔实发 ${formatYuan(month.net)}）` : range,
      amount: taxed.net,
    },
    {
      label: '税前收入',
      text: month.count > 0 ? `${whole} − 前${month.count}笔税前 ${formatYuan(month.gross)}` : whole,
      amount: taxed.gross,
    },
  ]
}

function vatLines(taxed: Taxed, { vat, surcharge, day }: TaxBasis): WorkingLine[] {
  if (!vat) return [{ label: '增值税及附加', text: '不代扣', amount: 0n }]
  const sum = day.gross + taxed.gross
  const below = formatYuan(vat.exempt_below)
  const ofDay =
    day.count > 0
      ? `本公司当日累计 ${formatYuan(sum)}（前${day.count}笔 ${formatYuan(day.gross)}）`
      : `当日 ${formatYuan(sum)}`
  if (day.vat + taxed.vat === 0n)
    return [{ label: '增值税及附加', text: `${ofDay}，不含税不足 ${below}，免征`, amount: 0n }]
  const taken = (amount: Fen) => (amount > 0n ? ` − 已扣 ${formatYuan(amount)}` : '')
  const rate = percentText(vat.percent)
  return [
    {
      label: '增值税',
      text: `${ofDay} ÷ (1 + ${rate}) × ${rate}${taken(day.vat)}`,
      amount: taxed.vat,
    },
    {
      label: '附加税费',
      text: `${formatYuan(day.vat + taxed.vat)} × ${percentText(surcharge)}${taken(day.surcharge)}`,
      amount: taxed.surcharge,
    },
  ]
}

function deductionText(income: Fen, { flat, flat_up_to, percent }: IncomeRates): string {
  if (income > flat_up_to) return `${formatYuan(income)} × ${percentText(percent)}`
  return income > flat
    ? `收入不超过 ${formatYuan(flat_up_to)}，减除 ${formatYuan(flat)}`
    : `收入不超过 ${formatYuan(flat)}，全额减除`
}

/** The lines of a calculation, from what was agreed to what is paid. `invoiceVat`: of the person's invoice, which is paid beside. */
export function workingOf(
  taxed: Taxed,
  basis: TaxBasis,
  agreed: 'gross' | 'net',
  invoiceVat: Fen = 0n,
): WorkingLine[] {
  const { income: rates, month } = basis
  const { income, surcharge, deduction, taxable, bracket, tax } = taxed.month
  const own = taxed.gross - taxed.vat
  const isCumulated = month.count > 0
  const withheld = [taxed.vat, taxed.surcharge, taxed.tax].filter((amount) => amount !== 0n)
  const incomeOwn = taxed.vat > 0n ? `${formatYuan(taxed.gross)} − ${formatYuan(taxed.vat)}` : '本笔'
  return [
    ...(agreed === 'net'
      ? netLine(taxed, basis)
      : [{ label: '税前金额', text: '约定的税前金额', amount: taxed.gross }]),
    ...vatLines(taxed, basis),
    ...(isCumulated || taxed.vat > 0n
      ? [
          {
            label: isCumulated ? '当月累计收入' : '不含税收入',
            text: isCumulated
              ? `当月合并为一次：前${month.count}笔 ${formatYuan(month.gross - month.vat)} + 本笔 ${formatYuan(own)}`
              : incomeOwn,
            amount: income,
          },
        ]
      : []),
    { label: '减除费用', text: deductionText(income, rates), amount: deduction },
    {
      label: isCumulated ? '累计应纳税所得额' : '应纳税所得额',
      text: `${formatYuan(income)} − ${formatYuan(deduction)}${surcharge > 0n ? ` − 附加 ${formatYuan(surcharge)}` : ''}`,
      amount: taxable,
    },
    {
      label: isCumulated ? '累计应扣税额' : '预扣税额',
      text: `${formatYuan(taxable)} × ${percentText(bracket.percent)}${bracket.deduction > 0n ? ` − ${formatYuan(bracket.deduction)}` : ''}`,
      amount: tax,
    },
    ...(isCumulated
      ? [
          {
            label: '本笔预扣税额',
            text: `${formatYuan(tax)} − 当月已扣 ${formatYuan(month.tax)}`,
            amount: taxed.tax,
          },
        ]
      : []),
    {
      label: '实发金额',
      text: [formatYuan(taxed.gross), ...withheld.map(formatYuan)].join(' − '),
      amount: taxed.net,
    },
    ...(invoiceVat > 0n
      ? [
          {
            label: '付款金额',
            text: `${formatYuan(taxed.net)} + 发票增值税 ${formatYuan(invoiceVat)}`,
            amount: taxed.net + invoiceVat,
          },
        ]
      : []),
  ]
}
