import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { halfWidth } from './decimal.ts'
import { INVOICE_LABELS } from './invoice-types.ts'
import { amountField, amountOutput } from './money.ts'
import {
  code,
  flagQuery,
  listedValues,
  listOf,
  many,
  orAbsent,
  pageQuery,
  queryText,
  version,
} from './page.ts'
import { longText, optionalName } from './text.ts'

export { INVOICE_TYPES, invoiceTypeName, requiredFields } from './invoice-types.ts'

/** The `status` of an invoice: its check passed or failed, or none was made. */
export const PASSED = 0
export const FAILED = 1
export const UNCHECKED = 2
export type InvoiceStatus = typeof PASSED | typeof FAILED | typeof UNCHECKED

/** By `status`. */
export const INVOICE_STATUS = ['查验通过', '查验失败', '待查验'] as const
/** Files of one `POST /invoices`. */
export const MAX_INVOICE_FILES = 10
/** How often the verification provider is asked about one invoice on one day. */
export const MAX_CHECKS_A_DAY = 5

/** The filters of the list, also of its sums and the export. */
const invoiceFilters = {
  /** Part of the number, the code or the seller's name. */
  keywords: queryText,
  status: listedValues,
  /** `1`: only voided invoices; otherwise there are none of them. */
  voided: flagQuery,
  /**
   * A payment's code: only invoices of which lines of other payments leave something; '' for a new payment. Without the feature `missing_invoice`: only
   * those that no other payment uses.
   */
  unused_for: z.union([z.literal(''), code]).optional(),
  /** Only invoices that have one of these files, which a payment's line may have too. */
  attachment_codes: many(code),
}
export const invoiceQuery = z.object({ ...pageQuery(), ...invoiceFilters })
export type InvoiceQuery = z.output<typeof invoiceQuery>
export const invoiceExportQuery = z.object(invoiceFilters)
export type InvoiceFilters = z.output<typeof invoiceExportQuery>

export const invoiceBody = z.object({
  attachment_codes: z
    .array(code, '请上传发票文件')
    .min(1, '请上传发票文件')
    .max(MAX_INVOICE_FILES, `您一次最多只能上传${MAX_INVOICE_FILES}个文件`),
})
export type InvoiceBody = z.output<typeof invoiceBody>

/** A typed field: absent (undefined) leaves what is stored, '' and null empty it. `empty` is how the emptied field is stored. */
const typed = <T extends z.ZodType, E>(item: T, empty: E) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
      z.union([z.null(), item]).optional(),
    )
    .optional()
    .transform((value) => (value === null ? empty : (value as z.output<T> | undefined)))

/** Digits and letters, normalized for comparison: half width, upper case, without spaces and separators. */
const marks = (pattern: RegExp, message: string) =>
  z
    .string('格式不正确')
    .max(200, '格式不正确')
    .transform((text) => halfWidth(text).replace(/[\s-]/g, '').toUpperCase())
    .refine((text) => pattern.test(text), message)

const figures = {
  /** A code of `INVOICE_TYPES`, or another of two digits. */
  invoice_type: typed(z.string('格式不正确').regex(/^\d{2}$/, '发票类型不正确'), ''),
  invoice_code: typed(marks(/^[0-9A-Z]{1,20}$/, '发票代码应为数字'), ''),
  invoice_number: typed(marks(/^[0-9A-Z]{1,30}$/, '发票号码应为数字'), ''),
  billing_date: typed(dateInput, null),
  total_amount: typed(amountField(INVOICE_LABELS.total_amount), null),
  amount_without_tax: typed(amountField(INVOICE_LABELS.amount_without_tax), null),
  /** All 20 digits or the last six. */
  check_code: typed(marks(/^(\d{6}|\d{20})$/, '请填写校验码后6位'), ''),
  /** A unified social credit code (GB 32100) of 18 characters, or an older tax number of 15 to 20. */
  seller_tax_no: typed(marks(/^[0-9A-Z]{15,20}$/, '销售方税号应为15至20位数字或字母'), ''),
  seller_name: typed(optionalName, ''),
}

