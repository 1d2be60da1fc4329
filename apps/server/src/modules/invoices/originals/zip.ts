import { type Archive, displayName, openArchive } from './archive.ts'
import { OriginalError } from './errors.ts'

const MB = 1024 * 1024
export const MAX_ZIP_FILES = 50
/** Of one file in the zip: the same as of one upload. */
const MAX_FILE_BYTES = 10 * MB

/** What macOS and Windows add to a folder. */
const JUNK = /(^|\/)(__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/

/** One file of a zip: its bytes, or why they cannot be taken. */
export interface ZippedFile {
  file_name: string
  bytes?: Buffer
  refusal?: string
}

/** The files of a zip in its order, unpacked one after the other. Throws `OriginalError` if the zip as a whole is refused. */
export async function* readZip(bytes: Buffer): AsyncGenerator<ZippedFile> {
  const archive = await openArchive(bytes, '压缩包')
  const files = archive.files().filter(({ name }) => !JUNK.test(name))
  if (files.length === 0) throw new OriginalError('压缩包里没有文件')
  if (files.length > MAX_ZIP_FILES) throw new OriginalError(`压缩包里最多放 ${MAX_ZIP_FILES} 个文件`)
  for (const file of files) {
    const file_name = displayName(file)
    if (file.size > MAX_FILE_BYTES)
      yield { file_name, refusal: `文件过大，单个文件最大支持 ${MAX_FILE_BYTES / MB} MB` }
    else yield { file_name, ...(await unpacked(archive, file.name)) }
  }
}

/** A damaged file does not keep the others from being read. */
async function unpacked(archive: Archive, name: string): Promise<Omit<ZippedFile, 'file_name'>> {
  try {
    return { bytes: await archive.read(name) }
  } catch (error) {
    if (error instanceof OriginalError) return { refusal: error.message }
    throw error
  }
}
