import { CHANNELS, instalmentsOf, PARTIES, type Party, TRADES, type Trade } from './content.ts'
import { DEMO_COMPANY } from './people.ts'
import type { Random } from './random.ts'

/** Days of shooting, the last one today. */
export const SHOOTING_DAYS = 120
/** Invoice types by voucher type: what is issued by the tax office or as a ticket is a digital invoice (20-digit number) too. */
const INVOICE_TYPES: Readonly<Record<string, string>> = { '5': '31', '6': '32', '9': '99', '10': '32' }
const DEPOSIT = 10_000_000n

export interface DraftLine {
  /** Number of the subject. */
  subject: string
  fen: bigint
  category: string
  channel: string
  voucher: string | null
  rate: string | null
  remark: string
  /** The invoice's type; null: no invoice. */
  invoice: string | null
}

export interface Draft {
  /** Days after the first shooting day. */
  day: number
  /** Whom it is paid to, and who of the production pays it. */
  payee: string
  payer: string
  post: string
  summary: string
  /** Whether it is paid under the contract with the payee. */
  contract: boolean
  lines: DraftLine[]
}

/** All payments of the ledger, by day: instalments of contracts, deposits and their refunds, daily costs. */
export function draftPayments(random: Random): Draft[] {
  const drafts = [
    ...PARTIES.flatMap((party) => instalments(random, party)),
    ...PARTIES.filter((party) => party.subjects[0]?.[0].startsWith('2400')).flatMap(deposit),
    ...TRADES.flatMap((trade) => daily(random, trade)),
  ]
  return drafts.sort((a, b) => a.day - b.day)
}

function instalments(random: Random, party: Party): Draft[] {
  const due = instalmentsOf(party).filter(([, , , day]) => day < SHOOTING_DAYS)
  // Usually paid a few days late, never after today.
  const paid = due.map(([title, category, percent, day]) => ({
    title,
    category,
    percent,
    day: Math.min(day + random.int(0, 6), SHOOTING_DAYS - 1),
  }))
  return paid.map(({ title, category, percent, day }) => ({
    ...headOf(party, party.party),
    day,
    summary: `${party.summary}${title}`,
    contract: true,
    lines: sharesOf((BigInt(party.amount) * 100n * BigInt(percent)) / 100n, party.subjects).map(
      ([subject, fen]) => ({
        ...paidBy(random, day, party),
        subject,
        fen,
        category,
        channel: '2',
        remark: '',
      }),
    ),
  }))
}

/** Splits a sum by weights to the fen; the last share includes the remainder. */
export function sharesOf(total: bigint, parts: Party['subjects']): [subject: string, fen: bigint][] {
  const weights = parts.reduce((sum, [, weight]) => sum + BigInt(weight), 0n)
  let left = total
  return parts.map(([subject, weight], index) => {
    const fen = index === parts.length - 1 ? left : (total * BigInt(weight)) / weights
    left -= fen
    return [subject, fen]
  })
}

/** A deposit for rented equipment, and its partial refund near the end. */
function deposit(party: Party): Draft[] {
  const move = (day: number, category: string, fen: bigint): Draft => ({
    ...headOf(party, party.party),
    day,
    summary: `${party.summary}${category}`,
    contract: false,
    lines: [
      {
        subject: party.subjects[0]?.[0] ?? '',
        fen,
        category,
        channel: '2',
        voucher: '12',
        rate: null,
        remark: '凭收据退还',
        invoice: null,
      },
    ],
  })
  return [move(0, '押金', DEPOSIT), move(112, '押金退回', (-DEPOSIT * 4n) / 5n)]
}

function daily(random: Random, trade: Trade): Draft[] {
  const days = Array.from({ length: SHOOTING_DAYS }, (_, day) => day).filter(() =>
    random.chance(trade.chance),
  )
  return days.map((day) => {
    // The first subject always, and up to three of the others.
    const [first, ...others] = trade.subjects
    const lines = [first, ...others.filter(() => random.chance(0.6)).slice(0, 3)]
    return {
      ...headOf(trade, trade.payee),
      day,
      summary: random.pick(trade.summaries),
      contract: false,
      lines: lines.flatMap((line) => (line ? [boughtOn(random, day, trade, line)] : [])),
    }
  })
}

function boughtOn(
  random: Random,
  day: number,
  trade: Trade,
  [subject, from, to]: Trade['subjects'][number],
): DraftLine {
  const reimbursed = trade.rate === null
  // Mostly whole yuan, as in practice.
  const odd = random.pick([0, 0, 0, 50, 35, 80, random.int(1, 99)])
  return {
    ...paidBy(random, day, trade),
    subject,
    fen: BigInt(random.int(from, to)) * 100n + BigInt(odd),
    category: reimbursed ? '报销' : subject.startsWith('14') ? '工资劳务' : '其他',
    channel: reimbursed ? random.pick(['1', '4', '5']) : random.pick(CHANNELS),
    remark: random.chance(0.1) ? '原件已归档' : '',
  }
}

/** Of a hundred invoices so many have come, by the days since they were paid for. */
const COME = [
  { days: 7, percent: 82 },
  { days: 30, percent: 93 },
  { days: 60, percent: 97 },
  { days: SHOOTING_DAYS, percent: 99 },
]

/** One voucher in a hundred is not known yet; of the others most invoices have come. The company pays against the invoice: it has them all. */
function paidBy(random: Random, day: number, { payer, voucher, rate }: Party | Trade) {
  const isAgainstInvoice = payer === DEMO_COMPANY
  const hasVoucher = random.chance(0.99) || isAgainstInvoice
  const type = INVOICE_TYPES[voucher]
  const age = SHOOTING_DAYS - 1 - day
  const percent = COME.find(({ days }) => age < days)?.percent ?? 100
  return {
    rate,
    voucher: hasVoucher ? voucher : null,
    invoice:
      hasVoucher && type !== undefined && (random.chance(percent / 100) || isAgainstInvoice) ? type : null,
  }
}

const headOf = ({ payer, post }: Party | Trade, payee: string) => ({ payee, payer, post })
