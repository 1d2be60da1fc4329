import { abs } from '@pianzhang/contract/decimal'
import type { FieldError } from '@pianzhang/contract/errors'
import { PASSED } from '@pianzhang/contract/invoices'
import { type Fen, nearerZero, sum, yuan } from '@pianzhang/contract/money'
import type { PaymentLine } from '@pianzhang/contract/payments'

/** A use of an invoice by a line: the codes of the line's payment and of the line. */
export interface Use {
  payment: string
  line: string
  amount: Fen
}

/** An invoice that lines name, locked, with what uses it now. */
export interface FoundInvoice {
  id: bigint
  invoice_number: string
  status: number
  voided_at: Date | null
  total_amount: Fen | null
  amount_without_tax: Fen | null
  tax_amount: Fen | null
  uses: readonly Use[]
}

export type Amounts = Pick<FoundInvoice, 'total_amount' | 'amount_without_tax' | 'tax_amount'>

/** What an invoice has to give: its total, or if unknown its net amount and its tax; null: not known, as of a QR code that has the net amount alone. */
export const worthOf = ({
  total_amount: total,
  amount_without_tax: net,
  tax_amount: tax,
}: Amounts): Fen | null => total ?? (net === null || tax === null ? null : net + tax)

/** Whether it is a red-letter invoice (红字发票), which reverses an earlier one: its total, or if unknown its net amount, is negative. */
export const isRed = ({ total_amount: total, amount_without_tax: net }: Amounts): boolean =>
  (total ?? net ?? 0n) < 0n

/** By how much uses that come to `all` exceed an invoice of this worth; negative: by how much its refunds exceed what was used before. */
export function excessOf(all: Fen, worth: Fen | null): Fen {
  if (worth === null) return 0n
  const [used, most] = worth < 0n ? [-all, -worth] : [all, worth]
  return used > most ? used - most : used < 0n ? used : 0n
}

/** Whether the uses of an invoice may go from `before` to `after`: what an older version let go too far may stay, but not grow. */
export function mayGo(before: Fen, after: Fen, worth: Fen | null): boolean {
  const [was, is] = [excessOf(before, worth), excessOf(after, worth)]
  return is === 0n || (is > 0n ? is <= was : is >= was)
}

export const amountOf = (uses: readonly Pick<Use, 'amount'>[]): Fen => sum(uses.map(({ amount }) => amount))

/** Why the payments `changed` may not take back so much of their refunds that an invoice comes to `after`; null: they may. */
export function exceededBy(
  { invoice_number: number, uses, ...invoice }: FoundInvoice,
  after: Fen,
  changed: ReadonlySet<string>,
): string | null {
  const excess = excessOf(after, worthOf(invoice))
  if (excess <= 0n || excess <= excessOf(amountOf(uses), worthOf(invoice))) return null
  const others = uses.filter(({ payment, amount }) => amount > 0n && !changed.has(payment)).toReversed()
  const named = namesOf(others.map(({ payment }) => payment))
  return `${number === '' ? '该发票' : `发票 ${number} `}已被其他付款用足，删除或减少这笔退款后会超出其金额 ${yuan(excess)} 元，请先调整付款 ${named}`
}

/** The first three of these payments, and how many there are. */
function namesOf(payments: readonly string[]): string {
  const all = [...new Set(payments)]
  return `${all.slice(0, 3).join('、')}${all.length > 3 ? `等 ${all.length} 笔付款` : ''}`
}

export interface LineUse {
  invoice_id: bigint
  amount: Fen
}

type Wanted = Pick<PaymentLine, 'check_invoice_code' | 'invoices'>
/** The invoices that a line asks for, with the field of each. */
const wantedOf = ({ check_invoice_code: only, invoices }: Partial<Wanted>) =>
  invoices
    ? invoices.map(({ code, amount }, index) => ({
        code,
        amount: amount ?? null,
        field: `invoices[${index}]`,
      }))
    : typeof only === 'string'
      ? [{ code: only, amount: null, field: null }]
      : []

/** The codes of the invoices that a line asks for. */
export const invoicesOf = (line: Partial<Wanted>): string[] => wantedOf(line).map(({ code }) => code)

/**
 * Shares invoices out to lines, one line after the other: a line gets of each invoice what it asks for, by default the lesser of what is left of
 * both. One for each request, so that lines of several payments cannot take the same yuan. `payment`: the edited one, whose stored uses are replaced.
 * `several` false: as without the feature, an invoice pays one line; one whose amount is not known always does.
 */
export class Shares {
  readonly #invoices: ReadonlyMap<string, FoundInvoice>
  readonly #payment: string | null
  readonly #several: boolean
  /** What other payments and the lines so far use of an invoice, by its code. */
  readonly #used = new Map<string, Fen>()

  constructor(invoices: ReadonlyMap<string, FoundInvoice>, payment: string | null, several: boolean) {
    this.#invoices = invoices
    this.#payment = payment
    this.#several = several
  }

