import { isTicketed } from '@pianzhang/contract/lists'
import type { LinkItem, MissingLine, MissingMatches } from '@pianzhang/contract/missing-invoices'
import { type Fen, fenOf, nearerZero } from '@pianzhang/contract/money'
import { isSeller } from '@pianzhang/contract/seller'
import { rateOf, voucherOf } from '../../invoices/picker/figures.ts'

/** Which invoices lines get in 批量补票. Pure functions. */

/** An invoice with the lines that are proposed for it. */
export type Offer = MissingMatches['items'][number]
type Line = MissingLine
/** The lines that each invoice goes to, by its code, in the order in which they take of it. */
export type Ticks = ReadonlyMap<string, readonly string[]>

const NO_LINES: readonly string[] = []
/** An electronic original that is lacking comes with a file and not with one more invoice. */
const takesInvoice = ({ reason }: Line): boolean => reason !== 'original'

export interface Candidates {
  /** Those that were selected, what is proposed of them first. */
  chosen: readonly Line[]
  /** What else is proposed. */
  others: readonly Line[]
}

/** The lines that an invoice may go to. */
export function candidatesOf(offer: Offer, selected: readonly Line[]): Candidates {
  if (offer.invoice.left_amount_yuan === null || isFaulty(offer)) return { chosen: [], others: [] }
  const isIn = (lines: readonly Line[]) => {
    const codes = new Set(lines.map(({ line_code }) => line_code))
    return ({ line_code }: Line) => codes.has(line_code)
  }
  const [isSelected, isProposed] = [isIn(selected), isIn(offer.lines)]
  return {
    chosen: [
      ...offer.lines.filter(isSelected),
      ...selected.filter((line) => takesInvoice(line) && !isProposed(line)),
    ],
    others: offer.lines.filter((line) => !isSelected(line)),
  }
}

/**
 * The hint below an invoice: why the server matched it to lines, and a warning if its seller is not their payee. If the server is sure of the match,
 * the warning comes only once a line of another payee is ticked.
 */
export function hintOf(offer: Offer, { chosen }: Candidates, ticked: readonly string[]): string {
  const { invoice, match, text, lines } = offer
  const isOfSeller = ({ payer, payee }: Line) =>
    isSeller(invoice.seller_name, [payer, ...(payee ? [payee.name] : [])])
  const strange = chosen.filter((line) => !isOfSeller(line))
  // The server says so already where nothing that it proposes is the seller's.
  const said = invoice.seller_name.trim() === '' || (lines.length > 0 && !lines.some(isOfSeller))
  const doubted =
    strange.some(({ line_code }) => ticked.includes(line_code)) ||
    (match !== 'sure' && chosen.length > 0 && strange.length === chosen.length)
  return [text, !said && doubted ? '销售方不是所选付款的收款人' : ''].filter(Boolean).join('；')
}

/** No line may have it: it is void, not checked, or used up. */
const isFaulty = ({ match, text }: Offer): boolean => match === 'none' && text !== NOT_FOUND
/** The server's word for an invoice that could go to a line, of which it knows none. */
const NOT_FOUND = '没有对应的欠票明细'

/** What is ticked until the person decides: what is sure, and what is doubtful where just these lines were selected. */
export function firstTicks({ match, lines }: Offer, selected: ReadonlySet<string>): readonly string[] {
  const proposed = lines.filter(({ amount_yuan }) => amount_yuan !== null).map(({ line_code }) => line_code)
  if (match === 'sure') return proposed
  return match === 'doubtful' && proposed.every((code) => selected.has(code)) ? proposed : NO_LINES
}

export interface Take {
  invoice: string
  line: string
  /** What the line takes of the invoice: the lesser of what is left of both, one after the other. */
  amount: Fen
}

/** What each line takes of the invoices that are ticked for it, in order. */
export function takesOf(offers: readonly Offer[], ticks: Ticks, lines: ReadonlyMap<string, Line>): Take[] {
  const lacking = new Map<string, Fen>()
  return offers.flatMap(({ invoice: { code, left_amount_yuan } }) => {
    let left = fenOf(left_amount_yuan ?? '0.00')
    return (ticks.get(code) ?? NO_LINES).flatMap((line_code): Take[] => {
      const line = lines.get(line_code)
      if (!line) return []
      // The invoices that a faulty one stands for are given up, so the whole line is free.
      const rest = lacking.get(line_code) ?? fenOf(line.lacking_yuan)
      const amount = nearerZero(left, rest)
      left -= amount
      lacking.set(line_code, rest - amount)
      return [{ invoice: code, line: line_code, amount }]
    })
  })
}

/** The request: each line with its invoices, its voucher type where it has none of an invoice, its rate where it has none. */
export function itemsOf(
  offers: readonly Offer[],
  takes: readonly Take[],
  lines: ReadonlyMap<string, Line>,
  vouchers: ReadonlyMap<string, string | null>,
): LinkItem[] {
  const invoices = new Map(offers.map(({ invoice }) => [invoice.code, invoice]))
  return [...Map.groupBy(takes, ({ line }) => line)].flatMap(([line_code, own]) => {
    const line = lines.get(line_code)
    const first = invoices.get(own[0]?.invoice ?? '')
    if (!line || !first) return []
    const codes = own.map(({ invoice }) => invoice)
    return [
      {
        line_code,
        check_invoice_code: codes.length === 1 ? (codes[0] ?? null) : null,
        ...(codes.length > 1 && { invoices: codes.map((code) => ({ code })) }),
        voucher_category: voucherFor(line, first, vouchers),
        face_tax_rate: line.face_tax_rate === '' ? rateOf(first) : line.face_tax_rate,
        version: line.version,
      } as LinkItem,
    ]
  })
}

/** The voucher type that a line gets: its own if an invoice goes with it, the one that was chosen, or that of the invoice. */
export const voucherFor = (
  { line_code, voucher_category_code: own }: Line,
  invoice: Offer['invoice'],
  chosen: ReadonlyMap<string, string | null>,
): string | null => (isTicketed(own) ? own : (chosen.get(line_code) ?? voucherOf(invoice)))
