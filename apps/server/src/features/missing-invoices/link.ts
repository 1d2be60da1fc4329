import type { FieldError } from '@pianzhang/contract/errors'
import { PASSED } from '@pianzhang/contract/invoices'
import { isTicketed } from '@pianzhang/contract/lists'
import {
  type LinkAnswer,
  type LinkBody,
  type LinkItem,
  linkItem,
  MAX_LINKED,
  type MarkBody,
} from '@pianzhang/contract/missing-invoices'
import { type Payment, type PaymentLine, paymentFields } from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { storedLine } from '../../books/payments/completed-body.ts'
import { loadPayments } from '../../books/payments/load.ts'
import type { PaymentRules } from '../../books/payments/rule.ts'
import { updatePayment } from '../../books/payments/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import { checkVersion, Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'

type Item = Partial<LinkItem>

const invoiceCodes = ({ check_invoice_code, invoices }: Item): string[] => [
  ...(check_invoice_code ? [check_invoice_code] : []),
  ...(invoices ?? []).map(({ code }) => code),
]
const unique = (codes: readonly string[]): string[] => [...new Set(codes)]

/** The codes of payments by those of their lines. */
async function paymentsOfLines(
  tx: Tx,
  projectId: bigint,
  lines: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const kept = await sql<{ line: string; payment: string }>`
    select m.line_code as line, c.code as payment from missing_lines m
    join payments c on c.project_id = ${projectId} and c.id = m.payment_id
    where m.project_id = ${projectId} and m.line_code = any(${lines}::text[])`.execute(tx)
  const found = new Map(kept.rows.map(({ line, payment }) => [line, payment]))
  const left = lines.filter((line) => !found.has(line))
  if (left.length === 0) return found
  // Lines that lack no invoice any more, or not yet in what is kept: no index has their code alone.
  const { rows } = await sql<{ line: string; payment: string }>`
    select d.code as line, c.code as payment from payment_lines d
    join payments c on c.project_id = ${projectId} and c.id = d.payment_id
    where d.project_id = ${projectId} and d.code = any(${left}::text[])`.execute(tx)
  for (const { line, payment } of rows) found.set(line, payment)
  return found
}

/** Which lines and invoices of the items do not exist. */
async function unknownIn(
  tx: Tx,
  projectId: bigint,
  items: readonly Item[],
  payments: ReadonlyMap<string, string>,
): Promise<FieldError[]> {
  const codes = unique(items.flatMap(invoiceCodes))
  const { rows } = await sql<{ code: string }>`select i.code from invoices i
    where i.project_id = ${projectId} and i.code = any(${codes}::text[])`.execute(tx)
  const there = new Set(rows.map(({ code }) => code))
  return items.flatMap((item, index) => {
    const { line_code: line, check_invoice_code: only, invoices = [] } = item
    const wrong = (field: string, message: string) => ({ field: `items[${index}].${field}`, message })
    return [
      ...(line !== undefined && !payments.has(line) ? [wrong('line_code', '明细不存在或已被删除')] : []),
      ...(only && !there.has(only) ? [wrong('check_invoice_code', '发票不存在')] : []),
      ...invoices.flatMap(({ code }, at) =>
        there.has(code) ? [] : [wrong(`invoices[${at}].code`, '发票不存在')],
      ),
    ]
  })
}

const linesOf = (items: readonly Item[]) => unique(items.flatMap(({ line_code }) => line_code ?? []))

/** The items of a body that its schema refused that name what does not exist, so that all errors are reported at once. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown): Promise<FieldError[]> {
  const given = (body as { items?: unknown } | null)?.items
  if (!Array.isArray(given) || given.length > MAX_LINKED) return []
  const items = given.map((item) => validFields(linkItem, item))
  return await unknownIn(tx, project.id, items, await paymentsOfLines(tx, project.id, linesOf(items)))
}

/**
 * Gives lines their invoices, all or none, by a save of each payment. Throws 409 if one of them was saved meanwhile, 422 with what its save
 * refuses, by item. Payments are locked first and invoices then, each in the order of ids, as a save locks them.
 */
export async function linkInvoices(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body: { items } }: Input<unknown, unknown, LinkBody>,
): Promise<LinkAnswer> {
  return await changeLines(tx, context, rules, items, async (payments) => {
    const faulty = await lockInvoices(tx, context.project.id, items, payments)
    return (line, { item, index }) => linked(line, item, index, faulty)
  })
}

/** Marks lines as such that need no invoice, or takes the mark back, all or none, by a save of each payment. Throws as `linkInvoices`. */
export async function markLines(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { body: { items, no_invoice_reason } }: Input<unknown, unknown, MarkBody>,
): Promise<LinkAnswer> {
  return await changeLines(tx, context, rules, items, async () => (line) => ({
    line: { ...line, no_invoice_reason },
    errors: [],
  }))
}

interface Changed {
  line: PaymentLine
  errors: FieldError[]
}
/** An item, and its place in the body. */
interface Place<I> {
  item: I
  index: number
}

/**
 * Saves each payment of the items once, with the lines that `changeOf` answers for its items; all or none. The payments are locked in the order of ids,
 * then `prepare` locks and reads what the changes need, so that two batches with the same payments take their locks in one order.
 */