  /**
   * The invoices of a line and what is wrong with them. Without an amount, which the schema refused, only the invoices themselves are looked at.
   * `kept`: the line has them already, so that it may have several although the feature was switched off since.
   */
  take(
    line: Partial<Wanted & Pick<PaymentLine, 'pay_amount'>>,
    kept = false,
  ): { uses: LineUse[]; problems: FieldError[] } {
    const several = this.#several || kept
    const problems: FieldError[] = []
    const wrong = (field: string, message: string) => void problems.push({ field, message })
    const wanted = wantedOf(line)
    const { check_invoice_code: only } = line
    if (line.invoices && typeof only === 'string' && (wanted.length !== 1 || wanted[0]?.code !== only))
      wrong('invoices', '与发票号码不一致')
    if (!several && wanted.length > 1) wrong('invoices', '一条明细只能关联一张发票')
    const uses: LineUse[] = []
    for (const [index, { code, amount, field }] of wanted.entries()) {
      const named = field === null ? 'check_invoice_code' : `${field}.code`
      const invoice = this.#invoices.get(code)
      const fault = this.#faultOf(invoice, line.pay_amount, several)
      if (fault !== null) wrong(named, fault)
      else if (wanted.findIndex((one) => one.code === code) < index) wrong(named, '发票重复')
      else if (invoice && line.pay_amount !== undefined) {
        const rest = line.pay_amount - sum(uses.map((use) => use.amount))
        const { taken, message } = this.#take(code, invoice, rest, amount, several)
        if (message !== null) wrong(amount === null ? named : `${field}.amount`, message)
        else uses.push({ invoice_id: invoice.id, amount: taken })
      }
    }
    return { uses, problems }
  }

  #faultOf(invoice: FoundInvoice | undefined, payAmount: Fen | undefined, several: boolean): string | null {
    if (!invoice) return '发票不存在'
    if (invoice.voided_at !== null) return '该发票已作废'
    if (invoice.status !== PASSED) return '只能关联查验通过的发票'
    const other = invoice.uses.find(({ payment }) => payment !== this.#payment)
    if (!this.#mayShare(invoice, several) && other) return `发票已被付款 ${other.payment} 使用`
    // A red invoice cancels another one, so its amount is negative.
    if (payAmount !== undefined && payAmount > 0n && isRed(invoice)) return '红字发票只能用于负数金额的明细'
    return null
  }

  /** Whether an invoice may pay several lines: its amount must be known. Lines that share one of unknown amount since an older version keep it. */
  #mayShare(invoice: FoundInvoice, several: boolean): boolean {
    const { uses } = invoice
    const shared = uses.length > 1 && uses.some(({ payment }) => payment === this.#payment)
    return several && (worthOf(invoice) !== null || shared)
  }

  /** How much of an invoice a line gets, of which `rest` has none yet. */
  #take(
    code: string,
    invoice: FoundInvoice,
    rest: Fen,
    asked: Fen | null,
    several: boolean,
  ): { taken: Fen; message: string | null } {
    const none = (message: string) => ({ taken: 0n, message })
    const worth = worthOf(invoice)
    if (!this.#mayShare(invoice, several) && this.#used.has(code)) return none('同一张发票只能用于一条明细')
    const used = this.#usedOf(code, invoice)
    // A refund that is booked on an invoice of expense gives back what it had used, at most as much (`refundFaults`).
    const most =
      worth === null || (rest < 0n && worth > 0n) ? rest : nearerZero(nearerZero(worth - used, worth), rest)
    if (asked === null) {
      if (rest === 0n) return none('明细金额已由前面的发票用完')
      if (most === 0n) return none(this.#usedUp(invoice))
    } else {
      if (asked > 0n !== rest > 0n || abs(asked) > abs(rest))
        return none(
          rest === 0n ? '明细金额已由前面的发票用完' : `不能大于明细中未关联发票的 ${yuan(rest)} 元`,
        )
      if (abs(asked) > abs(most)) return none(`发票余额只有 ${yuan(most)} 元`)
    }
    const taken = asked ?? most
    this.#used.set(code, used + taken)
    return { taken, message: null }
  }

  /** After the last line: the invoices of which refunds give back more than was used, with what to say beside a refund. */
  refundFaults(): ReadonlyMap<bigint, string> {
    const faults = new Map<bigint, string>()
    if (!this.#several) return faults
    for (const [code, used] of this.#used) {
      const invoice = this.#invoices.get(code)
      if (!invoice || mayGo(amountOf(invoice.uses), used, worthOf(invoice))) continue
      const excess = excessOf(used, worthOf(invoice))
      if (excess < 0n) faults.set(invoice.id, `退款比该发票已使用的金额多 ${yuan(-excess)} 元`)
    }
    return faults
  }

  /** After the last line: why the payment may not take back its refunds; null: it may. */
  exceeded(): string | null {
    const changed = new Set(this.#payment === null ? [] : [this.#payment])
    for (const [code, invoice] of this.#invoices) {
      const fault = exceededBy(invoice, this.#usedOf(code, invoice), changed)
      if (fault !== null) return fault
    }
    return null
  }

  #usedOf(code: string, { uses }: FoundInvoice): Fen {
    return this.#used.get(code) ?? amountOf(uses.filter(({ payment }) => payment !== this.#payment))
  }

  #usedUp({ uses }: FoundInvoice): string {
    const others = uses.map(({ payment }) => payment).filter((code) => code !== this.#payment)
    return others.length === 0 ? '发票金额已用完' : `发票已被付款 ${namesOf(others)} 用完`
  }
}

/** The error if an invoice that a payment line with a positive amount uses would become a red-letter invoice. */
const NOT_RED = '该发票已用于正数金额的付款明细，不能改为红字发票'

/**
 * Why an invoice that lines use cannot get these amounts: it would be worth less than they use, or become red although a positive line uses it. Lock
 * the invoice first, as payments do before they use one.
 */
export function usedFault(amounts: Amounts, uses: readonly Use[]): string | null {
  if (isRed(amounts) && uses.some(({ amount }) => amount > 0n)) return NOT_RED
  const used = amountOf(uses)
  return excessOf(used, worthOf(amounts)) > 0n
    ? `付款明细已使用 ${yuan(used)} 元，发票金额不能小于该金额`
    : null
}
