import { today } from '@pianzhang/contract/calendar'
import type { FieldError } from '@pianzhang/contract/errors'
import { type Fen, formatYuan, isAmount, sum, yuan } from '@pianzhang/contract/money'
import {
  type DraftQuery,
  MAX_PAID,
  type PayAnswer,
  type PayableDrafts,
  type PayBody,
  payItem,
} from '@pianzhang/contract/payables'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import type { PaymentBody } from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { lockContracts } from '../../base/contracts/lock.ts'
import { readRests } from '../../base/contracts/open-amounts.ts'
import { lockPayees, payeeFields } from '../../base/payees/find.ts'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { createPayments } from '../../books/payments/save.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { checkFound, checkVersion, Failure, invalid, refused } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { directionOf } from './plan.ts'

/** An instalment that somebody wants to pay. */
interface Due {
  id: bigint
  code: string
  version: number
  title: string
  contract_id: bigint
  contract_code: string
  out_code: string
  customer: string
  /** Of the contract; absent without the feature. */
  payee?: PayeeLink | null
  category: number
  subject_code: string | null
  pay_category_id: bigint | null
  rest: Fen
}

/** Those of these instalments that exist, in this order, with what is left of each. */
async function loadDue(db: Db | Tx, context: ProjectContext, codes: readonly string[]): Promise<Due[]> {
  const projectId = context.project.id
  const { rows } = await sql<Omit<Due, 'rest' | 'payee'> & { payee_id: bigint | null }>`
    select i.id, i.code, i.version, i.title, i.contract_id, k.code as contract_code, k.out_code, k.customer, k.payee_id, k.category,
      s.code as subject_code, i.pay_category_id
    from contract_instalments i
    join contracts k on k.project_id = ${projectId} and k.id = i.contract_id
    left join subjects s on s.project_id = ${projectId} and s.id = i.subject_id
    where i.project_id = ${projectId} and i.code = any(${codes}::text[])`.execute(db)
  const contracts = await readRests(db, projectId, [...new Set(rows.map(({ contract_id }) => contract_id))])
  const rests = new Map(contracts.flatMap(({ instalments }) => instalments.map(({ id, rest }) => [id, rest])))
  const payeeOf = await payeeFields(db, context, rows)
  const found = new Map(
    rows.map(({ payee_id, ...row }) => [
      row.code,
      { ...row, ...payeeOf({ payee_id }), rest: rests.get(row.id) ?? 0n },
    ]),
  )
  return codes.flatMap((code) => found.get(code) ?? [])
}

const nameOf = ({ out_code, title }: Due): string => `合同 ${out_code}「${title}」`

/** Throws 422 for money to receive, 409 for what is paid up. */
function checkPayable(dues: readonly Due[]): void {
  const incoming = dues.find((due) => directionOf(due) === 'in')
  if (incoming) throw refused(`${nameOf(incoming)}是收入合同的款项，请登记收款`)
  const paid = dues.find(({ rest }) => rest <= 0n)
  if (paid) throw new Failure('stale', `${nameOf(paid)}已付清，请刷新后重试`)
}

/** By the contracts' payee, or by party where a contract has none, in the order of the first of each. */
function byPayee(dues: readonly Due[]): Due[][] {
  const groups = new Map<string, Due[]>()
  for (const due of dues) {
    const key = due.payee ? `payee ${due.payee.code}` : `party ${due.customer}`
    const own = groups.get(key)
    if (own) own.push(due)
    else groups.set(key, [due])
  }
  return [...groups.values()]
}

