// Only what loads fast. The readers of files are behind `/read`, `/qr` and `/zip`, as pdf.js, sharp and the QR decoder take 30 MB each.
export type { Difference, Source } from './difference.ts'
export { OriginalError, type OriginalErrorDetails, type OriginalReason, type ValueFault } from './errors.ts'
export {
  addsUp,
  type FieldName,
  joined,
  NO_FIELDS,
  type OriginalFields,
  type OriginalItem,
  type OriginalKind,
} from './fields.ts'
export { type CodedInvoice, type InvoiceCode, invoiceCodes, parseInvoiceCode } from './invoice-code.ts'
export type { InvoiceReading, PagesReading } from './pages.ts'
export { READ_PAGES, ZIP_QUOTA, type ZipQuota } from './quota.ts'
export { isPdf, looksLikeXml } from './signatures.ts'
