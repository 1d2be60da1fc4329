import { paymentSheet } from '../books/payments/sheet/ledger.ts'
import { sheetJobs } from '../platform/sheet-import/jobs.ts'
import { PAYMENT_RULES } from './rules.ts'

/** The payments' spreadsheet with what features demand of payments: the process that reads a file asks the same list as the form. */
export const PAYMENT_SHEET = paymentSheet(PAYMENT_RULES, import.meta.url)

export const JOBS = sheetJobs(PAYMENT_SHEET)
