/** Why a spreadsheet, or another zip, could not be read. */
export type SheetReason =
  | 'not_xlsx'
  | 'old_xls'
  | 'encrypted'
  | 'macros'
  | 'too_large'
  | 'too_many_parts'
  | 'too_many_rows'
  | 'cell_too_long'
  | 'unsafe_xml'
  | 'corrupt'
  | 'no_sheet'
  | 'timeout'
  | 'aborted'

/** What a message may add to the reason. */
interface SheetErrorDetails {
  /** The limit that was exceeded: bytes, rows or characters. */
  limit?: number
  /** The row with the cell that is too long. */
  line?: number
  /** For `not_xlsx`: the file is a workbook in Excel's binary format. */
  format?: 'xlsb'
  /** For the log. */
  cause?: unknown
}

/** The file is at fault, not the program. */
export class SheetError extends Error {
  readonly reason: SheetReason
  readonly limit: number | undefined
  readonly line: number | undefined
  readonly format: 'xlsb' | undefined

  constructor(reason: SheetReason, { limit, line, format, cause }: SheetErrorDetails = {}) {
    super(`the file cannot be read: ${reason}`, { cause })
    this.name = 'SheetError'
    this.reason = reason
    this.limit = limit
    this.line = line
    this.format = format
  }
}

export function corrupt(detail: unknown): SheetError {
  return new SheetError('corrupt', { cause: detail instanceof Error ? detail : new Error(String(detail)) })
}
