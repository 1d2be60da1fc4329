import type { ImportPreview, ImportResult } from '@pianzhang/contract/imports'
import type { Progress } from '../../platform/api/stream.ts'

/** Step of the import. The server imports a file at most once, so an interrupted run can be repeated with the same file. */
export type ImportStep =
  | { at: 'choose' }
  /** The file was not taken: of another kind, damaged, or the upload failed. */
  | { at: 'refused'; why: string }
  | { at: 'upload'; percent: number; note?: string }
  | { at: 'check'; code: string; progress: Progress | null }
  /** The check came to no verdict. `again`: another try may help. */
  | { at: 'unchecked'; code: string; why: string; again: boolean }
  /** Checked, with or without errors. */
  | { at: 'ready'; code: string; preview: ImportPreview; since: number }
  | { at: 'run'; code: string; preview: ImportPreview; progress: Progress | null }
  | { at: 'cut'; code: string; preview: ImportPreview; why: string }
  | { at: 'end'; code: string; preview: ImportPreview; result: ImportResult; since: number }
