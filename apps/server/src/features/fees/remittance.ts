import { today } from '@pianzhang/contract/calendar'
import { TAX_HINT } from '@pianzhang/contract/fees'
import { type Fen, formatYuan, sum, yuan } from '@pianzhang/contract/money'
import type { PaymentBody, PaymentLine } from '@pianzhang/contract/payments'
import type { RemitBody, Remittance, RemittanceQuery, Remitted } from '@pianzhang/contract/remittances'
import { sql } from 'kysely'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { createPayments } from '../../books/payments/save.ts'
import { audit } from '../../platform/audit/audit.ts'
import { anyOf, ChangedMeanwhile, type Db, type Tx } from '../../platform/database/database.ts'
import { Failure, invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { firstDay, monthOf } from './compute.ts'
import { lockMonths } from './month-locks.ts'
import { dueAt, withheld } from './months.ts'
import { inFields, lockPayment } from './payment.ts'
import { remittedEarly } from './rules.ts'

const PAYMENT_TYPE = '税费'
const PAYER = '税务局'

/** What is due of a month on one subject and contract: those of the lines that pay the fees. `subject_id` null: of fees without a payment. */
interface Due {
  subject_id: bigint | null
  subject_code: string | null
  subject: string
  contract_id: bigint | null
  contract_code: string | null
  contract_out_code: string
  vat: Fen
  amount: Fen
  count: number
}

async function dueOf(db: Db | Tx, projectId: bigint, month: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select g.*, s.code as subject_code, coalesce(s.out_code || ' ' || s.name, '') as subject, k.code as contract_code,
      coalesce(k.out_code, '') as contract_out_code
    from (
      select d.subject_id, d.contract_id, sum(r.vat + r.surcharge) as vat, sum(${withheld}) as amount, count(*)::int4 as count
      from fees r
      left join payment_lines d on d.project_id = ${projectId} and d.id = r.line_id
      where r.project_id = ${projectId} and r.month = ${firstDay(month)}::date and r.remitted_line_id is null
      group by 1, 2 having sum(${withheld}) <> 0) g
    left join subjects s on s.project_id = ${projectId} and s.id = g.subject_id
    left join contracts k on k.project_id = ${projectId} and k.id = g.contract_id
    order by s.out_code nulls last, k.out_code nulls first`.execute(db)
  return rows
}

const remarkOf = (month: string, { vat, count }: Due): string =>
  `${month} 劳务个税${vat > 0n ? '及代扣增值税' : ''}（${count}笔）`
const summaryOf = (month: string, dues: readonly Due[]): string =>
  `缴纳 ${month} 劳务报酬个人所得税${dues.some(({ vat }) => vat > 0n) ? '及代扣增值税、附加' : ''}`

const hasEnded = (month: string, now: Date): boolean => month < monthOf(today(now))

/** The payment with which a month's tax is remitted, for the editor or for `remit`; writes nothing. */
export async function draftRemittance(
  db: Db,
  { project, now }: ProjectContext,
  { body: { month } }: Input<unknown, unknown, RemittanceQuery>,
): Promise<Remittance> {
  const dues = await dueOf(db, project.id, month)
  if (dues.length === 0) throw refused(`${month} 没有待缴的税款`)
  const category = await db
    .selectFrom('payment_types')
    .select('id')
    .where('project_id', '=', project.id)
    .where('name', '=', PAYMENT_TYPE)
    .executeTakeFirst()
  return {
    month,
    ended: hasEnded(month, now),
    due_at: dueAt(month),
    pay_at: today(now),
    payer: PAYER,
    summary: summaryOf(month, dues),
    pay_amount_yuan: yuan(sum(dues.map(({ amount }) => amount))),
    cost_execution_details: dues.map((due) => ({
      subject_three_code: due.subject_code,
      subject: due.subject,
      pay_category_id: category ? String(category.id) : null,
      contract_code: due.contract_code,
      contract_out_code: due.contract_out_code,
      pay_amount: yuan(due.amount),
      remark: remarkOf(month, due),
      count: due.count,
    })),
    hint: TAX_HINT,
  }
}

/**
 * Books a month's remittance, or notes that a saved payment is it. No fee of the month is saved meanwhile, nor after it, so a month that has not ended
 * is asked for twice. Throws 409 if what is due is not what the caller saw, 422 as the save of a payment.
 */
export async function remit(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body }: Input<unknown, unknown, RemitBody>,
): Promise<Remitted> {
  const projectId = context.project.id
  await lockMonths(tx, projectId, [body.month], false)
  const dues = await dueOf(tx, projectId, body.month)
  const total = sum(dues.map(({ amount }) => amount))
  if (dues.length === 0) throw refused(`${body.month} 没有待缴的税款，请刷新后查看`)
  if (total !== body.amount)
    throw new Failure('stale', `${body.month} 的待缴税款已变为 ${formatYuan(total)} 元，请刷新后重试`)
  if (!body.early && !hasEnded(body.month, context.now))
    throw invalid([
      {
        field: 'early',
        message: `${body.month} 尚未结束，缴税后当月不能再登记劳务；确需现在缴税的，请确认提前缴税`,
      },
    ])
  const payment =
    body.payment_code === null ? await bookRemittance(tx, context, rules, body, dues) : body.payment_code
  const records = await linkRemittance(tx, projectId, body.month, payment, dues)
  await audit(tx, context, {
    action: 'update',
    resource: 'labor_tax',
    code: '',
    label: `${body.month} 劳务个税缴税 ${yuan(total)}元`,
    after: { month: body.month, payment_code: payment, pay_amount_yuan: yuan(total), records },
  })
  return { payment_code: payment, pay_amount_yuan: yuan(total), records }
}

function refuseBefore(month: string, field: string, pay_at: string): void {
  const message = remittedEarly(month, pay_at)
  if (message !== undefined) throw invalid([{ field, message }])
}

async function bookRemittance(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  body: RemitBody,
  dues: readonly Due[],
): Promise<string> {
  if (!context.can('cost_execution', 'write')) throw new Failure('forbidden')
  const { pay_at, payer, pay_channel, pay_category_id, subject_three_code: other } = body
  if (dues.some(({ subject_code }) => subject_code === null) && other === null)
    throw invalid([{ field: 'subject_three_code', message: '有未登记付款的劳务，请选择其税款的科目' }])
  refuseBefore(body.month, 'pay_at', pay_at ?? '')
  const payment: PaymentBody = {
    pay_at: pay_at ?? '',
    payer: payer ?? '',
    payee_code: null,
    post: '',
    summary: summaryOf(body.month, dues),
    version: undefined,
    cost_execution_details: dues.map(
      (due): PaymentLine => ({
        code: null,
        subject_three_code: due.subject_code ?? other ?? '',
        pay_channel: pay_channel as PaymentLine['pay_channel'],
        pay_category_id: pay_category_id ?? '',
        voucher_category: null,
        face_tax_rate: null,
        contract_code: due.contract_code,
        instalment_code: null,
        pay_amount: due.amount,
        check_invoice_code: null,
        no_invoice_reason: '',
        voucher_attachment_codes: [],
        remark: remarkOf(body.month, due),
      }),
    ),
  }
  const [saved] = await inFields(
    (field) => field.replace(/^cost_execution_details\[\d+\]\./, ''),
    () => createPayments(tx, context, rules, [payment]),
  )
  return saved?.code ?? ''
}

interface Line {
  id: bigint
  subject_id: bigint
  contract_id: bigint | null
  amount: Fen
}

/** Notes the payment's lines with the fees whose tax they remit; returns their number. Throws 422 unless there is a line for each subject and contract. */
async function linkRemittance(
  tx: Tx,
  projectId: bigint,
  month: string,
  payment: string,
  dues: readonly Due[],
): Promise<number> {
  const wrong = (message: string) => invalid([{ field: 'payment_code', message }])
  const header = await lockPayment(tx, projectId, payment)
  if (!header) throw wrong('付款不存在或已被删除')
  refuseBefore(month, 'payment_code', header.pay_at)
  const { rows } = await sql<Line>`
    select d.id, d.subject_id, d.contract_id, d.pay_amount as amount from payment_lines d
    where d.project_id = ${projectId} and d.payment_id = ${header.id}
      and not exists (select 1 from fees r where r.project_id = ${projectId} and (r.remitted_line_id = d.id or r.line_id = d.id))
    order by d.position`.execute(tx)
  const free = [...rows]
  let records = 0
  // Fees without a payment have no subject of their own, so they take what the others leave.
  for (const due of dues.toSorted((a, b) => Number(a.subject_id === null) - Number(b.subject_id === null))) {
    const at = free.findIndex(
      (line) =>
        line.amount === due.amount &&
        (due.subject_id === null || line.subject_id === due.subject_id) &&
        line.contract_id === due.contract_id,
    )
    const [line] = at < 0 ? [] : free.splice(at, 1)
    if (!line)
      throw wrong(
        `付款 ${payment} 没有对应的明细：${due.subject || '未登记付款的劳务'}${due.contract_out_code ? `，合同 ${due.contract_out_code}` : ''}，金额 ${formatYuan(due.amount)} 元`,
      )
    const { rows: linked } = await sql<{ id: bigint; amount: Fen }>`
      select r.id, ${withheld} as amount from fees r
      left join payment_lines d on d.project_id = ${projectId} and d.id = r.line_id
      where r.project_id = ${projectId} and r.month = ${firstDay(month)}::date and r.remitted_line_id is null
        and d.subject_id is not distinct from ${due.subject_id} and d.contract_id is not distinct from ${due.contract_id}`.execute(
      tx,
    )
    // Another subject or contract, which a colleague gave to the payment of a fee meanwhile.
    if (sum(linked.map(({ amount }) => amount)) !== due.amount)
      throw new ChangedMeanwhile('what is due on a subject has changed')
    await tx
      .updateTable('fees')
      .set({ remitted_line_id: line.id })
      .where('project_id', '=', projectId)
      .where('id', '=', anyOf(linked.map(({ id }) => id)))
      .execute()
    records += linked.length
  }
  return records
}
