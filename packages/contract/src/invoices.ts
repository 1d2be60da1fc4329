import { z } from 'zod'
import { code, listOf, many, pageQuery, queryText } from './page.ts'

/** The part of invoices that payments need: pick them. */
export const INVOICE_STATUS = ['查验通过', '查验失败', '待查验'] as const

export const invoiceQuery = z.object({
  ...pageQuery(),
  keywords: queryText,
  status: many(z.string().max(8)),
  /** A payment's code: only invoices that no line uses, or a line of that payment; '' for a new payment. */
  unused_for: z.union([z.literal(''), code]).optional(),
})
export type InvoiceQuery = z.output<typeof invoiceQuery>

export const invoice = z.object({
  code: z.string(),
  version: z.number().int(),
  status: z.number().int(),
  status_i18n: z.string(),
  invoice_type: z.string(),
  invoice_number: z.string(),
  invoice_code: z.string(),
  billing_date: z.string().nullable(),
  total_amount_yuan: z.string().nullable(),
  amount_without_tax_yuan: z.string().nullable(),
  seller_name: z.string(),
  reason: z.string(),
  created_at: z.string(),
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type Invoice = z.output<typeof invoice>
export const invoiceList = z.object({ ...listOf(invoice), can: z.object({ write: z.boolean() }) })
export type InvoiceList = z.output<typeof invoiceList>
