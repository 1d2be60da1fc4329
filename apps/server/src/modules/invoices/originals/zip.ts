import { displayName, openArchive, UNPACKED_BYTES } from './archive.ts'
import { OriginalError } from './errors.ts'
import type { OriginalKind } from './fields.ts'
import { checkedKind } from './kind.ts'

const MB = 1024 * 1024
const MAX_ZIP_FILES = 50
/** Of one file in the zip: the same as of one upload. */
const MAX_FILE_BYTES = 10 * MB

/** What macOS and Windows add to a folder. */
const JUNK = /(^|\/)(__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/

/** What one zip may have: the rest of what all zips of a request may have together. */
export interface ZipLimits {
  files: number
  bytes: number
}

/** Of all zips of one request; also of one, as its directory is checked against the same. */
export const REQUEST_LIMITS: ZipLimits = { files: MAX_ZIP_FILES, bytes: UNPACKED_BYTES }

/** One file of a zip. */
export interface ZippedFile {
  kind: OriginalKind
  file_name: string
  bytes: Buffer
}

/**
 * The files of a zip in its order, unpacked one after the other. Throws `OriginalError`, which names the file, for one that is damaged, too large or no
 * original; so a caller that keeps nothing before the end takes all or none.
 */
export async function* readZip(
  bytes: Buffer,
  limits: ZipLimits = REQUEST_LIMITS,
): AsyncGenerator<ZippedFile> {
  const archive = await openArchive(bytes, '压缩包')
  const files = archive.files().filter(({ name }) => !JUNK.test(name))
  if (files.length === 0) throw new OriginalError('压缩包里没有文件')
  if (files.length > MAX_ZIP_FILES) throw new OriginalError(`压缩包里最多放 ${MAX_ZIP_FILES} 个文件`)
  if (files.length > limits.files)
    throw new OriginalError(`一次上传的各压缩包里最多共 ${MAX_ZIP_FILES} 个文件，请分次上传`)
  // As declared; a file that is larger is refused where it is unpacked.
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.bytes)
    throw new OriginalError(`一次上传的各压缩包解压后合计不能超过 ${UNPACKED_BYTES / MB} MB，请分次上传`)
  for (const file of files) {
    const file_name = displayName(file)
    try {
      if (file.size === 0) throw new OriginalError('文件内容为空')
      if (file.size > MAX_FILE_BYTES)
        throw new OriginalError(`文件过大，单个文件最大支持 ${MAX_FILE_BYTES / MB} MB`)
      const unpacked = await archive.read(file.name)
      yield { kind: await checkedKind(unpacked, file_name), file_name, bytes: unpacked }
    } catch (error) {
      if (!(error instanceof OriginalError)) throw error
      throw new OriginalError(`压缩包中的“${file_name}”：${error.message}`, { cause: error })
    }
  }
}
