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

/** One file of a zip, or why it is no original that can be read, in Chinese. */
export type ZippedFile =
  | { file_name: string; kind: OriginalKind; bytes: Buffer }
  | { file_name: string; refusal: string }

/** The files of a zip in its order, unpacked one after the other. Throws `OriginalError` if the zip itself is damaged or too large. */
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
    const refusal = wrongSize(file.size)
    if (refusal) {
      yield { file_name, refusal }
      continue
    }
    // What cannot be unpacked shows that the zip is damaged, not that this file is foreign.
    const unpacked = await archive.read(file.name).catch((error: unknown) => {
      if (!(error instanceof OriginalError)) throw error
      throw new OriginalError(`压缩包中的“${file_name}”：${error.message}`, { cause: error })
    })
    yield await checked(unpacked, file_name)
  }
}

function wrongSize(size: number): string | null {
  if (size === 0) return '文件内容为空'
  return size > MAX_FILE_BYTES ? `文件过大，单个文件最大支持 ${MAX_FILE_BYTES / MB} MB` : null
}

async function checked(bytes: Buffer, file_name: string): Promise<ZippedFile> {
  try {
    return { file_name, kind: await checkedKind(bytes, file_name), bytes }
  } catch (error) {
    if (error instanceof OriginalError) return { file_name, refusal: error.message }
    throw error
  }
}