/** `GET /invoices/{code}/invoice_check`: figures that are absent stay as they are stored. */
export const invoiceCheckQuery = z.object({
  ...figures,
  version: orAbsent(z.coerce.number('版本号须为整数').int('版本号须为整数').min(0, '版本号须为整数')),
})
export type InvoiceCheckQuery = z.output<typeof invoiceCheckQuery>

/** `PUT /invoices/{code}/check`. */
export const invoiceCheckBody = z
  .object({
    ...figures,
    /** 1 passed, 0 failed: the reverse of `status`. */
    result: z
      .union([z.literal([0, 1]), z.enum(['0', '1'])], {
        error: ({ input }) =>
          input === undefined || input === null || input === '' ? '请选择核验结果' : '核验结果不正确',
      })
      .transform((value) => Number(value) as 0 | 1),
    reason: longText,
    version,
  })
  .superRefine(({ result, reason }, ctx) => {
    if (result === 0 && reason === '')
      ctx.addIssue({ code: 'custom', path: ['reason'], message: '请输入失败原因', input: reason })
  })
export type InvoiceCheckBody = z.output<typeof invoiceCheckBody>
/** The figures of both requests; undefined: leave what is stored. */
export type TypedFigures = Omit<InvoiceCheckQuery, 'version'>

const voidReason = longText.refine((text) => text !== '', '请输入作废原因')
/** `POST /invoices/{code}/void`. */
export const invoiceVoidBody = z.object({ reason: voidReason, version })
export type InvoiceVoidBody = z.output<typeof invoiceVoidBody>
/** `POST /invoices/batch/void`: all or none. */
export const invoicesVoidBody = z.object({
  codes: many(code).refine((codes) => codes.length > 0, '请选择发票'),
  reason: voidReason,
})
export type InvoicesVoidBody = z.output<typeof invoicesVoidBody>
/** `POST /invoices/{code}/unvoid`. */
export const invoiceUnvoidBody = z.object({ version }).nullish()
export type InvoiceUnvoidBody = z.output<typeof invoiceUnvoidBody>

/** A picture, or an electronic original kept byte for byte. */
const INVOICE_FORMATS = ['jpg', 'png', 'pdf', 'ofd', 'xml'] as const
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