/** What the payments say of what they are for: 合同 HT-1 定金、尾款；合同 HT-2 首付款. */
const MAX_SUMMARY = 500
function summaryOf(dues: readonly Due[]): string {
  const titles = new Map<string, string[]>()
  for (const { out_code, title } of dues) titles.set(out_code, [...(titles.get(out_code) ?? []), title])
  const text = [...titles].map(([number, names]) => `合同 ${number} ${names.join('、')}`).join('；')
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY).toWellFormed()}…` : text
}

/** Bodies of payments for the editor, one for each payee. */
export async function draftPayments(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, DraftQuery, unknown>,
): Promise<PayableDrafts> {
  const codes = [...new Set(query.codes)]
  const dues = await loadDue(db, context, codes)
  checkFound(codes, dues)
  checkPayable(dues)
  return {
    items: byPayee(dues).map((own) => ({
      pay_at: today(context.now),
      payer: own[0]?.payee?.name ?? own[0]?.customer ?? '',
      payee: own[0]?.payee ?? null,
      summary: summaryOf(own),
      pay_amount_yuan: yuan(sum(own.map(({ rest }) => rest))),
      cost_execution_details: own.map((due) => ({
        subject_three_code: due.subject_code,
        pay_category_id: due.pay_category_id === null ? null : String(due.pay_category_id),
        contract_code: due.contract_code,
        contract_out_code: due.out_code,
        instalment_code: due.code,
        instalment_title: due.title,
        pay_amount: yuan(due.rest),
        remark: due.title,
      })),
    })),
  }
}

/**
 * Pays what is left of these instalments, in one transaction: a payment for each payee. Their contracts are locked first, so that of two
 * people who pay the same one the second finds it paid: 409, as for one whose plan or rest has changed since it was shown.
 */
export async function payInstalments(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body }: Input<unknown, unknown, PayBody>,
): Promise<PayAnswer> {
  if (!context.can('cost_execution', 'write')) throw new Failure('forbidden')
  const projectId = context.project.id
  const codes = body.items.map(({ code }) => code)
  const { rows } = await sql<{ code: string; payee_id: bigint | null }>`
    select k.code, k.payee_id from contracts k where k.project_id = ${projectId} and k.id in (
      select i.contract_id from contract_instalments i where i.project_id = ${projectId} and i.code = any(${codes}::text[]))`.execute(
    tx,
  )
  // Payees before contracts, as a merge locks them.
  const payeeOf = await payeeFields(tx, context, rows)
  await lockPayees(
    tx,
    context,
    rows.map((row) => payeeOf(row).payee?.code),
  )
  await lockContracts(
    tx,
    projectId,
    rows.map(({ code }) => code),
  )
  const dues = await loadDue(tx, context, codes)
  const found = new Map(dues.map((due) => [due.code, due]))
  const problems: FieldError[] = []
  for (const [index, { code, version, rest }] of body.items.entries()) {
    const due = found.get(code)
    if (!due) {
      problems.push(unknown(index))
      continue
    }
    checkVersion(version, due.version)
    if (rest !== undefined && rest !== null && rest !== due.rest)
      throw new Failure('stale', `${nameOf(due)}的待付金额已变为 ${formatYuan(due.rest)} 元，请刷新后重试`)
    const lacking = [
      ...(due.subject_code === null ? ['科目'] : []),
      ...(due.pay_category_id === null ? ['付款类型'] : []),
    ]
    if (lacking.length > 0 && directionOf(due) === 'out')
      problems.push({
        field: `items[${index}].code`,
        message: `${nameOf(due)}没有${lacking.join('和')}，请先在付款计划中填写，或逐笔付款`,
      })
  }
  checkPayable(dues)
  if (problems.length > 0) throw invalid(problems)
  const groups = byPayee(dues)
  const large = groups.find((own) => !isAmount(sum(own.map(({ rest }) => rest))))
  if (large) throw refused(`付给 ${large[0]?.payee?.name ?? large[0]?.customer} 的总额超出范围`)
  const payments = await createPayments(
    tx,
    context,
    rules,
    groups.map((own) => bodyOf(own, body)),
  )
  return {
    items: payments.map(({ code, payer, pay_amount_yuan }) => ({ code, payer, pay_amount_yuan })),
  }
}

const unknown = (index: number): FieldError => ({
  field: `items[${index}].code`,
  message: '期次不存在或已被删除',
})

/** The items of a body that its schema refused that do not exist, so that all errors are reported at once. */
export async function unknownItems(
  tx: Tx,
  { project }: ProjectContext,
  body: unknown,
): Promise<FieldError[]> {
  const given = (body as { items?: unknown } | null)?.items
  if (!Array.isArray(given) || given.length > MAX_PAID) return []
  const codes = given.map((item) => validFields(payItem, item).code)
  const rows = await tx
    .selectFrom('contract_instalments')
    .select('code')
    .where('project_id', '=', project.id)
    .where('code', '=', anyOf(codes.flatMap((code) => code ?? [])))
    .execute()
  const found = new Set(rows.map(({ code }) => code))
  return codes.flatMap((code, index) => (code === undefined || found.has(code) ? [] : [unknown(index)]))
}

const bodyOf = (dues: readonly Due[], { pay_at, pay_channel }: PayBody): PaymentBody => ({
  pay_at,
  payer: dues[0]?.payee?.name ?? dues[0]?.customer ?? '',
  payee_code: dues[0]?.payee?.code ?? null,
  post: '',
  summary: summaryOf(dues),
  version: undefined,
  cost_execution_details: dues.map((due) => ({
    code: null,
    subject_three_code: due.subject_code ?? '',
    pay_channel,
    pay_category_id: String(due.pay_category_id ?? ''),
    voucher_category: null,
    face_tax_rate: null,
    contract_code: due.contract_code,
    instalment_code: due.code,
    pay_amount: due.rest,
    check_invoice_code: null,
    no_invoice_reason: '',
    voucher_attachment_codes: [],
    remark: due.title,
  })),
})
