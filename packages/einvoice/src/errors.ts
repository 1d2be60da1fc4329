import type { Fault } from '@pianzhang/decimal'
import type { FieldName } from './fields.ts'

/** Why a file is refused. */
export type OriginalReason =
  // Of any file.
  | 'damaged'
  | 'encrypted'
  | 'too_large'
  | 'too_many_files'
  | 'unsafe_file_name'
  | 'unknown_extension'
  | 'other_content'
  // Of a zip of originals, and of a file in it.
  | 'no_files'
  | 'over_file_quota'
  | 'over_byte_quota'
  | 'file_empty'
  | 'file_too_large'
  // Of XML and OFD.
  | 'encoding'
  | 'entities'
  | 'too_complex'
  | 'text_too_long'
  | 'no_invoice'
  | 'too_many_lines'
  | 'no_ofd_root'
  | 'field_too_long'
  | 'bad_value'
  // Of PDF.
  | 'script'
  | 'opening_action'
  | 'too_many_pages'
  | 'too_much_text'
  | 'timeout'

/** What is wrong with a value: an amount (faults of decimals), a number, a day, or the form of a code. */
export type ValueFault = Fault | 'no_number' | 'no_day' | 'form'

/** What a message may add to the reason. */
export interface OriginalErrorDetails {
  /** What the file is read as; `file`: not known yet. */
  format?: 'xml' | 'ofd' | 'pdf' | 'zip' | 'file'
  /** What it is instead: a kind of file, an encoding, a number of pages. */
  found?: string
  /** Of `other_content`: its extension. */
  extension?: string
  /** Bytes, files, pages, lines or characters. */
  limit?: number
  field?: FieldName
  /** The value, shortened. */
  value?: string
  fault?: ValueFault
  /** The name of the damaged file in a zip. */
  fileName?: string
  /** For the log. */
  cause?: unknown
}

/** The file is at fault, not the program. */
export class OriginalError extends Error {
  readonly reason: OriginalReason
  readonly details: Readonly<Omit<OriginalErrorDetails, 'cause'>>

  constructor(reason: OriginalReason, { cause, ...details }: OriginalErrorDetails = {}) {
    super(`the file is refused: ${reason} ${JSON.stringify(details)}`, { cause })
    this.name = 'OriginalError'
    this.reason = reason
    this.details = details
  }
}

export const damaged = (format: OriginalErrorDetails['format'], cause: unknown) =>
  new OriginalError('damaged', { format, cause })