const invoiceFile = z.object({
  format: z.enum(INVOICE_FORMATS),
  attachment_code: z.string(),
  file_name: z.string(),
  /** Signed, valid for an hour. */
  file_url: z.string(),
  thumb_url: z.string().optional(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** The pages of the file that are this invoice, from 1 on; empty: the whole file. */
  pages: z.array(z.number().int()),
})
export type InvoiceFile = z.output<typeof invoiceFile>

/** A line of the invoice, from an electronic original; missing values are '' or null. */
const invoiceItem = z.object({
  name: z.string(),
  quantity: z.string(),
  unit_price: z.string(),
  amount_yuan: amountOutput.nullable(),
  tax_rate: z.string(),
  tax_amount_yuan: amountOutput.nullable(),
})
export type InvoiceItem = z.output<typeof invoiceItem>

const rowFields = {
  code: z.string(),
  version: z.number().int(),
  status: z.number().int(),
  status_i18n: z.string(),
  invoice_type: z.string(),
  invoice_type_i18n: z.string(),
  invoice_number: z.string(),
  invoice_code: z.string(),
  billing_date: z.string().nullable(),
  total_amount_yuan: amountOutput.nullable(),
  amount_without_tax_yuan: amountOutput.nullable(),
  tax_amount_yuan: amountOutput.nullable(),
  check_code: z.string(),
  seller_tax_no: z.string(),
  seller_name: z.string(),
  buyer_name: z.string(),
  buyer_tax_no: z.string(),
  /** Why the check failed, or what the last check said. A duplicate's other invoice is named only to people who may enter its project. */
  reason: z.string(),
  /** The invoice of the company that has the same number, if the caller may read it. */
  duplicate_of: z.object({ code: z.string(), project_code: z.string(), project_name: z.string() }).nullable(),
  /** Whether a QR code was read. Without one the offline check cannot verify the invoice. */
  qr_read: z.boolean(),
  /** The first picture. */
  invoice_pic: z
    .object({ file_name: z.string(), file_url: z.string(), thumb_url: z.string().optional() })
    .nullable(),
  files: z.array(invoiceFile),
  /** Since when, by whom and why it is void; null: it is not. A void invoice keeps its status, but is not counted and cannot be linked. */
  voided: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
  /** The payment whose line alone uses it; null: none or several. `line_code` as in `cost_execution_details[].code`. */
  payment: z.object({ code: z.string(), line_code: z.string() }).nullable(),
  /** The lines that use it, and how much, of a list's row the first 20. */
  uses: z.array(z.object({ code: z.string(), line_code: z.string(), amount_yuan: amountOutput })),
  /** All of its uses: the number of lines and of payments, and the sum. */
  used: z.object({ lines: z.number().int(), payments: z.number().int(), amount_yuan: amountOutput }),
  /** Its total less its uses; null: its total is not known. */
  left_amount_yuan: amountOutput.nullable(),
  creator_name: z.string(),
  created_at: z.string(),
  can: z.object({ write: z.boolean() }),
}
/** A row of the list: without the invoice's lines. */
const invoiceRow = z.object(rowFields)
export type InvoiceRow = z.output<typeof invoiceRow>
export const invoice = z.object({ ...rowFields, items: z.array(invoiceItem) })
export type Invoice = z.output<typeof invoice>
/**
 * A sum over all matching invoices. `total`: amounts with tax (价税合计); `net`: amounts before tax of the invoices whose total is not
 * known. The two are never added up. Red invoices are negative.
 */
const invoiceSum = z.object({
  kind: z.enum(['total', 'net']),
  count: z.number().int(),
  amount_yuan: amountOutput,
  /** The part of the sum whose invoices failed the check. */
  failed_count: z.number().int(),
  failed_amount_yuan: amountOutput,
})
export type InvoiceSum = z.output<typeof invoiceSum>
export const invoiceList = z.object({
  ...listOf(invoiceRow),
  /** Only the kinds that some matching invoice has. */
  sums: z.array(invoiceSum),
  can: z.object({ write: z.boolean() }),
})
export type InvoiceList = z.output<typeof invoiceList>

/**
 * The result for one invoice of a file, which may have several: the invoice that was created, or (`merged`) the one that the file was added to. A
 * duplicate becomes an invoice with the status failed.
 */
const createdInvoice = z.object({
  ...rowFields,
  items: z.array(invoiceItem),
  attachment_code: z.string(),
  file_name: z.string(),
  /** Its pages in the file, from 1 on; empty: the whole file. */
  pages: z.array(z.number().int()),
  merged: z.boolean(),
})
export type CreatedInvoice = z.output<typeof createdInvoice>
/** A file that is no invoice, such as an unreadable original. No invoice is created for it; the other files are read. */
const refusedFile = z.object({
  /** The code of its attachment, or of the zip that it is in. */
  attachment_code: z.string(),
  /** '' for a file that is in no zip. */
  zip_name: z.string(),
  file_name: z.string(),
  reason: z.string(),
})
export type RefusedFile = z.output<typeof refusedFile>
/** Items in the order of `attachment_codes`; a zip has those of each of its originals, a file one for each of its invoices. */
export const createdInvoices = z.object({ items: z.array(createdInvoice), refused: z.array(refusedFile) })
export type CreatedInvoices = z.output<typeof createdInvoices>
