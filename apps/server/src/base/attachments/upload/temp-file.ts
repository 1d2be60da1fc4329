import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure, invalid } from '../../../platform/http/errors.ts'

export interface ReceivedFile {
  /** Bytes, at least one. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** Writes a stream into the new file `path`. Throws 413 past `limit` bytes and 422 for an empty stream; the caller removes the file. */
export async function writeTemp(source: Readable, path: string, limit: number): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  const target = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      await target.appendFile(chunk)
    }
  } finally {
    await target.close()
  }
  if (size === 0) throw invalid([{ field: 'file', message: '文件内容为空，请检查后重新上传' }])
  return { size, sha256: hash.digest('hex') }
}

/** Size and hash of a file that this server has made. */
export async function hashFile(path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}

function tooLarge(limit: number): Failure {
  const megabytes = limit / 1024 / 1024
  return new Failure('tooLarge', `文件过大(${megabytes}MB). 上传文件最大支持: ${megabytes}MB.`)
}