async function changeLines<I extends { line_code: string; version: number | undefined }>(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  items: readonly I[],
  prepare: (payments: readonly Payment[]) => Promise<(line: PaymentLine, place: Place<I>) => Changed>,
): Promise<LinkAnswer> {
  const projectId = context.project.id
  const paymentOf = await paymentsOfLines(tx, projectId, linesOf(items))
  const unknown = await unknownIn(tx, projectId, items, paymentOf)
  if (unknown.length > 0) throw invalid(unknown)
  await sql`select c.id from payments c
    where c.project_id = ${projectId} and c.code = any(${unique([...paymentOf.values()])}::text[]) order by c.id for update`.execute(
    tx,
  )
  const payments = await loadPayments(tx, context, unique([...paymentOf.values()]))
  for (const { line_code, version } of items)
    checkVersion(version, payments.find(({ code }) => code === paymentOf.get(line_code))?.version ?? -1)
  const changeOf = await prepare(payments)
  const errors: FieldError[] = []
  const saved: LinkAnswer['items'] = []
  for (const payment of payments) {
    const places = items.flatMap((item, index) =>
      paymentOf.get(item.line_code) === payment.code ? [{ item, index }] : [],
    )
    const result = await saveLines(tx, context, rules, payment, places, changeOf)
    if ('errors' in result) errors.push(...result.errors)
    else saved.push(result)
  }
  if (errors.length > 0) throw invalid(errors)
  return { items: saved }
}

/** Locks the invoices that the payments have and get. Returns the codes of those that no line may have any more. */
async function lockInvoices(
  tx: Tx,
  projectId: bigint,
  items: readonly LinkItem[],
  payments: readonly Payment[],
): Promise<ReadonlySet<string>> {
  const had = payments.flatMap(({ cost_execution_details: lines }) =>
    lines.flatMap(({ invoices }) => (invoices ?? []).map(({ code }) => code)),
  )
  const { rows } = await sql<{ code: string; faulty: boolean }>`
    select i.code, i.status <> ${PASSED} or i.voided_at is not null as faulty from invoices i
    where i.project_id = ${projectId} and i.code = any(${unique([...had, ...items.flatMap(invoiceCodes)])}::text[])
    order by i.id for update`.execute(tx)
  return new Set(rows.flatMap(({ code, faulty }) => (faulty ? [code] : [])))
}

function linked(line: PaymentLine, item: LinkItem, index: number, faulty: ReadonlySet<string>): Changed {
  const errors: FieldError[] = []
  const voucher_category = item.voucher_category ?? line.voucher_category
  if (!isTicketed(voucher_category))
    errors.push({ field: `items[${index}].voucher_category`, message: '请选择发票类的凭证类型' })
  const { check_invoice_code: only, invoices } = item
  if (only && invoices && (invoices.length !== 1 || invoices[0]?.code !== only))
    errors.push({ field: `items[${index}].invoices`, message: '与发票号码不一致' })
  return {
    errors,
    line: {
      ...line,
      voucher_category,
      face_tax_rate: item.face_tax_rate ?? line.face_tax_rate,
      check_invoice_code: null,
      invoices: [
        ...(line.invoices ?? []).filter(({ code }) => !faulty.has(code)),
        ...(invoices ?? (only ? [{ code: only }] : [])),
      ],
    },
  }
}

/** Saves one payment with its changed lines. What its rules refuse is answered as errors of the items; the caller then throws, which undoes all saves. */
async function saveLines<I extends Item>(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  payment: Payment,
  places: readonly Place<I>[],
  changeOf: (line: PaymentLine, place: Place<I>) => Changed,
): Promise<{ code: string; version: number } | { errors: FieldError[] }> {
  const placeOf = (code: string | null) => places.find(({ item }) => item.line_code === code)
  const errors: FieldError[] = []
  const lines = payment.cost_execution_details.map(storedLine).map((line): PaymentLine => {
    const place = placeOf(line.code)
    if (!place) return line
    const changed = changeOf(line, place)
    errors.push(...changed.errors)
    return changed.line
  })
  if (errors.length > 0) return { errors }
  const body = {
    ...paymentFields((field) => payment[field]),
    cost_execution_details: lines,
    version: payment.version,
  }
  try {
    const { code, version } = await updatePayment(tx, context, rules, {
      params: { code: payment.code },
      query: undefined,
      body,
    })
    return { code, version }
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'invalid') throw error
    const first = places[0]?.index ?? 0
    if (error.errors.length === 0)
      return { errors: [{ field: `items[${first}].line_code`, message: error.message }] }
    return { errors: error.errors.map((fault) => ofItem(fault, lines, placeOf, first)) }
  }
}

/** `cost_execution_details[2].invoices[0].amount` of a payment's save as the field of an item. */
function ofItem(
  { field, message }: FieldError,
  lines: readonly PaymentLine[],
  placeOf: (code: string | null) => Place<Item> | undefined,
  first: number,
): FieldError {
  const [, at = '', inLine = ''] = /^cost_execution_details\[(\d+)\]\.(.+)$/.exec(field) ?? []
  const place = at === '' ? undefined : placeOf(lines[Number(at)]?.code ?? null)
  if (!place)
    return {
      field: `items[${first}].line_code`,
      message: at === '' ? message : `该付款第 ${Number(at) + 1} 条明细：${message}`,
    }
  const { item, index } = place
  if (inLine.startsWith('invoices') && !item.invoices)
    return { field: `items[${index}].check_invoice_code`, message }
  const named = /^(invoices|voucher_category|face_tax_rate)/.test(inLine) ? inLine : 'line_code'
  return { field: `items[${index}].${named}`, message }
}
