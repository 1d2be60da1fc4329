import type { MATCHES } from '@pianzhang/contract/missing-invoices'
import { type Fen, formatYuan, nearerZero, sum, yuan } from '@pianzhang/contract/money'
import { comparable, isSeller } from '@pianzhang/contract/seller'

/** An invoice that is to be given to lines. `left`: what is left of it; null: not known. `fault`: why no line may have it. */
export interface Offered {
  code: string
  seller: string
  left: Fen | null
  fault: string | null
}

/** A line that lacks an invoice. `names`: of its payer and payee. */
export interface Wanting {
  line_code: string
  names: readonly string[]
  pay_at: string
  lacking: Fen
}

interface Proposal<L extends Wanting> {
  match: (typeof MATCHES)[number]
  text: string
  /** `amount`: null for a line that is only offered. */
  lines: { line: L; amount: Fen | null }[]
}

/** The most lines that are offered for an invoice. */
const MOST = 20

/**
 * Proposes lines for each invoice. Those of its seller that lack just what is left of it are sure where they are not more than the seller's invoices
 * with so much left. Otherwise people are asked: whether what else the seller was paid for is meant, or lines of others that lack just as much.
 */
export function proposeLines<L extends Wanting>(
  invoices: readonly Offered[],
  lines: readonly L[],
): Proposal<L>[] {
  const oldest = lines.toSorted((a, b) => (a.pay_at < b.pay_at ? -1 : a.pay_at > b.pay_at ? 1 : 0))
  const taken = new Set<L>()
  const take = (line: L, amount: Fen) => {
    taken.add(line)
    return { line, amount }
  }
  const ofSeller = ({ seller }: Offered) => oldest.filter(({ names }) => isSeller(seller, names))
  const exact = (invoice: Offered) => ofSeller(invoice).filter(({ lacking }) => lacking === invoice.left)
  const alike = (invoice: Offered) =>
    invoices.filter(
      ({ fault, left, seller }) =>
        fault === null && left === invoice.left && comparable(seller) === comparable(invoice.seller),
    )

  const proposals = new Map<Offered, Proposal<L>>()
  for (const invoice of invoices) {
    const { left, fault } = invoice
    if (fault !== null || left === null) {
      proposals.set(invoice, { match: 'none', text: fault ?? '发票金额未知，请先查验', lines: [] })
      continue
    }
    const found = exact(invoice)
    const [line] = found.filter((one) => !taken.has(one))
    if (line && found.length <= alike(invoice).length)
      proposals.set(invoice, { match: 'sure', text: '', lines: [take(line, left)] })
  }
  // Doubtful ones after all that are sure, which need their lines.
  return invoices.map((invoice) => {
    const { left } = invoice
    const known = proposals.get(invoice)
    if (known || left === null) return known ?? { match: 'none', text: '', lines: [] }
    const free = oldest.filter((line) => !taken.has(line))
    const own = ofSeller(invoice).filter((line) => !taken.has(line))
    const [first] = exact(invoice).filter((line) => !taken.has(line))
    const offered = (all: readonly L[]) => all.slice(0, MOST).map((line) => ({ line, amount: null }))
    if (first)
      return {
        match: 'doubtful',
        text: '有多条明细与发票金额相同，请选择',
        lines: [take(first, left), ...offered(own.filter((line) => line !== first))],
      }
    if (own.length > 0)
      return {
        match: 'doubtful',
        text:
          sum(own.map(({ lacking }) => lacking)) === left
            ? '与该收款人的欠票合计相同，请核对'
            : `发票余额 ${formatYuan(yuan(left))} 元与明细金额不同，请核对`,
        lines: share(own.slice(0, MOST), left).map(({ line, amount }) =>
          amount === null ? { line, amount } : take(line, amount),
        ),
      }
    const others = free.filter(({ lacking }) => lacking === left)
    if (others.length > 0)
      return { match: 'doubtful', text: '金额相同，但销售方不是收款人，请核对', lines: offered(others) }
    return { match: 'none', text: '没有对应的欠票明细', lines: [] }
  })
}

/** Shares what is left of an invoice out to lines, one after the other. */
function share<L extends Wanting>(lines: readonly L[], left: Fen): { line: L; amount: Fen | null }[] {
  let rest = left
  return lines.map((line) => {
    const amount = nearerZero(line.lacking, rest)
    rest -= amount
    return { line, amount: amount === 0n ? null : amount }
  })
}
