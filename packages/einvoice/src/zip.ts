import { displayName, openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'
import type { OriginalKind } from './fields.ts'
import { checkedKind } from './kind.ts'
import { ZIP_QUOTA, type ZipQuota } from './quota.ts'

const MB = 1024 * 1024
/** The most bytes of one file in the zip. */
const MAX_FILE_BYTES = 10 * MB

/** Files that macOS and Windows add to a folder. */
const JUNK = /(^|\/)(__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/

/** One file of a zip, or why it is no original that can be read. */
export type ZippedFile =
  | { file_name: string; kind: OriginalKind; bytes: Buffer }
  | { file_name: string; refusal: OriginalError }

/** The files of a zip in its order, unpacked one after the other. Throws `OriginalError` if the zip itself is damaged or too large. */
export async function* readZip(
  bytes: Buffer,
  quota: Readonly<ZipQuota> = ZIP_QUOTA,
): AsyncGenerator<ZippedFile> {
  const archive = await openArchive(bytes, 'zip')
  const files = archive.files().filter(({ name }) => !JUNK.test(name))
  if (files.length === 0) throw new OriginalError('no_files')
  if (files.length > ZIP_QUOTA.files)
    throw new OriginalError('too_many_files', { format: 'zip', limit: ZIP_QUOTA.files })
  if (files.length > quota.files) throw new OriginalError('over_file_quota', { limit: quota.files })
  // As declared; a file that is larger is refused where it is unpacked.
  if (files.reduce((sum, { size }) => sum + size, 0) > quota.bytes)
    throw new OriginalError('over_byte_quota', { limit: quota.bytes })
  for (const file of files) {
    const file_name = displayName(file)
    const refusal = wrongSize(file.size)
    if (refusal) {
      yield { file_name, refusal }
      continue
    }
    // A file that cannot be unpacked means that the whole zip is damaged, so it is not just this file that is refused.
    const unpacked = await archive.read(file.name).catch((error: unknown) => {
      if (!(error instanceof OriginalError)) throw error
      throw new OriginalError(error.reason, { ...error.details, fileName: file_name, cause: error })
    })
    yield await checked(unpacked, file_name)
  }
}

function wrongSize(size: number): OriginalError | null {
  if (size === 0) return new OriginalError('file_empty')
  return size > MAX_FILE_BYTES ? new OriginalError('file_too_large', { limit: MAX_FILE_BYTES }) : null
}

async function checked(bytes: Buffer, file_name: string): Promise<ZippedFile> {
  try {
    return { file_name, kind: await checkedKind(bytes, file_name), bytes }
  } catch (error) {
    if (error instanceof OriginalError) return { file_name, refusal: error }
    throw error
  }
}
