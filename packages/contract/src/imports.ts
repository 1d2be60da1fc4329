import { z } from 'zod'
import { code } from './page.ts'

/** An import names at most 200 rows with mistakes; one more item counts the others. */
export const MAX_NAMED_ROWS = 200

/** A notice links to at most so many existing records, as their codes must fit an address. */
export const MAX_NAMED_CODES = 50

export const importBody = z.object({
  attachment_code: z.string('请上传Excel文件').min(1, '请上传Excel文件').pipe(code),
})

const importError = z.object({
  /** The row number shown by the spreadsheet; 0 for the item that counts the others. */
  line: z.number().int(),
  /** All mistakes of the row, joined with ；. */
  desc: z.string(),
  /**
   * The mistakes one by one; `column` is the title, '' for a mistake of the whole row. `cell` (B5) and `content`, the first 50 characters
   * of its value, are '' if the file has no such column.
   */
  mistakes: z.array(
    z.object({ column: z.string(), message: z.string(), cell: z.string(), content: z.string() }),
  ),
})
export type ImportError = z.output<typeof importError>

const sheetVerdict = {
  status: z.enum(['succeeded', 'failed']),
  error_items: z.array(importError),
  /** The number of data rows, and of those with mistakes. */
  total: z.number().int(),
  bad: z.number().int(),
  /** A signed link to a spreadsheet of the failed rows; null if there are none, or no row could be read. */
  failed_rows_url: z.string().nullable(),
}
/** `show`: a filter of the list for the existing records that the text is about; null if there are none. */
const importNotice = z.object({
  text: z.string(),
  show: z.union([z.object({ import_code: z.string() }), z.object({ codes: z.array(z.string()) })]).nullable(),
})
export type ImportNotice = z.output<typeof importNotice>

/**
 * `import_code` is a filter of the list; null if nothing was written. `notices`: that the same file was imported after the upload of this one,
 * which its check may have been too early to find.
 */
export const importResult = z.object({
  ...sheetVerdict,
  import_code: z.string().nullable(),
  notices: z.array(importNotice),
})
export type ImportResult = z.output<typeof importResult>

/**
 * What an import would write: the number of records, and the sum and the first and last day of the readable rows.
 */
export const importPreview = z.object({
  ...sheetVerdict,
  records: z.number().int(),
  total_amount_yuan: z.string(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
  /** The texts of `notices`. */
  warnings: z.array(z.string()),
  /** What exists already, described in Chinese. It does not block the import. */
  notices: z.array(importNotice),
  /** What of the file is not read, and what is read though it is hidden, in Chinese. */
  notes: z.array(z.string()),
})
export type ImportPreview = z.output<typeof importPreview>

export const fileAnswer = z.object({ file_url: z.string() })

/** The template, and its columns in order, for cells that are pasted instead of a file. `also`: other titles that an import knows. */
export const templateAnswer = fileAnswer.extend({
  columns: z.array(z.object({ title: z.string(), required: z.boolean(), also: z.array(z.string()) })),
})
export type TemplateAnswer = z.output<typeof templateAnswer>
