import type { ProjectContext } from '../../../platform/route.ts'
import { type UnpackedFile, zipJob } from '../originals/jobs.ts'
import { REQUEST_LIMITS } from '../originals/zip.ts'
import { runJob, TOO_MUCH } from './run-job.ts'
import type { ReadableFile } from './unpack.ts'

/** What was unpacked of the zips of a request, each by its code; `keys`: all files that were stored for it. */
export interface UnpackedZips {
  files: Map<string, readonly UnpackedFile[]>
  refusals: Map<string, string>
  keys: readonly string[]
}

/**
 * Unpacks zips one after the other, as far as the limits of a request allow; the others are refused, with the reason in Chinese. If it throws, what it
 * stored is removed; otherwise the caller makes attachments of the files or removes `keys`.
 */
export async function unpackZips(
  context: ProjectContext,
  zips: readonly ReadableFile[],
  signal: AbortSignal,
): Promise<UnpackedZips> {
  const folder = `attachments/${context.project.code}`
  const keys: string[] = []
  const files = new Map<string, readonly UnpackedFile[]>()
  const refusals = new Map<string, string>()
  const left = { ...REQUEST_LIMITS }
  const note = async (bytes: Buffer) => void keys.push(bytes.toString())
  try {
    for (const { code, storage_key: key } of zips) {
      const input = { key, folder, limits: { ...left } }
      const result = (await runJob(context, zipJob, input, signal, note)) ?? { refusal: TOO_MUCH }
      if ('refusal' in result) {
        refusals.set(code, result.refusal)
        continue
      }
      files.set(code, result.files)
      left.files -= result.files.length
      left.bytes -= result.files.reduce((sum, { file_size }) => sum + file_size, 0)
    }
    return { files, refusals, keys }
  } catch (error) {
    await removeFiles(context, keys)
    throw error
  }
}

export async function removeFiles({ services }: ProjectContext, keys: readonly string[]): Promise<void> {
  for (const key of keys) await services.storage.remove(key)
}
