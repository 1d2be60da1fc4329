import { type Fen, fenOf, nearerZero } from '@pianzhang/contract/money'
import {
  type LineInvoice,
  type Payment,
  type PaymentBody,
  type PaymentLine,
  type PaymentLineAnswer,
  type PaymentUpdate,
  paymentFields,
} from '@pianzhang/contract/payments'
import type { usesOfPayment } from '../../base/invoices/uses.ts'
import { completed, type LeftOut } from '../../platform/lists/records.ts'

type StoredUses = Awaited<ReturnType<typeof usesOfPayment>>
interface Use {
  code: string
  amount: Fen
}

/**
 * The body, completed by the stored values of the fields that it leaves out; `kept`: the codes of lines that keep their invoices. `several`: whether
 * a body can have several invoices of a line, with the feature `missing_invoice`.
 */
export function completeBody(given: PaymentUpdate, before: Payment, uses: StoredUses, several: boolean) {
  const stored = new Map(before.cost_execution_details.map((line) => [line.code, line]))
  const kept = new Set<string>()
  const body: PaymentBody = {
    ...completed(given, {
      ...paymentFields((field) => before[field]),
      payee_code: before.payee?.code ?? null,
    }),
    cost_execution_details: given.cost_execution_details.map((line) => {
      const own = stored.get(line.code ?? '')
      const invoices = keptInvoices(line, own, uses.get(line.code ?? '') ?? [], several)
      if (invoices && line.code) kept.add(line.code)
      return { ...completeLine(line, own), ...(invoices && { check_invoice_code: null, invoices }) }
    }),
  }
  return { body, kept }
}

/**
 * The invoices of a line whose body says nothing of them, or repeats the only one that the API answered; null: what the body says holds. A single
 * invoice follows the line's amount, unless that stays; several do where nobody can give their amounts anew.
 */
function keptInvoices(
  given: LineUpdate,
  stored: PaymentLineAnswer | undefined,
  uses: readonly Use[],
  several: boolean,
): LineInvoice[] | null {
  if (uses.length === 0) return null
  // Without the feature several invoices of a line are only repeated, as answers name them.
  if (given.invoices !== undefined) return !several && repeats(given.invoices, uses) ? [...uses] : null
  const answered = uses.length === 1 ? uses[0]?.code : null
  if (given.check_invoice_code !== undefined && given.check_invoice_code !== answered) return null
  const stays = stored && given.pay_amount === fenOf(stored.pay_amount_yuan)
  if (stays) return [...uses]
  if (uses.length === 1) return uses.map(({ code }) => ({ code }))
  return several ? [...uses] : within(given.pay_amount, uses)
}

const repeats = (given: readonly LineInvoice[], uses: readonly Use[]): boolean =>
  given.length === uses.length &&
  given.every(({ code, amount }, at) => code === uses[at]?.code && amount === uses[at].amount)

/** Uses that fit an amount: what they exceed it by is taken from the last ones. */
export function within(amount: Fen, uses: readonly Use[]): Use[] {
  let rest = amount
  return uses.flatMap((use) => {
    const kept = nearerZero(use.amount, rest)
    rest -= kept
    return kept === 0n ? [] : { ...use, amount: kept }
  })
}

/** A line that gets another contract does not keep the instalment of the old one, and one that gets a list of invoices not its only one. */
function completeLine({ invoices, ...given }: LineUpdate, stored?: PaymentLineAnswer) {
  const line = {
    ...completed(given, { ...leftOutOf(stored), ...(invoices && { check_invoice_code: null }) }),
    ...(invoices && { invoices }),
  }
  const moves = given.instalment_code === undefined && line.contract_code !== (stored?.contract?.code ?? null)
  return moves ? { ...line, instalment_code: null } : line
}

/** The stored values of the fields that a line of a PUT may leave out; empty values for a new line. */
type LineUpdate = PaymentUpdate['cost_execution_details'][number]
const leftOutOf = (line?: PaymentLineAnswer): LeftOut<Omit<LineUpdate, 'invoices'>> => ({
  code: null,
  voucher_category: (line?.voucher_category_code ?? null) as PaymentLine['voucher_category'],
  face_tax_rate: line?.face_tax_rate || null,
  contract_code: line?.contract?.code ?? null,
  instalment_code: line?.instalment?.code ?? null,
  check_invoice_code: line?.check_invoice?.code ?? null,
  voucher_attachment_codes: line?.voucher_attachments.map(({ code }) => code) ?? [],
  remark: line?.remark ?? '',
  no_invoice_reason: line?.no_invoice_reason ?? '',
})

/** A stored line as the form sends it. */
export const storedLine = (line: PaymentLineAnswer): PaymentLine => ({
  ...leftOutOf(line),
  check_invoice_code: null,
  invoices: line.invoices.map(({ code, amount_yuan }) => ({ code, amount: fenOf(amount_yuan) })),
  code: line.code,
  subject_three_code: line.subject_three_code,
  pay_channel: line.pay_channel_code as PaymentLine['pay_channel'],
  // Null only in a payment that a write-off posted, which is never saved.
  pay_category_id: line.pay_category_id ?? '',
  pay_amount: fenOf(line.pay_amount_yuan),
})
