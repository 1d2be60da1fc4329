import { today } from '@pianzhang/contract/calendar'
import type { FieldError } from '@pianzhang/contract/errors'
import { figureFaults, lacking, requiredFields } from '@pianzhang/contract/invoice-types'
import { invoiceCheckBody, invoiceCheckQuery, type TypedFigures } from '@pianzhang/contract/invoices'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { repetitions } from './duplicates.ts'
import { loadInvoice, type StoredInvoice } from './load.ts'
import type { Figures } from './provider/provider.ts'

export const FIELDS = [
  'invoice_type',
  'invoice_code',
  'invoice_number',
  'billing_date',
  'total_amount',
  'amount_without_tax',
  'check_code',
  'seller_tax_no',
  'seller_name',
] as const satisfies readonly (keyof Figures)[]

/** The check for which the figures must be complete; null: none, as failing an invoice by hand needs no complete figures. */
export type Required = 'lookup' | 'manual' | null

/** The stored figures, replaced by typed ones where given. */
export function merged(row: StoredInvoice, typed: TypedFigures): Figures {
  const figures = Object.fromEntries(
    FIELDS.map((field) => [field, typed[field] === undefined ? row[field] : typed[field]]),
  )
  return figures as unknown as Figures
}

/** Errors for figures that are missing or wrong, or that another invoice has. */
export async function wrongFigures(
  db: Db | Tx,
  context: ProjectContext,
  row: StoredInvoice,
  figures: Figures,
  required: Required,
): Promise<FieldError[]> {
  const needed = required ? requiredFields(required, figures.invoice_type, figures.invoice_number) : []
  const missing = needed.filter((field) => figures[field] === null || figures[field] === '')
  const errors: FieldError[] = missing.map((field) => ({ field, message: lacking(field) }))
  errors.push(...figureFaults(figures))
  if (figures.billing_date !== null && figures.billing_date > today(context.now))
    errors.push({ field: 'billing_date', message: '开票日期不能晚于今天' })
  // Without its code or type the number has no key by which duplicates could be found.
  if (!required || missing.includes('invoice_code') || missing.includes('invoice_type')) return errors
  return [...errors, ...(await repetitions(db, context, row, figures))]
}

/** Further errors of a manual check whose body the schema refused, so that all errors are reported at once. */
export async function alsoWrongByHand(
  tx: Tx,
  context: ProjectContext,
  body: unknown,
  { code }: { code: string },
): Promise<FieldError[]> {
  const valid = validFields(invoiceCheckBody, body)
  return await wrongBeside(tx, context, code, valid, valid.result === 1 ? 'manual' : null)
}

/** Further errors of a look-up whose query the schema refused. */
export async function alsoWrongInLookUp(
  tx: Tx,
  context: ProjectContext,
  query: unknown,
  { code }: { code: string },
): Promise<FieldError[]> {
  return await wrongBeside(tx, context, code, validFields(invoiceCheckQuery, query), 'lookup')
}

/** Invalid fields count as empty. Missing fields are reported only if type and number are valid, as these decide which are required. */
async function wrongBeside(
  tx: Tx,
  context: ProjectContext,
  code: string,
  valid: Partial<TypedFigures>,
  required: Required,
): Promise<FieldError[]> {
  const row = await loadInvoice(tx, context, code)
  const unreadable = FIELDS.filter((field) => !(field in valid)).map((field) => [
    field,
    typeof row[field] === 'string' && field !== 'billing_date' ? '' : null,
  ])
  const figures = merged(row, { ...valid, ...Object.fromEntries(unreadable) } as TypedFigures)
  const isClear = 'invoice_type' in valid && 'invoice_number' in valid
  return await wrongFigures(tx, context, row, figures, isClear ? required : null)
}
