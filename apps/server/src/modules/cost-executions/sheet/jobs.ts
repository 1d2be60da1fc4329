import type { ImportPreview, ImportResult } from '@pianzhang/contract/imports'
import type { SheetAuthor, SheetJob } from '../../../platform/sheet-work.ts'
import { failedRowsJob } from './failed-rows.ts'
import { importPayments } from './import.ts'
import { previewPayments } from './preview.ts'

/** Who works on which uploaded spreadsheet. */
export interface PaymentFile {
  author: SheetAuthor
  /** The attachment's code. */
  file: string
}

export const importJob: SheetJob<PaymentFile, ImportResult> = {
  name: 'cost_executions/import',
  run: (services, { author, file }, { report, signal }) =>
    importPayments({ ...author, services }, file, report, signal),
}

export const previewJob: SheetJob<PaymentFile, ImportPreview> = {
  name: 'cost_executions/import/preview',
  run: (services, { author, file }, { report, signal }) =>
    previewPayments({ ...author, services }, file, report, signal),
}

/** For the process that runs them. */
export const paymentSheetJobs = [importJob, previewJob, failedRowsJob]
