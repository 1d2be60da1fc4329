import type { BatchChanged } from '@pianzhang/contract/batch'
import type { FieldError } from '@pianzhang/contract/errors'
import {
  MAX_CHANGED_LINES,
  MAX_LINES,
  type Payment,
  type PaymentChanges,
  paymentLine,
  tooManyToChange,
} from '@pianzhang/contract/payments'
import { sql } from 'kysely'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { type Change, changeTogether, differsFrom, givenOf, type Plan } from '../../platform/lists/change.ts'
import { updateRecords } from '../../platform/lists/records.ts'
import { rowsByCode } from '../../platform/lists/rows-by-code.ts'
import { storedLine } from './completed-body.ts'
import { headerColumns, withLines } from './load.ts'
import { countLines } from './load-lines.ts'
import { findReferences } from './references.ts'
import { changeFault, type PaymentRules } from './rule.ts'
import { postedBy, problemsOf, resolveLine, resolveLines, sharesOf } from './rules.ts'
import { logEntry } from './save.ts'

/** The column of a line for each of its fields that is changed together. */
const COLUMNS = {
  subject_three_code: 'subject_id',
  pay_channel: 'pay_channel',
  pay_category_id: 'pay_category_id',
  voucher_category: 'voucher_category',
  contract_code: 'contract_id',
} as const

/**
 * Changes fields of payments together: 部门/岗位 of the payments, the others of all of their lines. A payment that a write-off of petty cash
 * posted is refused.
 */
export async function changePayments(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  { records, changes }: Change<PaymentChanges>,
): Promise<BatchChanged> {
  const ids = new Map<string, bigint>()
  return await changeTogether<Payment>(tx, context, records, {
    table: 'payments',
    load: async (codes) => {
      const rows = await rowsByCode(tx, context.project.id, codes, {
        columns: headerColumns,
        table: 'payments',
        alias: 'c',
      })
      for (const { code, id } of rows) ids.set(code, id)
      await refuseTooMany(tx, context.project.id, [...ids.values()])
      return await withLines(tx, context, rows)
    },
    nameOf: (code) => code,
    logEntry,
    plan: (before) => planOf(tx, context, rules, before, changes, ids),
  })
}

/** Throws 422 for more lines than one request changes, before they are read. */
async function refuseTooMany(tx: Tx, projectId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length * MAX_LINES <= MAX_CHANGED_LINES) return
  const lines = [...(await countLines(tx, projectId, ids)).values()].reduce((all, own) => all + own, 0)
  if (lines > MAX_CHANGED_LINES) throw refused(tooManyToChange(lines))
}

async function planOf(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  before: readonly Payment[],
  { post, ...changes }: PaymentChanges,
  ids: ReadonlyMap<string, bigint>,
): Promise<Plan<Payment>> {
  const ofLines = givenOf(changes)
  const ofHeader = givenOf({ post })
  const stored = new Map(before.map((one) => [one.code, one.cost_execution_details.map(storedLine)]))
  const linesOf = ({ code }: Payment) =>
    (stored.get(code) ?? []).map((line) => ({
      ...line,
      ...ofLines,
      // Another contract has other instalments.
      ...(ofLines.contract_code !== undefined &&
        ofLines.contract_code !== line.contract_code && { instalment_code: null }),
    }))
  const faultOf = await changeFault(tx, context, rules, [...ids.values()])
  const found = await findReferences(tx, context, [
    ...before.filter(({ imprest_code }) => imprest_code === null).flatMap(linesOf),
    ofLines,
  ])
  return {
    wrong: problemsOf(ofLines, found),
    faultsOf: (payment) => {
      if (payment.imprest_code !== null) return [postedBy(payment.imprest_code)]
      const own = new Set(payment.cost_execution_details.map(({ code }) => code))
      // Who pays whom, and when, stays.
      const same = { pay_at: payment.pay_at, payer: payment.payer, payee: null }
      const fault = faultOf({
        id: ids.get(payment.code) as bigint,
        before: { ...same, lines: stored.get(payment.code) ?? [] },
        after: { ...same, lines: linesOf(payment) },
        contracts: found.contracts,
      })
      const errors = resolveLines(linesOf(payment), found, { code: payment.code, own }).errors.map(ofLine)
      return [...errors, ...(fault === null ? [] : [fault])]
    },
    differs: (payment) =>
      differsFrom<typeof ofHeader>(payment, ofHeader) ||
      (stored.get(payment.code) ?? []).some((line) => differsFrom<typeof ofLines>(line, ofLines)),
    write: async (payments) => {
      await updateRecords(tx, context, 'payments', payments, ofHeader)
      const [line] = payments.flatMap(linesOf)
      const names = Object.keys(ofLines).map((field) => COLUMNS[field as keyof typeof COLUMNS])
      if (names.length === 0 || !line) return { lines: 0 }
      // All lines get the same values, so those of any of them are right for all.
      const { resolved } = resolveLine(line, found, sharesOf(found, null))
      const { numUpdatedRows } = await tx
        .updateTable('payment_lines')
        .set({
          ...Object.fromEntries(names.map((name) => [name, resolved[name]])),
          ...(names.includes('contract_id') && {
            instalment_id: sql<
              bigint | null
            >`case when contract_id is not distinct from ${resolved.contract_id} then instalment_id end`,
          }),
        })
        .where('project_id', '=', context.project.id)
        .where('payment_id', '=', anyOf(payments.map(({ code }) => ids.get(code) as bigint)))
        .where(
          sql<boolean>`(${sql.join(
            names.map((name) => sql`${sql.ref(name)} is distinct from ${resolved[name]}`),
            sql` or `,
          )})`,
        )
        .executeTakeFirstOrThrow()
      return { lines: Number(numUpdatedRows) }
    },
  }
}

/** `cost_execution_details[2].contract_code` as people say it. */
const ofLine = ({ field, message }: FieldError): string => {
  const index = /\[(\d+)\]/.exec(field)?.[1]
  return index === undefined ? message : `第 ${Number(index) + 1} 条明细${message}`
}

/** What is wrong with new values for lines, of which the schema has refused others. */
export async function valuesWrong(tx: Tx, context: ProjectContext, changes: unknown) {
  const line = validFields(paymentLine, changes)
  return problemsOf(line, await findReferences(tx, context, [line]))
}
