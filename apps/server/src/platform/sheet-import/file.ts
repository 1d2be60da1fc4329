import { invalid } from '../errors.ts'
import type { Report } from '../import-stream.ts'
import type { Services } from '../services.ts'
import { countRows, SheetError } from '../sheet/read.ts'

/** An uploaded spreadsheet of the project, at hand. */
export interface SheetFile {
  id: bigint
  code: string
  fileName: string
  path: string
  /** Where its reader may make a temp file. */
  tempPath: string
}

/** Works with an uploaded spreadsheet. Throws 422 where it is not there or cannot be read. */
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
      throw invalid([{ field: 'attachment_code', message: error.message }])
    throw error
  } finally {
    await copy.release()
  }
}

/**
 * Runs with a function that reports rows done, of all data rows of the file; blank ones between them count too. They are counted while the
 * first ones are read: until then nothing is reported.
 */
export async function withProgress<T>(
  file: SheetFile,
  report: Report,
  signal: AbortSignal,
  run: (progress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  let total: number | undefined
  const counting = countRows(file.path, { signal: AbortSignal.any([signal, over.signal]) }).then(
    (rows) => {
      total = Math.max(0, rows - 1)
    },
    // What is wrong with the file is for its reader to say.
    () => undefined,
  )
  try {
    return await run((done) => {
      if (total !== undefined) report(done, total)
    })
  } finally {
    over.abort()
    await counting
  }
}
