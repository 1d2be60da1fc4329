import { countRows, SheetError } from '@pianzhang/xlsx'
import type { Report } from '../files/import-stream.ts'
import { invalid } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { sheetErrorText } from '../sheet/words.ts'

/** An uploaded spreadsheet of the project as a local file. */
export interface SheetFile {
  id: bigint
  code: string
  fileName: string
  path: string
  /** Where the reader may create a temp file. */
  tempPath: string
}

/** Calls `run` with an uploaded spreadsheet as a local file. Throws 422 if it is missing or cannot be read. */
export async function withSheet<T>(
  services: Services,
  projectId: bigint,
  code: string,
  run: (file: SheetFile) => Promise<T>,
): Promise<T> {
  const file = await services.db
    .selectFrom('attachments')
    .select(['id', 'kind', 'storage_key', 'file_name'])
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  const copy =
    file?.kind === 'xlsx' && file.storage_key !== ''
      ? await services.storage.localCopy(file.storage_key)
      : null
  if (!file || !copy) throw invalid([{ field: 'attachment_code', message: '文件不存在，请重新上传' }])
  try {
    const tempPath = await services.storage.temp()
    return await run({ id: file.id, code, fileName: file.file_name, path: copy.path, tempPath })
  } catch (error) {
    if (error instanceof SheetError && error.reason !== 'aborted')
      throw invalid([{ field: 'attachment_code', message: sheetErrorText(error) }])
    throw error
  } finally {
    await copy.release()
  }
}

/**
 * Calls `run` with a function that reports the rows done, out of all rows of the file, blank ones included. The total is
 * counted in parallel; until it is known nothing is reported.
 */
export async function withProgress<T>(
  file: SheetFile,
  report: Report,
  signal: AbortSignal,
  run: (progress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const finished = new AbortController()
  let total: number | undefined
  const counting = countRows(file.path, { signal: AbortSignal.any([signal, finished.signal]) }).then(
    (rows) => {
      total = Math.max(0, rows - 1)
    },
    // The reader of the rows reports what is wrong with the file.
    () => undefined,
  )
  try {
    return await run((done) => {
      if (total !== undefined) report(done, total)
    })
  } finally {
    finished.abort()
    await counting
  }
}
