import { abs } from '@pianzhang/contract/decimal'
import { type Fen, fenOf, formatYuan, nearerZero, yuan } from '@pianzhang/contract/money'
import type { InvoiceChoice } from '../../invoices/picker/choices.ts'
import { amountOf, type DraftLine } from '../editor/draft.ts'
import { typedOf } from '../editor/draftInvoices.ts'

/** How a form's lines share invoices, by the rules of the server's invoices/allocate.ts: one line after the other. Pure functions. */

interface Worth {
  /** Its total, or if unknown its net amount and its tax. */
  worth: Fen
  /** What other payments leave of it. */
  left: Fen
}
/** By the code of an invoice; one whose amount is not known is absent. */
type Worths = ReadonlyMap<string, Worth>

/** `own`: what the stored payment uses of each invoice, which the form is about to replace. */
export const worthsOf = (choices: readonly InvoiceChoice[], own: ReadonlyMap<string, Fen>): Worths =>
  new Map(
    choices.flatMap(({ value, invoice }) => {
      const total = invoice && worthOf(invoice)
      const left = invoice?.left_amount_yuan
      if (typeof total !== 'string' || typeof left !== 'string') return []
      return [[value, { worth: fenOf(total), left: fenOf(left) + (own.get(value) ?? 0n) }] as const]
    }),
  )

/** What an invoice has to give; null: not known, as of one of which the net amount alone is. */
export const worthOf = ({
  total_amount_yuan: total,
  amount_without_tax_yuan: net,
  tax_amount_yuan: tax,
}: NonNullable<InvoiceChoice['invoice']>): string | null =>
  total ?? (net === null || tax === null ? null : yuan(fenOf(net) + fenOf(tax)))

interface Given {
  /** What is left of the invoice for this line; null: not known. */
  left: Fen | null
  /** What it pays of the line; null: the line has no amount yet. */
  taken: Fen | null
  wrong: string | null
}

/** What each invoice of a line gives; takes it from `lefts`, what is left of each invoice. */
function give(
  line: DraftLine,
  worths: Worths,
  lefts: Map<string, Fen>,
): { given: Given[]; rest: Fen | null } {
  let rest = amountOf(line) ?? null
  const given = line.invoices.map((invoice): Given => {
    const { code } = invoice
    const known = worths.get(code)
    const left = known ? (lefts.get(code) ?? known.left) : null
    const typed = typedOf(invoice)
    // A refund that is booked on an invoice of expense gives back what it had used.
    const most =
      rest === null
        ? null
        : left === null || (rest < 0n && (known?.worth ?? 0n) > 0n)
          ? rest
          : nearerZero(nearerZero(left, known?.worth ?? left), rest)
    const taken = typed ?? most
    const wrong = rest === null || most === null ? null : faultOf(typed, rest, most)
    if (taken !== null && rest !== null) rest -= taken
    if (taken !== null && left !== null) lefts.set(code, left - taken)
    return { left, taken, wrong }
  })
  return { given, rest }
}

const USED_UP = '明细金额已由前面的发票用完'
function faultOf(typed: Fen | undefined, rest: Fen, most: Fen): string | null {
  if (rest === 0n) return USED_UP
  if (typed === undefined) return most === 0n ? '发票金额已用完' : null
  if (typed > 0n !== rest > 0n || abs(typed) > abs(rest)) return `不能大于明细中未关联发票的 ${yuan(rest)} 元`
  return abs(typed) > abs(most) ? `发票余额只有 ${yuan(most)} 元` : null
}

/** The invoices of a line with what each has and gives; amounts as texts, so that equal shares are one text. */
export interface Shares {
  uses: { left: string | null; taken: string | null; wrong: string | null }[]
  /** What the line's invoices pay of it together, and what is left of it; null: the line has no amount yet. */
  sum: { used: string; rest: string } | null
  /** What the line would be if each invoice paid it as far as it can; null where it can stay as it is. */
  whole: string | null
}

export function sharesOf(lines: readonly DraftLine[], key: string, worths: Worths): Shares {
  const lefts = new Map<string, Fen>()
  for (const line of lines) {
    const { given, rest } = give(line, worths, lefts)
    if (line.key !== key) continue
    const whole = line.invoices.reduce(
      (sum, invoice, at) => sum + (typedOf(invoice) ?? given[at]?.left ?? given[at]?.taken ?? 0n),
      0n,
    )
    const amount = amountOf(line)
    return {
      uses: given.map(({ left, taken, wrong }) => ({ left: textOf(left), taken: textOf(taken), wrong })),
      sum: rest === null || amount === undefined ? null : { used: yuan(amount - rest), rest: yuan(rest) },
      whole: given.some(({ wrong }) => wrong === USED_UP) ? yuan(whole) : null,
    }
  }
  return { uses: [], sum: null, whole: null }
}

const textOf = (fen: Fen | null) => (fen === null ? null : yuan(fen))

/** The invoices that a line cannot have: its other ones, and those of which the form's other lines leave nothing. */
export function takenOf(lines: readonly DraftLine[], key: string, at: number, worths: Worths): Set<string> {
  const lefts = new Map<string, Fen>()
  const taken = new Set<string>()
  for (const line of lines) {
    if (line.key === key)
      for (const [place, { code }] of line.invoices.entries()) if (place !== at) taken.add(code)
    if (line.key === key) continue
    give(line, worths, lefts)
    // Of an amount that is not known it pays one line only.
    for (const { code } of line.invoices) if (!worths.has(code)) taken.add(code)
  }
  for (const [code, left] of lefts) if (left === 0n) taken.add(code)
  return taken
}

/** 余额 400.00 元，用后余 340.00 元: what one must know beside the invoice's own figures. `always`: also where it is the total. */
export function leftWords(
  share: Shares['uses'][number] | undefined,
  total: string | null,
  always: boolean,
): string {
  if (!share || share.left === null) return ''
  const { left, taken, wrong } = share
  const words = always || left !== total ? [`余额 ${formatYuan(left)} 元`] : []
  const after = taken === null ? 0n : fenOf(left) - fenOf(taken)
  if (after !== 0n && wrong === null && taken !== null) words.push(`用后余 ${formatYuan(yuan(after))} 元`)
  return words.join('，')
}
