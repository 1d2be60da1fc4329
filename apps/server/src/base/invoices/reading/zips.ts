import type { RefusedFile } from '@pianzhang/contract/invoices'
import { ZIP_QUOTA } from '@pianzhang/einvoice'
import type { ProjectContext } from '../../../platform/http/route.ts'
import { type UnpackedFile, zipJob } from '../originals/jobs.ts'
import { runJob, TOO_MUCH } from './run-job.ts'
import { noteUnpacked, type ReadableFile, removeUnpacked } from './unpack.ts'

/** The unpacked zips of a request, by the zips' codes. `noted`: all unpacked files that have a row, even if they were not stored. */
interface UnpackedZips {
  files: Map<string, readonly UnpackedFile[]>
  /** Files in the zips that are no originals. */
  foreign: RefusedFile[]
  refusals: Map<string, string>
  noted: readonly UnpackedFile[]
}

/**
 * Unpacks zips one after the other until a limit of the request is reached; further zips are refused, with the reason in Chinese. Before it
 * throws, it removes the files that it stored; otherwise the caller attaches the files or removes `noted`.
 */
export async function unpackZips(
  context: ProjectContext,
  zips: readonly ReadableFile[],
  signal: AbortSignal,
): Promise<UnpackedZips> {
  const folder = `attachments/${context.project.code}`
  const noted: UnpackedFile[] = []
  const files = new Map<string, readonly UnpackedFile[]>()
  const foreign: RefusedFile[] = []
  const refusals = new Map<string, string>()
  const left = { ...ZIP_QUOTA }
  const note = async (bytes: Buffer) => {
    const file: UnpackedFile = JSON.parse(bytes.toString())
    noted.push(file)
    await noteUnpacked(context, file)
  }
  try {
    for (const { code, storage_key: key, file_name: zip_name } of zips) {
      const input = { key, folder, quota: { ...left } }
      const result = (await runJob(context, zipJob, input, signal, note)) ?? { refusal: TOO_MUCH }
      if ('refusal' in result) {
        refusals.set(code, result.refusal)
        continue
      }
      files.set(code, result.files)
      foreign.push(...result.foreign.map((file) => ({ attachment_code: code, zip_name, ...file })))
      left.files -= result.files.length
      left.bytes -= result.files.reduce((sum, { file_size }) => sum + file_size, 0)
    }
    return { files, foreign, refusals, noted }
  } catch (error) {
    await removeUnpacked(context, noted)
    throw error
  }
}
