import type { FieldError } from '@pianzhang/contract/errors'
import type { PaymentLine } from '@pianzhang/contract/payments'
import { type Uploads, uploadFault, uploadIds, VOUCHERS } from '../../base/attachments/find.ts'
import { contractFault, type FoundContract } from '../../base/contracts/find.ts'
import { type FoundInstalment, instalmentFault } from '../../base/contracts/instalments.ts'
import { type FoundInvoice, type LineUse, Shares } from '../../base/invoices/allocate.ts'
import { type FoundSubject, subjectFault } from '../../base/subjects/booked-subjects.ts'
import { refused } from '../../platform/http/errors.ts'
import { runningNumber } from '../../platform/numbers.ts'

/** A line with the ids of its references, as it is written. */
export interface ResolvedLine {
  code: string | null
  subject_id: bigint
  pay_channel: number
  pay_category_id: bigint
  voucher_category: number | null
  face_tax_rate: string | null
  contract_id: bigint | null
  instalment_id: bigint | null
  /** Empty until `Shares` shares invoices out. */
  uses: LineUse[]
  pay_amount: bigint
  remark: string
  no_invoice_reason: string
  attachment_ids: bigint[]
}

/** The records that the lines of a request refer to, found in the project; those of other projects are absent. */
export interface References {
  subjects: ReadonlyMap<string, FoundSubject>
  /** Ids of payment types by their decimal text. */
  categories: ReadonlyMap<string, bigint>
  contracts: ReadonlyMap<string, FoundContract>
  /** Null without the feature `payable`: then what lines say of instalments is not looked at. */
  instalments: ReadonlyMap<string, FoundInstalment> | null
  invoices: ReadonlyMap<string, FoundInvoice>
  /** Whether an invoice may pay several lines: with the feature `missing_invoice`. */
  several: boolean
  attachments: Uploads
}

/**
 * Checks that the references of a line exist and are allowed, but for its invoices (`Shares`); problems name the field inside the line. Absent
 * fields, which the schema refused, are skipped.
 */
export function problemsOf(line: Partial<PaymentLine>, found: References): FieldError[] {
  const problems: FieldError[] = []
  const wrong = (field: keyof PaymentLine, message: string) => problems.push({ field, message })
  if (line.subject_three_code !== undefined) {
    const fault = subjectFault(found.subjects.get(line.subject_three_code))
    if (fault !== undefined) wrong('subject_three_code', fault)
  }
  if (line.pay_category_id !== undefined && !found.categories.has(line.pay_category_id))
    wrong('pay_category_id', '付款类型不存在')
  if (typeof line.contract_code === 'string') {
    const fault = contractFault(found.contracts.get(line.contract_code), 'out')
    if (fault !== undefined) wrong('contract_code', fault)
  }
  if (typeof line.instalment_code === 'string' && found.instalments) {
    const contract = found.contracts.get(line.contract_code ?? '')
    const fault = instalmentFault(found.instalments.get(line.instalment_code), contract?.id)
    if (fault !== undefined) wrong('instalment_code', fault)
  }
  const fault = uploadFault(line.voucher_attachment_codes ?? [], found.attachments, VOUCHERS)
  if (fault !== undefined) wrong('voucher_attachment_codes', fault)
  return problems
}

export const sharesOf = ({ invoices, several }: References, payment: string | null): Shares =>
  new Shares(invoices, payment, several)

/** A line as it is written. References that are missing are null or 0 in it and among the `problems`. */
export function resolveLine(
  line: PaymentLine,
  found: References,
  shares: Shares,
  keepsInvoices = false,
): { resolved: ResolvedLine; problems: FieldError[] } {
  const { uses, problems } = shares.take(line, keepsInvoices)
  const resolved: ResolvedLine = {
    code: line.code,
    subject_id: found.subjects.get(line.subject_three_code)?.id ?? 0n,
    pay_channel: Number(line.pay_channel),
    pay_category_id: found.categories.get(line.pay_category_id) ?? 0n,
    voucher_category: line.voucher_category === null ? null : Number(line.voucher_category),
    face_tax_rate: line.face_tax_rate,
    contract_id: found.contracts.get(line.contract_code ?? '')?.id ?? null,
    instalment_id: found.instalments?.get(line.instalment_code ?? '')?.id ?? null,
    uses,
    pay_amount: line.pay_amount,
    remark: line.remark,
    no_invoice_reason: line.no_invoice_reason,
    attachment_ids: uploadIds(line.voucher_attachment_codes, found.attachments),
  }
  return { resolved, problems: [...problemsOf(line, found), ...problems] }
}

/**
 * Resolves all lines of a payment, and checks their codes. `own`: the codes of the payment's existing lines (none for a new one); `keeps`: whether a
 * line keeps its invoices. `shares`: of all payments of the request.
 */
export function resolveLines(
  lines: readonly PaymentLine[],
  found: References,
  payment: { code: string; own: ReadonlySet<string> } | null,
  shares: Shares = sharesOf(found, payment?.code ?? null),
  keeps: (line: PaymentLine) => boolean = () => false,
) {
  const resolved: ResolvedLine[] = []
  const errors: FieldError[] = []
  const codes = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const result = resolveLine(line, found, shares, keeps(line))
    resolved.push(result.resolved)
    const wrong = (field: string, message: string) =>
      errors.push({ field: `cost_execution_details[${index}].${field}`, message })
    for (const problem of result.problems) wrong(problem.field, problem.message)
    if (line.code !== null) {
      if (!payment?.own.has(line.code)) wrong('code', '明细不存在或已被删除')
      else if (codes.has(line.code)) wrong('code', '明细重复')
      codes.add(line.code)
    }
  }
  for (const [id, message] of shares.refundFaults()) {
    const index = resolved.findLastIndex(({ uses }) => refunds(uses).includes(id))
    const field = lines[index]?.invoices ? 'invoices' : 'check_invoice_code'
    if (index >= 0) errors.push({ field: `cost_execution_details[${index}].${field}`, message })
  }
  return { resolved, errors }
}

/** The ids of the invoices to which a line gives back. */
export const refunds = (uses: readonly LineUse[]): bigint[] =>
  uses.flatMap(({ invoice_id, amount }) => (amount < 0n ? invoice_id : []))

/** Why a payment that the write-off of this petty cash detail posted cannot be changed: it must stay equal to its detail. */
export const postedBy = (imprest: string): string =>
  `由备用金 ${imprest} 核销生成，不能修改；需要修改时，请删除该付款，撤销核销`

/** Throws 422 for a payment that a write-off of petty cash posted. */
export function refusePosted({ code, imprest_code }: { code: string; imprest_code: string | null }): void {
  if (imprest_code !== null) throw refused(`付款 ${code} ${postedBy(imprest_code)}`)
}

export const paymentNumber = (payAt: string, running: bigint) => runningNumber('FK', payAt, running)

/** Whether a text has the form of a payment's number. */
export const isPaymentNumber = (text: string): boolean => /^FK\d{12,}$/.test(text)
