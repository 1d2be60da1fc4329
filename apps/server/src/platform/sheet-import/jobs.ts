import type { ImportPreview, ImportResult } from '@pianzhang/contract/imports'
import type { FileJob, JobAuthor } from '../files/file-jobs.ts'
import { failedRowsJob } from './failed-rows.ts'
import { importSheet } from './import.ts'
import type { LedgerSheet } from './ledger.ts'
import { previewSheet } from './preview.ts'

/** An uploaded spreadsheet, and who works on it. */
export interface UploadedFile {
  author: JobAuthor
  /** The attachment's code. */
  file: string
}

export const importJob = <K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
): FileJob<UploadedFile, ImportResult> => ({
  name: `${ledger.resource}/import`,
  source: ledger.source,
  run: (services, { author, file }, { report, signal }) =>
    importSheet(ledger, { context: { ...author, services }, attachmentCode: file, report, signal }),
})

export const previewJob = <K extends string, Row>(
  ledger: LedgerSheet<K, Row>,
): FileJob<UploadedFile, ImportPreview> => ({
  name: `${ledger.resource}/preview`,
  source: ledger.source,
  run: (services, { author, file }, { report, signal }) =>
    previewSheet(ledger, { ...author, services }, file, report, signal),
})

/** The jobs of a ledger's spreadsheet, for `JOBS` of its file. */
export const sheetJobs = <K extends string, Row>(ledger: LedgerSheet<K, Row>) => [
  importJob(ledger),
  previewJob(ledger),
  failedRowsJob(ledger),
]
