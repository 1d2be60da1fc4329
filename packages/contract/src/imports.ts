import { z } from 'zod'
import { code } from './page.ts'

/** Shared by every spreadsheet import (api.md §6). At most 200 rows are named, then one line counts the rest. */
export const MAX_NAMED_ROWS = 200

export const importBody = z.object({ attachment_code: code })

export const importError = z.object({
  /** The row number as the spreadsheet shows it; 0 for the item that counts the rows not named. */
  line: z.number().int(),
  /** Every mistake of the row, joined with ；. */
  desc: z.string(),
})

export const importResult = z.object({
  status: z.enum(['succeeded', 'failed']),
  error_items: z.array(importError),
  /** Data rows of the file. */
  total: z.number().int(),
})
export type ImportResult = z.output<typeof importResult>

export const fileAnswer = z.object({ file_url: z.string() })
