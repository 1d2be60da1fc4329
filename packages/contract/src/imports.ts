import { z } from 'zod'
import { code } from './page.ts'

/** Every spreadsheet import names at most 200 rows with mistakes; one further item counts the rest. */
export const MAX_NAMED_ROWS = 200

export const importBody = z.object({ attachment_code: code })

export const importError = z.object({
  /** The row number as the spreadsheet shows it; 0 for the item that counts the rows not named. */
  line: z.number().int(),
  /** Every mistake of the row, joined with ；. */
  desc: z.string(),
  /**
   * The same one by one; `column` is the title, '' for what concerns the whole row. `cell` (B5) and `content`, the first 50 characters
   * of its value, are '' where the file has no such column.
   */
  mistakes: z.array(
    z.object({ column: z.string(), message: z.string(), cell: z.string(), content: z.string() }),
  ),
})
export type ImportError = z.output<typeof importError>

const sheetVerdict = {
  status: z.enum(['succeeded', 'failed']),
  error_items: z.array(importError),
  /** Data rows of the file, and of them those with mistakes. */
  total: z.number().int(),
  bad: z.number().int(),
  /** Signed: a spreadsheet of the rows with mistakes; null where there are none, or no row could be read. */
  failed_rows_url: z.string().nullable(),
}
/** The list finds the imported records by `import_code`; null where nothing was written. */
export const importResult = z.object({ ...sheetVerdict, import_code: z.string().nullable() })
export type ImportResult = z.output<typeof importResult>

/** What an import would write: its records, and of the rows that can be read their sum and their first and last day. */
export const importPreview = z.object({
  ...sheetVerdict,
  records: z.number().int(),
  total_amount_yuan: z.string(),
  start_at: z.string().nullable(),
  end_at: z.string().nullable(),
})
export type ImportPreview = z.output<typeof importPreview>

export const fileAnswer = z.object({ file_url: z.string() })
