import type { FieldError } from '@pianzhang/contract/errors'
import type { FeeBasis, FeeKind, FeePayment } from '@pianzhang/contract/fees'
import type { Fen } from '@pianzhang/contract/money'
import { formatYuan } from '@pianzhang/contract/money'
import type { PaymentBody } from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { lockByCode } from '../../base/contracts/find.ts'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { createPayments } from '../../books/payments/save.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { Failure, invalid } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { kindText } from './load.ts'
import type { Payee } from './persons.ts'
import { ACTOR_NET, ACTORS, feeContractFault } from './rules.ts'

/** What is paid for a fee. */
interface Paid {
  payee: Payee
  pay_at: string
  kind: FeeKind
  basis: FeeBasis
  resident: boolean
  /** What is left, with the VAT of the invoice. */
  amount: Fen
  remark: string
}

/** Books the payment of a fee; returns the id of its line. Throws 422 as the save of such a payment. */
export async function payFee(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  fee: Paid,
  { post, summary, ...line }: FeePayment,
): Promise<bigint> {
  if (!context.can('cost_execution', 'write')) throw new Failure('forbidden')
  if (line.contract_code !== null) {
    const contract = (await lockByCode(tx, context.project.id, [line.contract_code])).get(line.contract_code)
    const fault = feeContractFault(contract, fee.basis)
    if (fault !== undefined) throw invalid([{ field: 'payment.contract_code', message: fault }])
  }
  const body: PaymentBody = {
    pay_at: fee.pay_at,
    payer: fee.payee.name,
    payee_code: fee.payee.code,
    post,
    summary: summary || `${fee.payee.name} ${fee.pay_at.slice(0, 7)} ${kindText(fee.kind, fee.resident)}`,
    version: undefined,
    cost_execution_details: [
      {
        ...line,
        code: null,
        voucher_category: null,
        face_tax_rate: null,
        instalment_code: null,
        pay_amount: fee.amount,
        check_invoice_code: null,
        no_invoice_reason: '',
        voucher_attachment_codes: [],
        remark: fee.remark,
      },
    ],
  }
  const [payment] = await inFields(
    (field) => field.replace(/^cost_execution_details\[0\]\./, 'payment.'),
    () => createPayments(tx, context, rules, [body]),
  )
  const [id] = await lineIds(tx, context.project.id, payment?.code ?? '')
  return id as bigint
}

/** Names wrong fields of a payment as those of the caller's body. */
export async function inFields<T>(rename: (field: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Failure && error.errors.length > 0)
      throw invalid(error.errors.map(({ field, message }): FieldError => ({ field: rename(field), message })))
    throw error
  }
}

/** The ids of a payment's lines, in their order. */
export async function lineIds(db: Db | Tx, projectId: bigint, payment: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select d.id from payment_lines d
    where d.project_id = ${projectId} and d.payment_id = (
      select c.id from payments c where c.project_id = ${projectId} and c.code = ${payment})
    order by d.position`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a payment until the commit, so that its lines stay; undefined: there is none. */
export async function lockPayment(
  tx: Tx,
  projectId: bigint,
  payment: string,
): Promise<{ id: bigint; pay_at: string; payee_id: bigint | null } | undefined> {
  const { rows } = await sql<{ id: bigint; pay_at: string; payee_id: bigint | null }>`
    select c.id, c.pay_at, c.payee_id from payments c
    where c.project_id = ${projectId} and c.code = ${payment} for share`.execute(tx)
  return rows[0]
}

interface Candidate {
  id: bigint
  payee_id: bigint | null
  amount: Fen
  contract: string | null
  taken: boolean
}

/** The fee that a saved payment pays. `payees`: all who are its person; `own`: the id of the fee that is edited. */
interface Linked {
  /** What is left, with the VAT of the invoice. */
  amount: Fen
  invoiceVat: Fen
  basis: FeeBasis
  pay_at: string
  payees: readonly bigint[]
  own: bigint | null
}

/**
 * The line of a saved payment that pays a fee: of its payee and day, of its amount, which pays no other fee and remits no tax. The payment is locked until
 * the commit. Throws 422 by the field payment_code.
 */
export async function lineOf(
  tx: Tx,
  context: ProjectContext,
  payment: string,
  { amount: paid, invoiceVat, basis, pay_at, payees, own }: Linked,
): Promise<bigint> {
  const projectId = context.project.id
  const wrong = (message: string) => invalid([{ field: 'payment_code', message }])
  const header = await lockPayment(tx, projectId, payment)
  if (!header) throw wrong('付款不存在或已被删除')
  if (header.payee_id !== null && !payees.includes(header.payee_id))
    throw wrong(`付款 ${payment} 的收款人不是该劳务的收款人`)
  // The tax is of this day: of its month, and from a day on with VAT.
  if (header.pay_at !== pay_at)
    throw wrong(
      `付款 ${payment} 的付款日期 ${header.pay_at} 与劳务的付款日期 ${pay_at} 不同，劳务须按实际付款日期计税；请选择同一天的付款，或先取消关联`,
    )
  const { rows } = await sql<Candidate>`
    select d.id, d.pay_amount as amount, k.code as contract,
      exists (select 1 from fees r where r.project_id = ${projectId} and (r.remitted_line_id = d.id
        or r.line_id = d.id ${own === null ? sql`` : sql`and r.id <> ${own}`})) as taken
    from payment_lines d
    left join contracts k on k.project_id = ${projectId} and k.id = d.contract_id
    where d.project_id = ${projectId} and d.payment_id = ${header.id} order by d.position`.execute(tx)
  const fitting = rows.filter(({ amount }) => amount === paid)
  const free = fitting.find(({ taken }) => !taken)
  const what = invoiceVat > 0n ? '实发金额加发票增值税' : '实发金额'
  if (fitting.length === 0) throw wrong(`付款 ${payment} 没有金额为${what} ${formatYuan(paid)} 元的明细`)
  if (!free) throw wrong(`付款 ${payment} 的该笔明细已关联其他劳务记录或缴税`)
  if (basis === 'net' && free.contract !== null) {
    const contract = (await lockByCode(tx, projectId, [free.contract])).get(free.contract)
    if (contract?.category === ACTORS) throw wrong(ACTOR_NET)
  }
  return free.id
}
