import { invalid } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { countRows, SheetError } from '../../platform/sheet/read.ts'

/** An uploaded spreadsheet of the project, at hand. */
export interface SheetFile {
  id: bigint
  code: string
  fileName: string
  path: string
  /** Data rows; empty ones between them count too. */
  total: number
}

/** Works with an uploaded spreadsheet. Throws 422 where it is not there or cannot be read. */
export async function withSheet<T>(
  services: Services,
  projectId: bigint,
  code: string,
  signal: AbortSignal,
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
    const total = Math.max(0, (await countRows(copy.path, { signal })) - 1)
    return await run({ id: file.id, code, fileName: file.file_name, path: copy.path, total })
  } catch (error) {
    if (error instanceof SheetError && error.reason !== 'aborted')
      throw invalid([{ field: 'attachment_code', message: error.message }])
    throw error
  } finally {
    await copy.release()
  }
}
